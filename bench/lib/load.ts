import { Latencies, type Round } from './stats.ts';

/**
 * Closed-loop load in this process: `clients` callers, each sending its next call after the response to the last.
 * Calls that end in the first `warmUpSeconds` do not count.
 */
export async function runLoad(options: {
  clients: number;
  seconds: number;
  warmUpSeconds?: number;
  /** One call of one client; false when it was refused. */
  call(client: number): Promise<boolean>;
}): Promise<Round> {
  const { clients, seconds, warmUpSeconds = 1, call } = options;
  const latencies = new Latencies();
  let failed = 0;
  const from = performance.now() + warmUpSeconds * 1_000;
  const until = from + seconds * 1_000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let sent = performance.now(); sent < until; sent = performance.now()) {
        const good = await call(client);
        const now = performance.now();
        if (!good) failed += 1;
        else if (now >= from && now < until) latencies.add(now - sent);
      }
    }),
  );
  return { ...latencies.summary(seconds), failed };
}
