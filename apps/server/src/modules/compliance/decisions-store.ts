import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { StaffDecisions } from '../../platform/database-types.ts';

export type DecisionRow = Selectable<StaffDecisions>;

export async function insert(db: Db, row: Insertable<StaffDecisions>): Promise<DecisionRow> {
  return db.insertInto('staff_decisions').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Decisions about an account, newest first. */
export async function listOfAccount(
  db: Db,
  accountId: string,
  below: bigint | null,
  limit: number,
): Promise<DecisionRow[]> {
  return db
    .selectFrom('staff_decisions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('withdrawn_at', 'is', null)
    .$if(below !== null, (query) => query.where('audit_number', '<', below ?? 0n))
    .orderBy('audit_number', 'desc')
    .limit(limit)
    .execute();
}

export async function lock(db: Db, id: string): Promise<DecisionRow | undefined> {
  return db.selectFrom('staff_decisions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The newest decision of an action about an account, locked. */
export async function lockLatest(db: Db, accountId: string, action: string): Promise<DecisionRow | undefined> {
  return db
    .selectFrom('staff_decisions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('action', '=', action)
    .where('withdrawn_at', 'is', null)
    .orderBy('audit_number', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

export async function update(db: Db, id: string, change: Updateable<StaffDecisions>): Promise<DecisionRow> {
  return db.updateTable('staff_decisions').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Where a page of appeals ended: time as text of PostgreSQL, and id. */
export type AppealPosition = readonly [at: string, id: string];

/** Open appeals, oldest first, or answered ones, newest first. */
export async function listAppeals(
  db: Db,
  state: 'open' | 'answered',
  after: AppealPosition | null,
  limit: number,
): Promise<(DecisionRow & { position: string })[]> {
  const isOpen = state === 'open';
  const at = sql.ref(isOpen ? 'appealed_at' : 'answered_at');
  const beyond = isOpen ? sql`>` : sql`<`;
  const order = isOpen ? sql`asc` : sql`desc`;
  const { rows } = await sql<DecisionRow & { position: string }>`
    select *, to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position from staff_decisions
      where ${isOpen ? sql`appeal_state = 'open'` : sql`answered_at is not null`}
        and (${after?.[0] ?? null}::timestamptz is null
          or (${at}, id) ${beyond} (${after?.[0] ?? null}::timestamptz, ${after?.[1] ?? null}::uuid))
      order by ${at} ${order}, id ${order} limit ${limit}`.execute(db);
  return rows;
}

export async function countOpenAppeals(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from staff_decisions where appeal_state = 'open'`.execute(db);
  return rows[0]?.n ?? 0;
}

/** An account, and the HMAC of its proven ID number. */
export interface Person {
  accountId: string;
  key: Buffer | null;
}

/** Strikes that count now, of the person behind each account; accounts without any are absent. */
export async function countStrikes(db: Db, people: readonly Person[], now: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ account_id: string; strikes: number }>`
    select asked.account_id, sum(d.strikes)::integer as strikes
      from unnest(${people.map(({ accountId }) => accountId)}::uuid[],
          ${people.map(({ key }) => key?.toString('hex') ?? null)}::text[]) as asked (account_id, key)
      join staff_decisions d on d.strikes_until > ${now}
        and (d.account_id = asked.account_id or d.person_key = decode(asked.key, 'hex'))
      group by asked.account_id having sum(d.strikes) > 0`.execute(db);
  return new Map(rows.map((row) => [row.account_id, row.strikes]));
}
