import type { RiskRule, RiskState, riskSteps } from '@vlam/contract/rules/risk';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { DB } from '../../platform/database-types.ts';
import { newId } from '../../platform/ids.ts';

export type CaseRow = Selectable<DB['risk_cases']>;
export type StepRow = Selectable<DB['risk_steps']>;
export type SignalRow = Selectable<DB['risk_signals']>;
type Step = (typeof riskSteps)[number];

const waiting = ['open', 'frozen'] as const;

/** Serialises what opens, reads and decides the cases of an account. */
export async function lockCasesOf(tx: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`risk of ${accountId}`}, 0))`.execute(tx);
}

export const insertCase = (tx: Db, row: Insertable<DB['risk_cases']>): Promise<CaseRow> =>
  tx.insertInto('risk_cases').values(row).returningAll().executeTakeFirstOrThrow();

export const updateCase = (tx: Db, id: string, change: Updateable<DB['risk_cases']>): Promise<CaseRow> =>
  tx.updateTable('risk_cases').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const findCase = (on: Db, id: string): Promise<CaseRow | undefined> =>
  on.selectFrom('risk_cases').selectAll().where('id', '=', id).executeTakeFirst();

/** The case of an account that waits. */
export const findWaiting = (on: Db, accountId: string): Promise<CaseRow | undefined> =>
  on
    .selectFrom('risk_cases')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'in', waiting)
    .executeTakeFirst();

/** The newest confirmed case of an account, locked. */
export const lockConfirmed = (tx: Db, accountId: string): Promise<CaseRow | undefined> =>
  tx
    .selectFrom('risk_cases')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '=', 'confirmed')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

export const lockCase = (tx: Db, id: string): Promise<CaseRow | undefined> =>
  tx.selectFrom('risk_cases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Waiting ones oldest first, decided ones newest first. */
export async function listCases(
  on: Db,
  wanted: { states: readonly RiskState[]; isAscending: boolean; rule: RiskRule | null; beyond: string | null },
  limit: number,
): Promise<CaseRow[]> {
  let query = on
    .selectFrom('risk_cases')
    .selectAll()
    .where('state', 'in', [...wanted.states]);
  if (wanted.beyond) query = query.where('id', wanted.isAscending ? '>' : '<', wanted.beyond);
  const { rule } = wanted;
  if (rule)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('risk_signals')
          .whereRef('risk_signals.case_id', '=', 'risk_cases.id')
          .where('rule', '=', rule)
          .select('rule'),
      ),
    );
  return query
    .orderBy('id', wanted.isAscending ? 'asc' : 'desc')
    .limit(limit)
    .execute();
}

export async function countWaiting(on: Db, now: Date): Promise<{ waiting: number; late: number }> {
  const { rows } = await sql<{ waiting: number; late: number }>`
    select count(*)::int as waiting, count(*) filter (where due_at < ${now})::int as late
      from risk_cases where state in ('open', 'frozen')`.execute(on);
  return rows[0] ?? { waiting: 0, late: 0 };
}

export const listSignals = (on: Db, caseIds: readonly string[]): Promise<SignalRow[]> =>
  on
    .selectFrom('risk_signals')
    .selectAll()
    .where(sql<boolean>`case_id = any (${[...caseIds]}::uuid[])`)
    .orderBy('first_at')
    .orderBy('rule')
    .execute();

export async function putSignal(
  tx: Db,
  { caseId, rule, figures, at }: { caseId: string; rule: RiskRule; figures: Record<string, number>; at: Date },
): Promise<void> {
  const newest = { figures: JSON.stringify(figures), last_at: at };
  await tx
    .insertInto('risk_signals')
    .values({ case_id: caseId, rule, first_at: at, ...newest })
    .onConflict((conflict) => conflict.columns(['case_id', 'rule']).doUpdateSet(newest))
    .execute();
}

export const listSteps = (on: Db, caseId: string): Promise<StepRow[]> =>
  on.selectFrom('risk_steps').selectAll().where('case_id', '=', caseId).orderBy('id', 'desc').limit(200).execute();

export async function insertStep(
  tx: Db,
  step: { caseId: string; kind: Step; text: string | null; at: Date; by: string | null },
): Promise<void> {
  await tx
    .insertInto('risk_steps')
    .values({
      id: newId(step.at.getTime()),
      case_id: step.caseId,
      kind: step.kind,
      text: step.text,
      at: step.at,
      by_account: step.by,
    })
    .execute();
}

export async function findScannedTo(on: Db): Promise<Date | null> {
  const row = await on.selectFrom('risk_scans').select('scanned_to').executeTakeFirst();
  return row?.scanned_to ?? null;
}

export async function setScannedTo(on: Db, at: Date): Promise<void> {
  await on
    .insertInto('risk_scans')
    .values({ scanned_to: at })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ scanned_to: at }))
    .execute();
}

/** Rules of an account's cases that were cleared since a moment. */
export async function listCleared(tx: Db, accountId: string, since: Date): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ rule: string }>`
    select signal.rule from risk_cases found join risk_signals signal on signal.case_id = found.id
      where found.account_id = ${accountId} and found.state = 'cleared' and found.decided_at > ${since}`.execute(tx);
  return new Set(rows.map(({ rule }) => rule));
}

export type RatioRow = Selectable<DB['chargeback_ratios']> & { share: number };
interface RatioCount {
  profileId: string;
  payments: number;
  cents: number;
  chargedBack: number;
  chargedBackCents: number;
}

export const toCount = (row: RatioRow): RatioCount => ({
  profileId: row.profile_id,
  payments: row.payments,
  cents: Number(row.cents),
  chargedBack: row.charged_back,
  chargedBackCents: Number(row.charged_back_cents),
});

/** Creators with charged-back payments, the largest share first, after a share and id. */
export async function listRatios(
  on: Db,
  days: number,
  after: readonly [number, string] | null,
  limit: number,
): Promise<RatioRow[]> {
  const share = sql`charged_back::float8 / payments`;
  const [at, id] = after ?? [null, null];
  const { rows } = await sql<RatioRow>`
    select *, ${share} as share from chargeback_ratios
      where days = ${days} and charged_back > 0
        and (${at}::float8 is null or ${share} < ${at} or (${share} = ${at} and profile_id > ${id}::uuid))
      order by ${share} desc, profile_id limit ${limit}`.execute(on);
  return rows;
}

/** Replaces all counts, by number of days. */
export async function replaceRatios(
  tx: Db,
  counts: ReadonlyMap<number, readonly RatioCount[]>,
  at: Date,
): Promise<void> {
  await tx.deleteFrom('chargeback_ratios').execute();
  const rows = [...counts].flatMap(([days, found]) =>
    found.map((count) => ({
      ...{ profile_id: count.profileId, days, payments: count.payments, cents: BigInt(count.cents), counted_at: at },
      ...{ charged_back: count.chargedBack, charged_back_cents: BigInt(count.chargedBackCents) },
    })),
  );
  if (rows.length > 0) await tx.insertInto('chargeback_ratios').values(rows).execute();
}

/** The last counter of a month's numbers, under a lock until the commit. */
export async function lastNumber(tx: Db, head: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('numbers of risk_cases', 0))`.execute(tx);
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(substr(number, ${head.length + 1})::int), 0)::int as last from risk_cases
      where number like ${`${head}%`}`.execute(tx);
  return rows[0]?.last ?? 0;
}
