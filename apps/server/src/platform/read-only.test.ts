import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { aProfile } from '../../test/factories.ts';
import { useTestApp } from '../../test/use-app.ts';

const t = useTestApp();

const name = () => new URL(t.databaseUrl).pathname.slice(1);

/** While a database is being promoted, every new connection is read-only. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  await setForNewConnections(isReadOnly);
  await endConnections();
}

async function setForNewConnections(isReadOnly: boolean): Promise<void> {
  const change = isReadOnly ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only';
  await t.database.pool.query(`begin; set transaction read write; alter database ${name()} ${change}; commit`);
}

async function endConnections(): Promise<void> {
  await t.database.pool
    .query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    .catch(() => undefined);
  await t.database.pool.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  // The pool notices its lost connections a moment later.
  await sleep(300);
}

it('F2: a read-only database returns 503 with Retry-After for writes, and reads continue', async () => {
  const [one, other] = [await aProfile(t), await aProfile(t)];
  const writes = () =>
    Promise.all([
      t.client(one).call('setAvailability', { body: { available: true } }),
      t.client(one).call('sendFlame', { params: { id: other.profileId } }),
      t.client(one).call('sendMessage', {
        params: { profileId: other.profileId },
        body: { clientId: crypto.randomUUID(), content: 'Sawubona' },
      }),
      t.client().call('register', {
        body: { email: 'late@people.test', password: 'long enough to pass 7', firstName: 'Late', lastName: 'Cele' },
      }),
    ]);
  await setReadOnly(true);
  for (const answer of await writes()) {
    expect([answer.status, answer.error?.code]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await t.client(one).call('currentUser')).status).toBe(200);
  await setReadOnly(false);
  for (const answer of await writes()) expect(answer.status).toBeLessThan(300);
});

it('F2: a connection to a standby leaves the pool with its first refused write', async () => {
  const one = await aProfile(t);
  const write = () => t.client(one).call('setAvailability', { body: { available: true } });
  await setReadOnly(true);
  expect((await write()).status).toBe(503);
  // As after a promotion: the address leads to the primary again, and nothing ends the connections to the standby.
  await setForNewConnections(false);
  const idle = t.database.pool.idleCount;
  let refused = 0;
  while ((await write()).status === 503 && refused <= idle) refused += 1;
  expect(refused).toBeLessThanOrEqual(idle);
});
