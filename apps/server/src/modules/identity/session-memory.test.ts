import { hash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { anAccount } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newToken } from '../../platform/ids.ts';
import { createSessionMemory, type SessionMemory } from './session-memory.ts';
import * as sessionStore from './session-store.ts';

let memory: SessionMemory;
const t = useTestApp();
beforeAll(async () => {
  memory = createSessionMemory(t.database.pool);
});

/** A member whose session this memory has already read, as another process would have. */
async function aRemembered(read = memory) {
  const account = await anAccount(t);
  const tokenHash = hash('sha256', account.sessionToken);
  await read.find(tokenHash);
  expect((await read.find(tokenHash))?.cached).toBe(true);
  return { ...account, tokenHash };
}

it('T16: a change by another process is seen by the next request', async () => {
  const { accountId, tokenHash } = await aRemembered();
  await t.context.identity.linkProfile(t.db, accountId, accountId, true);
  expect(await memory.find(tokenHash)).toMatchObject({ cached: false, row: { is_creator: true } });
  await t.db.updateTable('accounts').set({ role: 'moderator' }).where('id', '=', accountId).execute();
  expect((await memory.find(tokenHash))?.row.role).toBe('moderator');
  await t.context.identity.suspend(t.db, accountId, 'Spam');
  expect(await memory.find(tokenHash)).toBeNull();
});

it('a change is seen when its transaction commits, not before, and never when it rolls back', async () => {
  const { accountId, tokenHash } = await aRemembered();
  const change = t.db.transaction().execute(async (tx) => {
    await tx.updateTable('accounts').set({ role: 'admin' }).where('id', '=', accountId).execute();
    expect(await memory.find(tokenHash)).toMatchObject({ cached: true, row: { role: 'user' } });
    throw new Error('no');
  });
  await expect(change).rejects.toThrow('no');
  expect(await memory.find(tokenHash)).toMatchObject({ cached: true, row: { role: 'user' } });
});

it('overlapping changes are all seen, whichever began first', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => aRemembered()));
  await Promise.all(
    people.map(async ({ accountId, tokenHash }) => {
      await t.context.identity.suspend(t.db, accountId, 'Spam');
      expect(await memory.find(tokenHash)).toBeNull();
    }),
  );
});

it('clears everything when too many changes have happened', async () => {
  const own = createSessionMemory(t.database.pool);
  const { tokenHash } = await aRemembered(own);
  const other = await aRemembered();
  await t.database.pool.query(
    `insert into access_changes (id, account_id)
       select last + n, $1::uuid from access_counter, generate_series(1, 1500) as n`,
    [other.accountId],
  );
  await t.database.pool.query('update access_counter set last = last + 1500');
  expect((await own.find(tokenHash))?.cached).toBe(false);
  expect((await own.find(tokenHash))?.cached).toBe(true);
});

it('clears everything after an hour without a check, because changes are deleted after a day', async () => {
  let now = 0;
  const own = createSessionMemory(t.database.pool, () => now);
  const { tokenHash } = await aRemembered(own);
  now += 3_600_001;
  expect((await own.find(tokenHash))?.cached).toBe(false);
});

it('does not cache an unknown token', async () => {
  const token = newToken();
  const tokenHash = hash('sha256', token);
  expect(await memory.find(tokenHash)).toBeNull();
  const { accountId } = await anAccount(t);
  await sessionStore.insertSession(t.db, {
    id: accountId,
    tokenHash: Buffer.from(tokenHash, 'hex'),
    accountId,
    device: '',
    now: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  });
  expect(await memory.find(tokenHash)).not.toBeNull();
});

it('changes older than a day are swept', async () => {
  await t.database.pool.query(`update access_changes set at = now() - interval '2 days'`);
  await t.context.identity.tasks[0]?.run({}, { id: '1', attempt: 1 });
  const { rows } = await t.database.pool.query('select 1 from access_changes');
  expect(rows).toHaveLength(0);
});
