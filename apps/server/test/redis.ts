import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { redisServer } from './machine.ts';
import { freePort } from './server.ts';

export interface TestRedis {
  url: string;
  /** Kills it, as a power cut would. */
  kill(): Promise<void>;
  /** Restarts it empty on the same port. */
  start(): Promise<void>;
  /** Pauses its replies for `ms`, with connections open. */
  pause(ms: number): Promise<void>;
  /** One command, on its own connection. */
  ask(command: string, ...args: string[]): Promise<unknown>;
  stop(): Promise<void>;
}

/** An empty Redis on a free port, without persistence. */
export async function startRedis(): Promise<TestRedis> {
  if (!redisServer) throw new Error('there is no Redis here');
  const program = redisServer;
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'vlam-redis-'));
  let process: ChildProcess | null = null;

  async function ask(command: string, ...args: string[]): Promise<unknown> {
    const line = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 500 });
    line.on('error', () => {});
    try {
      await line.connect();
      return await line.call(command, ...args);
    } finally {
      line.disconnect();
    }
  }
  async function start(): Promise<void> {
    const settings = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
    ];
    process = spawn(program, settings, { stdio: 'ignore' });
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await ask('ping').catch(() => null)) === 'PONG') return;
      await sleep(30);
    }
    throw new Error('Redis did not start');
  }
  async function kill(): Promise<void> {
    if (!process || process.exitCode !== null) return;
    const ended = once(process, 'exit');
    process.kill('SIGKILL');
    await ended;
    process = null;
  }

  await start();
  return {
    url,
    kill,
    start,
    ask,
    async pause(ms) {
      process?.kill('SIGSTOP');
      await sleep(ms);
      process?.kill('SIGCONT');
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
