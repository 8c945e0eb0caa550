import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Round } from './stats.ts';

/** Requests of each connection, one after the other, until the time is up or `paths` are used up. */
export interface HttpPlan {
  port: number;
  method: 'GET' | 'POST';
  /** One entry a connection. */
  connections: { headers: Record<string, string>; paths: string[] }[];
  /** JSON body of each request. */
  body?: string;
  seconds: number;
  warmUpSeconds: number;
  /** Continues with the first path after the last. */
  endless?: boolean;
}

export interface HttpRound extends Round {
  /** Number of used paths per connection. */
  used: number[];
  /** Counts of statuses other than 200. */
  refusals: Record<string, number>;
}

/** Closed-loop HTTP/1.1 load from a separate process, so that clients do not slow the server. */
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
