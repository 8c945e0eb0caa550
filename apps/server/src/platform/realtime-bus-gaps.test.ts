import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aProfile } from '../../test/factories.ts';
import { type SecondServer, startSecondServer } from '../../test/second-server.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { closeSockets, type Listener, openListener } from '../../test/sockets.ts';

// Two servers share a database. What is lost between them has to be noticed or sent again.

let first: TestServer;
let second: SecondServer;
const balances = (listener: Listener) =>
  listener.of('balance.changed').map((each) => (each as { balance: number }).balance);
const publish = (accountId: string, balance: number) =>
  first.context.realtime.toAccount(accountId, 'balance.changed', { balance, promotional: 0 });
async function until(holds: () => Promise<boolean> | boolean, withinMs: number): Promise<boolean> {
  const limit = performance.now() + withinMs;
  while (performance.now() < limit) {
    if (await holds()) return true;
    await sleep(20);
  }
  return false;
}

beforeAll(async () => {
  first = await startTestServer();
  second = await startSecondServer(first);
  const who = await aProfile(first);
  const there = await openListener(second, who);
  await until(async () => {
    publish(who.accountId, 0);
    await sleep(100);
    return there.events.length > 0;
  }, 15_000);
});
afterEach(closeSockets);
afterAll(async () => {
  await second.close();
  await first.close();
});

describe('F3: over PostgreSQL', () => {
  it('recovers a notification whose connection dies: the other server gets it, or its browsers reconnect', async () => {
    const who = await aProfile(first);
    const there = await openListener(second, who);
    const { pool } = first.context.database;
    const query = pool.query;
    let failed = 0;
    pool.query = ((...given: [string, ...unknown[]]) => {
      if (
        failed === 0 &&
        typeof given[0] === 'string' &&
        given[0].includes('pg_notify') &&
        String(given[1]).includes('part')
      ) {
        failed += 1;
        return Promise.reject(new Error('Connection terminated unexpectedly'));
      }
      return (query as (...all: unknown[]) => unknown).apply(pool, given);
    }) as typeof pool.query;
    try {
      publish(who.accountId, 1);
      expect(await until(() => failed === 1, 5_000)).toBe(true);
      await sleep(200);
      publish(who.accountId, 2);
      await until(() => balances(there).includes(2), 5_000);
      const missed = !balances(there).includes(1);
      expect(missed && there.socket.isOpen, 'it misses one, without notice').toBe(false);
    } finally {
      pool.query = query;
    }
  });

  it('keeps publishing to the others after its listening connection went silent', {
    timeout: 60_000,
    tags: ['long'],
  }, async () => {
    const who = await aProfile(first);
    const client = new pg.Client({ connectionString: first.databaseUrl });
    await client.connect();
    // The older connection belongs to the first server.
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'vlam sockets'
       order by backend_start`,
    );
    const pid = rows[0]?.pid ?? 0;
    const there = await openListener(second, who);
    process.kill(pid, 'SIGSTOP');
    try {
      // Past the ten seconds after which the bus drops silent processes.
      for (let n = 1; n <= 70; n += 1) {
        publish(who.accountId, n);
        await sleep(200);
      }
    } finally {
      process.kill(pid, 'SIGCONT');
      await client.end();
    }
    await sleep(1_000);
    const missed = 70 - balances(there).length;
    expect(missed > 0 && there.socket.isOpen, `it misses ${missed}, without notice`).toBe(false);
  });
});
