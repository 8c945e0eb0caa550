import { expect, it } from 'vitest';
import { anAccount, aSession } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { deleteEndedSessions } from './session-store.ts';

const t = useTestApp();

const query = (text: string, values: unknown[] = []) => t.database.pool.query(text, values);
const count = async (table: string) => Number((await query(`select count(*) as n from ${table}`)).rows[0]?.n);

/** Sessions of one account that end at `expiresAt` and were last used at `lastSeenAt`, both as SQL. */
async function manySessions(accountId: string, many: number, expiresAt: string, lastSeenAt = 'now()'): Promise<void> {
  await query(
    `insert into sessions (id, token_hash, account_id, device, created_at, last_seen_at, expires_at)
     select gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), $1, '', now() - interval '40 days', ${lastSeenAt}, ${expiresAt}
       from generate_series(1, ${many})`,
    [accountId],
  );
}
const sweep = () => t.context.identity.tasks[0]?.run({}, { id: '1', attempt: 1 });

it('T05: 24,000 ended sessions are swept in bounded batches, without delaying session checks or clearing their cache', async () => {
  const { accountId } = await anAccount(t);
  await manySessions(accountId, 12_000, `now() - interval '3 hours'`);
  await manySessions(accountId, 12_000, `now() + interval '1 day'`, `now() - interval '15 days'`);
  const changes = await count('access_changes');
  expect(await deleteEndedSessions(t.db, t.clock.now(), 1_000)).toBe(1_000);
  expect(await count('sessions')).toBe(23_001);
  // The row that every end of a session must lock, held by another connection during the sweep.
  const other = await t.database.pool.connect();
  try {
    await other.query('begin');
    await other.query('select from access_counter for update');
    await sweep();
  } finally {
    await other.query('rollback');
    other.release();
  }
  expect(await count('sessions')).toBe(1);
  expect(await count('access_changes')).toBe(changes);
});

it('T05: a session that another clock may still accept is kept to its end, and its end is recorded', async () => {
  const { accountId, sessionId } = await anAccount(t);
  await query(`update sessions set expires_at = now() - interval '30 minutes' where id = $1`, [sessionId]);
  await sweep();
  expect((await query('select 1 from sessions where id = $1', [sessionId])).rowCount).toBe(1);
  await query('delete from access_changes');
  await query('delete from sessions where id = $1', [sessionId]);
  expect((await query('select account_id from access_changes')).rows).toEqual([{ account_id: accountId }]);
});

it('T05: ending thousands of sessions of an account at once is one access change, and ends them all', async () => {
  const account = await anAccount(t);
  const { cookie } = await aSession(t, account.accountId);
  await manySessions(account.accountId, 5_000, `now() + interval '1 day'`);
  const other = await anAccount(t);
  expect((await t.client({ cookie }).call('currentUser')).status).toBe(200);
  await query('delete from access_changes');
  await t.db.transaction().execute(async (tx) => {
    await t.context.identity.endSessions(tx, account.accountId);
    await t.context.identity.endSessions(tx, other.accountId);
  });
  const { rows } = await query('select account_id from access_changes order by id');
  expect(rows).toEqual([{ account_id: account.accountId }, { account_id: other.accountId }]);
  for (const ended of [{ cookie }, account, other])
    expect((await t.client(ended).call('currentUser')).status).toBe(401);
});
