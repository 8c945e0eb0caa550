import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Round } from './stats.ts';

/** What each connection sends, one request after the other, until the time is up or `paths` are used up. */
export interface HttpPlan {
  port: number;
  method: 'GET' | 'POST';
  /** One entry a connection. */
  connections: { headers: Record<string, string>; paths: string[] }[];
  /** JSON that goes with each request. */
  body?: string;
  seconds: number;
  warmUpSeconds: number;
  /** Begins again with the first path after the last. */
  endless?: boolean;
}

export interface HttpRound extends Round {
  /** How many of its paths each connection has used. */
  used: number[];
  /** Statuses other than 200, with how often. */
  refusals: Record<string, number>;
}

/** Closed-loop HTTP/1.1 load from a process of its own, so that making requests does not slow answering them. */
export function runHttpLoad(plan: HttpPlan): Promise<HttpRound> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'http-load-process.ts'), { serialization: 'advanced' });
    child.once('message', (round) => {
      resolve(round as HttpRound);
      child.kill();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the load process ended with ${code}`)));
    child.send(plan);
  });
}
