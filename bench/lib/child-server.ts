import { fork } from 'node:child_process';
import { serverFlags } from './child-process.ts';

export interface ChildServer {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a server script in a process of its own; it reports its port as its first message. */
export function startChildServer(script: string, environment: Record<string, string>): Promise<ChildServer> {
  return new Promise((resolve, reject) => {
    const child = fork(script, {
      env: { PATH: process.env.PATH ?? '', ...environment },
      execArgv: serverFlags,
      // Logs are written, as in production, and discarded.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    child.once('message', (port) =>
      resolve({
        port: Number(port),
        pid: child.pid ?? 0,
        async stop() {
          child.kill('SIGKILL');
          await ended;
        },
      }),
    );
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
}
