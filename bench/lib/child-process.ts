import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Node's flags of `npm start`. */
export const serverFlags = ['--max-semi-space-size=8'];

/** Starts a child process with typed messages in both directions. */
export function startChild<Command, Report>(script: string, environment: Record<string, string>) {
  const child: ChildProcess = fork(join(import.meta.dirname, script), {
    env: { PATH: process.env.PATH ?? '', ...environment },
    execArgv: serverFlags,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    child,
    send: (command: Command) => void child.send(command as object),
    /** The next report with this key. Throws when the process ends before it. */
    receive: <Name extends string>(name: Name) =>
      new Promise<Extract<Report, Record<Name, unknown>>>((done, fail) => {
        const onExit = () => {
          child.off('message', listener);
          fail(new Error(`${script} ended before it reported "${name}"`));
        };
        const listener = (report: Report) => {
          if (!(name in (report as object))) return;
          child.off('message', listener);
          child.off('exit', onExit);
          done(report as Extract<Report, Record<Name, unknown>>);
        };
        child.on('message', listener);
        child.once('exit', onExit);
      }),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
