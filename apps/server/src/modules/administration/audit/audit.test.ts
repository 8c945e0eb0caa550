import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { aProfile, type TestAccount } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/use-app.ts';

const t = useTestApp();

const read = async (as: TestAccount, query: Record<string, string> = {}) =>
  (await t.client(as).call('auditLog', { query })).body;
const numbersOf = async (as: TestAccount, query: Record<string, string>) =>
  (await read(as, query)).items.map(({ number }) => number);
const note = (as: TestAccount, targetId: string, more: Record<string, unknown> = {}) =>
  t.client(as).call('logAdminAction', { body: { action: 'called', targetType: 'account', targetId, ...more } });
const runCheck = async () => {
  const task = t.context.compliance.tasks.find(({ kind }) => kind.name === 'compliance.audit-check');
  await task?.run({}, { id: '1', attempt: 1 });
};

describe('the audit log', () => {
  it('T21: takes a note in the name of the caller, whatever the note says, beside the rows of actions', async () => {
    const [admin, moderator, member] = [
      await aProfile(t, { role: 'admin', firstName: 'Ayanda', lastName: 'Mokoena' }),
      await aProfile(t, { role: 'moderator', firstName: 'Sipho', lastName: 'Dube' }),
      await aProfile(t),
    ];
    const sent = await note(moderator, member.accountId, {
      reason: 'Asked about the delay',
      metadata: { action: 'user.suspended', minutes: 4, actor: admin.accountId },
    });
    expect(sent.status).toBe(201);
    await t.client(admin).call('suspendUser', { body: { userId: member.accountId, reason: 'Rule 4' } });
    const [suspended, noted] = (await read(admin, { targetId: member.accountId })).items;
    expect(noted).toMatchObject({
      number: sent.body.number,
      action: 'note',
      actor: { id: moderator.accountId, name: 'Sipho Dube' },
      reason: 'Asked about the delay',
      details: { action: 'called', minutes: 4, actor: admin.accountId },
    });
    expect(suspended).toMatchObject({ action: 'user.suspended', actor: { name: 'Ayanda Mokoena' }, reason: 'Rule 4' });
    expect(suspended?.number).toBeGreaterThan(sent.body.number);
    expect(await t.context.compliance.findBrokenLink()).toBeNull();
  });

  it('is found by who acted, what they did, the account and the day, a page at a time', async () => {
    const [one, two] = [await aProfile(t, { role: 'moderator' }), await aProfile(t, { role: 'moderator' })];
    const numbers: number[] = [];
    for (const [day, { accountId }] of [one, two, one, two, one].entries()) {
      const row = { actorId: accountId, action: 'note', targetType: 'account', targetId: `case-${day}` };
      const number = await t.db.transaction().execute((tx) => t.context.compliance.recordAction(tx, row));
      numbers.push(Number(number));
      t.clock.advance(86_400_000);
    }
    const admin = await aProfile(t, { role: 'admin' });
    const newestFirst = [...numbers].reverse();
    const day = (offset: number) =>
      new Date(t.clock.now().getTime() - offset * 86_400_000 + 7_200_000).toISOString().slice(0, 10);
    expect(await numbersOf(admin, { actorId: two.accountId })).toEqual([newestFirst[1], newestFirst[3]]);
    expect(await numbersOf(admin, { targetType: 'account', targetId: 'case-2' })).toEqual([newestFirst[2]]);
    expect(await numbersOf(admin, { action: 'note', since: day(2) })).toEqual(newestFirst.slice(0, 2));
    expect(await numbersOf(admin, { action: 'note', since: day(4), until: day(3) })).toEqual(newestFirst.slice(2, 4));
    expect(await numbersOf(admin, { until: '2001-01-01' })).toEqual([]);
    expect(await numbersOf(admin, { since: '2101-01-01' })).toEqual([]);
    const seen: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await read(admin, { actorId: one.accountId, limit: '2', ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map(({ number }) => number));
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([newestFirst[0], newestFirst[2], newestFirst[4]]);
    const { actions, actors } = (await t.client(admin).call('auditSummary')).body;
    expect(actions).toContain('note');
    expect(actors.map(({ id }) => id)).toEqual(expect.arrayContaining([one.accountId, two.accountId]));
  });

  it('T21: is verified once a day: a changed row is named, and so is a log that lost its newest rows', async () => {
    const admin = await aProfile(t, { role: 'admin' });
    const newest = (await note(admin, 'the last one')).body.number;
    const checkOf = async () => (await t.client(admin).call('auditSummary')).body.check;
    await runCheck();
    const { items } = await read(admin, { limit: '1' });
    expect(await checkOf()).toMatchObject({ lastNumber: newest, lastHash: items[0]?.hash, brokenNumber: null });

    const { pool } = t.database;
    await pool.query('alter table audit_log disable trigger append_only');
    const { rows } = await pool.query('select * from audit_log where number = $1', [newest]);
    await pool.query('delete from audit_log where number = $1', [newest]);
    expect(await t.context.compliance.findBrokenLink()).toBeNull();
    await runCheck();
    expect(await checkOf()).toMatchObject({ brokenNumber: newest });

    const columns = Object.keys(rows[0]);
    await pool.query(
      `insert into audit_log (${columns.join()}) overriding system value values (${columns.map((_, index) => `$${index + 1}`).join()})`,
      Object.values(rows[0]),
    );
    await pool.query("update audit_log set target_id = 'another' where number = $1", [newest]);
    await runCheck();
    expect(await checkOf()).toMatchObject({ brokenNumber: newest });
    await pool.query("update audit_log set target_id = 'the last one' where number = $1", [newest]);
    await pool.query('alter table audit_log enable trigger append_only');
    await runCheck();
    expect(await checkOf()).toMatchObject({ brokenNumber: null });
  });

  it('T21: is verified by the command, beside a head of an earlier run', async () => {
    const moderator = await aProfile(t, { role: 'moderator' });
    await note(moderator, 'one');
    const first = await verify();
    expect(first).toMatchObject({ status: 0 });
    const head = /^head (\d+:[0-9a-f]{64})$/m.exec(first.output)?.[1] ?? '';
    await note(moderator, 'two');
    expect(await verify('--head', head)).toMatchObject({ status: 0 });
    const other = head.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect(await verify('--head', other)).toMatchObject({ status: 1, output: expect.stringContaining('is gone') });
    expect(await verify('--head', 'nonsense')).toMatchObject({ status: 2 });
  });
});

const program = fileURLToPath(new URL('../../../audit-verify.ts', import.meta.url));
const verify = (...options: string[]) =>
  new Promise<{ status: number; output: string }>((resolve) => {
    const env = { ...process.env, DATABASE_URL: t.database.url };
    execFile(process.execPath, [program, ...options], { env }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
