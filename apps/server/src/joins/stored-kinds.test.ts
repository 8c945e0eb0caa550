import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aProfile, aSession, type TestProfile } from '../../test/factories.ts';
import { useTestApp } from '../../test/use-app.ts';
import { ownTables } from './member-tables.ts';
import { storedKinds } from './stored-kinds.ts';

const t = useTestApp();
const dayMs = 86_400_000;
const list = async (member: TestProfile) => (await t.client(member).call('storedInformation')).body;
const find = async (member: TestProfile, kind: string) => {
  const found = (await list(member)).find((each) => each.kind === kind);
  if (!found) throw new Error(`no kind ${kind}`);
  return found;
};

describe('what is stored of a member', () => {
  it('names every table of a member once, and only rules that exist', async () => {
    const tables = Object.values(storedKinds).flatMap(({ counts = [], also = [] }) => [...counts, ...also]);
    const known = new Set(tables);
    expect([...known].sort()).toEqual(Object.keys(ownTables).sort());
    // Networks and devices share a table.
    expect(tables.length).toBe(known.size + 1);
    const rules = await t.db.selectFrom('retention_rules').select('id').execute();
    const ids = new Set(rules.map(({ id }) => id));
    const unknown = Object.values(storedKinds).filter(({ rule }) => rule !== null && !ids.has(rule));
    expect(unknown).toEqual([]);
  });

  it('counts only tables that an index finds the rows of a member in', async () => {
    const { rows } = await sql<{ name: string }>`
      select indrelid::regclass || '.' || first.attname as name from pg_index
        join pg_attribute as first on first.attrelid = indrelid and first.attnum = indkey[0]
        where indpred is null or pg_get_expr(indpred, indrelid) = format('(%s IS NOT NULL)', first.attname)`.execute(
      t.db,
    );
    const indexed = new Set(rows.map(({ name }) => name));
    const slow = Object.values(storedKinds)
      .flatMap(({ counts = [] }) => counts.map((table) => `${table}.${ownTables[table]?.column}`))
      .filter((name) => !indexed.has(name));
    expect(slow).toEqual([]);
    for (const other of ['account_sightings.account_id', 'outgoing_mail.recipient'])
      expect(indexed.has(other), other).toBe(true);
  });

  it('counts the rows of the caller alone, with the rule as it is stored', async () => {
    const [member, other] = [await aProfile(t), await aProfile(t)];
    const before = await find(other, 'session');
    await aSession(t, member.accountId);
    expect(await find(member, 'session')).toMatchObject({
      count: 2,
      isMore: false,
      rule: { mode: 'sweep', days: null },
    });
    expect(await find(other, 'session')).toEqual(before);
    expect(await find(member, 'account')).toMatchObject({ count: 2, rule: null });
    expect(await find(member, 'money')).toMatchObject({ rule: { mode: 'kept', days: null } });
    expect(await find(member, 'search')).toMatchObject({ count: null, rule: { mode: 'none' } });
    expect((await find(member, 'decision')).rule).toEqual({ mode: 'job', days: 1_826 });
    await sql`update retention_rules set days = 1000 where id = 'decision'`.execute(t.db);
    expect((await find(member, 'decision')).rule).toEqual({ mode: 'job', days: 1_000 });
    expect((await t.client().call('storedInformation')).status).toBe(401);
  });

  it('does not count what is past its time, which only a legal hold keeps', async () => {
    const member = await aProfile(t);
    const now = t.clock.now().getTime();
    const seenAt = (days: number, at: number) =>
      sql`insert into account_sightings (account_id, kind, subject, first_at, last_at, at_sign_up)
        values (${member.accountId}, 'network', ${Buffer.alloc(32, at)}, ${new Date(now - days * dayMs)}, ${new Date(now - days * dayMs)}, false)`.execute(
        t.db,
      );
    await seenAt(89, 1);
    await seenAt(91, 2);
    expect(await find(member, 'network')).toMatchObject({ count: 1, rule: { mode: 'job', days: 90 } });
  });

  it('stops counting at a thousand', async () => {
    const member = await aProfile(t);
    await sql`insert into account_sightings (account_id, kind, subject, first_at, last_at, at_sign_up)
      select ${member.accountId}, 'device', decode(lpad(to_hex(number), 64, '0'), 'hex'), ${t.clock.now()}, ${t.clock.now()}, false
        from generate_series(1, 1005) as number`.execute(t.db);
    expect(await find(member, 'device')).toMatchObject({ count: 1_000, isMore: true });
  });
});
