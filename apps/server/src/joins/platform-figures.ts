import { sql } from 'kysely';
import { cash, demoCash } from '../modules/credits/service.ts';
import type { Database } from '../platform/database.ts';

/** What the platform is now, and what came during one day. */
export interface PlatformFigures {
  totalUsers: number;
  activeUsers: number;
  newSignups: number;
  totalContent: number;
  newContent: number;
  revenueCents: number;
  reportedContent: number;
  suspendedUsers: number;
}

/** What came during a day, and how much there was of it at the end of the day. */
export type PastFigures = Pick<
  PlatformFigures,
  'totalUsers' | 'newSignups' | 'totalContent' | 'newContent' | 'revenueCents'
>;

export interface FiguresReader {
  /** Reads every account: once a minute at most. */
  read(from: Date, to: Date): Promise<PlatformFigures>;
  /** As far as rows still tell of a day that is over. */
  readPast(from: Date, to: Date): Promise<PastFigures>;
  /** When the first account was created, or null. */
  findStart(): Promise<Date | null>;
}

/** The accounts through which rand comes and goes; that of the sample world beside the real one. */
const tills = sql`(${cash.id}::uuid, ${demoCash.id}::uuid)`;

/** Counts over accounts, items, reports and rand, which belong to four modules. */
export function createFiguresReader({ db }: Database): FiguresReader {
  /** Rand paid less rand given back, in cents; payouts to creators are no revenue lost. */
  const revenue = (from: Date, to: Date) => sql`(
    select coalesce(sum(case when debit_account in ${tills} then amount else -amount end), 0)
      from ledger_transfers where created_at >= ${from} and created_at < ${to} and kind not like 'payout%'
        and (debit_account in ${tills} or credit_account in ${tills}))::float8`;
  const publishedIn = (from: Date, to: Date) => sql`(
    select count(*) from content_items where state = 'published' and published_at >= ${from} and published_at < ${to})::integer`;

  return {
    async read(from, to) {
      const { rows } = await sql<PlatformFigures>`
        select count(*) filter (where erased_at is null)::integer as "totalUsers",
            count(*) filter (where is_active and suspended_at is null and leaving_at is null)::integer as "activeUsers",
            count(*) filter (where suspended_at is not null and erased_at is null)::integer as "suspendedUsers",
            count(*) filter (where created_at >= ${from})::integer as "newSignups",
            (select count(*) from content_items where state = 'published')::integer as "totalContent",
            ${publishedIn(from, to)} as "newContent", ${revenue(from, to)} as "revenueCents",
            (select count(distinct target_id) from reports where state = 'open' and target_type = 'content')::integer
              as "reportedContent"
          from accounts`.execute(db);
      const [row] = rows;
      if (!row) throw new Error('no figures');
      return row;
    },
    async readPast(from, to) {
      const { rows } = await sql<PastFigures>`
        select (select count(*) from accounts where created_at < ${to}
              and (erased_at is null or erased_at >= ${to}))::integer as "totalUsers",
            (select count(*) from accounts where created_at >= ${from} and created_at < ${to})::integer as "newSignups",
            (select count(*) from content_items where state = 'published' and published_at < ${to})::integer as "totalContent",
            ${publishedIn(from, to)} as "newContent", ${revenue(from, to)} as "revenueCents"`.execute(db);
      const [row] = rows;
      if (!row) throw new Error('no figures');
      return row;
    },
    async findStart() {
      const { rows } = await sql<{ at: Date | null }>`select min(created_at) as at from accounts`.execute(db);
      return rows[0]?.at ?? null;
    },
  };
}
