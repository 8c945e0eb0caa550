import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { canary, fillEverywhere, findCanary } from '../../test/everywhere.ts';
import { aCreator, anAccount, giveCredits, type TestProfile } from '../../test/factories.ts';
import { useTestApp } from '../../test/use-app.ts';
import { jobTasks } from '../modules.ts';
import { keptTables } from './erasure-kept.ts';
import { erasedParts } from './erasure-tables.ts';
import { otherTables } from './member-tables.ts';

// A member stands in every table that can name one, with an unmistakable word in every text, document and sealed value;
// then they leave. What is found afterwards is exactly what `keptTables` allows.

const t = useTestApp({ at: new Date('2026-11-24T08:00:00+02:00') });
const dayMs = 86_400_000;
/** Filled by the program: the ledger by postings, the others by the factory. */
const byTheProgram = ['accounts', 'account_consents', 'profiles', 'ledger_accounts', 'ledger_transfers'];
/** What the member has to settle, and what would make the erasure wait, is over. */
const settled = [
  "update content_requests set held = 0, status = 'completed'",
  "update payouts set status = 'sent'",
  "update payment_orders set state = 'paid', refund_requested_at = null",
  'update payment_debts set settled_at = now()',
  'update lives set ended_at = now()',
  "update risk_cases set state = 'cleared', decided_at = now()",
  'delete from money_review_freezes',
  "update reports set state = 'dismissed', decided_at = now()",
  "update takedown_cases set state = 'removed', decided_at = now()",
  "update information_requests set state = 'granted', answered_at = now()",
  'update staff_decisions set appeal_state = null',
  "update media set held = null, state = 'ready'",
];

let unfilled: Map<string, string>;
let before: string[];
let after: string[];
let member: TestProfile;

async function run(name: string): Promise<void> {
  await jobTasks(t.context)
    .find(({ kind }) => kind.name === name)
    ?.run({}, { id: '1', attempt: 1 });
  await t.drain();
}

beforeAll(async () => {
  member = await aCreator(t, {
    ...{ email: `${canary}@people.test`, firstName: canary, lastName: canary, displayName: canary, bio: canary },
  });
  const [other, staff] = [await aCreator(t), await anAccount(t, { role: 'admin' })];
  const platform = Object.keys(otherTables).filter((table) => otherTables[table] === 'platform');
  unfilled = await fillEverywhere(t.db, {
    ...{ person: member, other, staffId: staff.accountId, at: t.clock.now() },
    skipped: [...platform, ...byTheProgram, 'kysely_migration', 'kysely_migration_lock'],
  });
  for (const statement of settled) await sql.raw(statement).execute(t.db);
  await t.db.updateTable('outgoing_mail').set({ recipient: member.email }).execute();
  await giveCredits(t, member.accountId, 25);
  before = await findCanary(t.db);
  const client = t.client(member);
  const { credits, earningsCents } = (await client.call('ownData')).body.deletion;
  const left = await client.call('deleteAccount', { body: { credits, earningsCents } });
  if (left.status !== 200) throw new Error(left.text);
  t.clock.advance(31 * dayMs);
  await run('records.erase-accounts');
  await run('records.retention');
  await run('media.sweep');
  after = await findCanary(t.db);
});

describe('T86: an erased member', () => {
  it('stood in every table that can name one', () => {
    // A new table is filled by itself; where it cannot be, `everywhere.ts` has to learn how.
    expect([...unfilled]).toEqual([]);
    expect(before.length).toBeGreaterThan(250);
  });

  it('is found in no column but those that are listed with a reason', () => {
    const isKept = (place: string) => {
      const [table = '', column = ''] = place.split('.');
      const kept = keptTables[table];
      return kept !== undefined && (kept.columns?.includes(column) ?? true);
    };
    // A leftover is erased by `erasure-tables.ts`, or gets a reason in `erasure-kept.ts`.
    expect(after.filter((place) => !isKept(place))).toEqual([]);
  });

  it('has no reason for what is not there', () => {
    const there = new Set(after.flatMap((place) => [place, place.split('.')[0] ?? '']));
    const named = Object.entries(keptTables).flatMap(([table, { columns }]) =>
      columns ? columns.map((column) => `${table}.${column}`) : [table],
    );
    expect(named.filter((name) => !there.has(name))).toEqual([]);
  });

  it('is found by indexes, in the seconds that a statement may take', async () => {
    const id = sql`${member.accountId}::uuid`;
    const scanned = await t.db.connection().execute(async (db) => {
      await sql`set enable_seqscan = off`.execute(db);
      const found: string[] = [];
      for (const { table, rows } of erasedParts) {
        const plan = await sql<{ 'QUERY PLAN': string }>`
          explain select from ${sql.table(table)} as item where ${rows({ account: id, profile: id })}`.execute(db);
        if (plan.rows.some((line) => line['QUERY PLAN'].includes(`Seq Scan on ${table} item`))) found.push(table);
      }
      await sql`reset enable_seqscan`.execute(db);
      return found;
    });
    expect(scanned).toEqual([]);
  });
});
