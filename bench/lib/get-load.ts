import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { runLoad } from './load.ts';
import type { Round } from './stats.ts';

export interface GetLoad {
  port: number;
  path: string;
  /** One is picked at random for each call. */
  cookies: readonly string[];
  clients: number;
  seconds: number;
  /** Pause of each client between a response and its next call; none by default. */
  pauseMs?: number;
}

/** GETs over kept connections, sent and read in a separate thread, so that the server has its own. */
export function runGetLoad(load: GetLoad): Promise<Round> {
  const worker = new Worker(new URL(import.meta.url), { workerData: load });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

if (!isMainThread && parentPort) {
  const { port, path, cookies, clients, seconds, pauseMs = 0 } = workerData as GetLoad;
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const get = () =>
    new Promise<boolean>((resolve, reject) => {
      const cookie = cookies[Math.floor(Math.random() * cookies.length)];
      const headers = { cookie, 'sec-fetch-site': 'same-origin', 'accept-encoding': 'br' };
      request({ port, path, agent, headers }, (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode === 200));
      })
        .once('error', reject)
        .end();
    });
  const call = async () => {
    if (pauseMs > 0) await sleep(pauseMs * (0.5 + Math.random()));
    return get();
  };
  const round = await runLoad({ clients, seconds, call });
  agent.destroy();
  parentPort.postMessage(round);
}
