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
  /**
   * As far as rows of past days still exist: one figure for each pair of neighbouring `bounds`. Each table is
   * read once, however many days there are.
   */
  readPast(bounds: readonly Date[]): Promise<PastFigures[]>;
  /** When the first account was created, or null. */
  findStart(): Promise<Date | null>;
}

/** The accounts through which rand comes and goes; that of the sample world beside the real one. */
const tills = sql`(${cash.id}::uuid, ${demoCash.id}::uuid)`;

/** Counts over accounts, items, reports and rand, which belong to four modules. */
export function createFiguresReader({ db }: Database): FiguresReader {
  /** Rand paid less rand given back, in cents; payouts to creators are no revenue lost. */
  const revenue = sql`coalesce(sum(case when debit_account in ${tills} then amount else -amount end), 0)`;
  const revenueRows = (from: Date, to: Date) => sql`
    ledger_transfers where created_at >= ${from} and created_at < ${to} and kind not like 'payout%'
      and (debit_account in ${tills} or credit_account in ${tills})`;

  return {
    async read(from, to) {
      const { rows } = await sql<PlatformFigures>`
        select count(*) filter (where erased_at is null)::integer as "totalUsers",
            count(*) filter (where is_active and suspended_at is null and leaving_at is null)::integer as "activeUsers",
            count(*) filter (where suspended_at is not null and erased_at is null)::integer as "suspendedUsers",
            count(*) filter (where created_at >= ${from})::integer as "newSignups",
            (select count(*) from content_items where state = 'published')::integer as "totalContent",
            (select count(*) from content_items
              where state = 'published' and published_at >= ${from} and published_at < ${to})::integer as "newContent",
            (select ${revenue} from ${revenueRows(from, to)})::float8 as "revenueCents",
            (select count(distinct target_id) from reports where state = 'open' and target_type = 'content')::integer
              as "reportedContent"
          from accounts`.execute(db);
      const [row] = rows;
      if (!row) throw new Error('no figures');
      return row;
    },
    async readPast(bounds) {
      const [first, last] = [bounds[0], bounds.at(-1)];
      if (!first || !last) return [];
      const dayOf = (column: string) => sql`width_bucket(${sql.ref(column)}, ${bounds}::timestamptz[]) as day`;
      const { rows } = await sql<PastFigures>`
        with joined as materialized (
          select ${dayOf('created_at')}, count(*) as people from accounts where created_at < ${last} group by 1
        ), erased as materialized (
          select ${dayOf('erased_at')}, count(*) as people from accounts where erased_at < ${last} group by 1
        ), published as materialized (
          select ${dayOf('published_at')}, count(*) as items from content_items
            where state = 'published' and published_at < ${last} group by 1
        ), paid as materialized (
          select ${dayOf('created_at')}, ${revenue} as cents from ${revenueRows(first, last)} group by 1
        )
        select (coalesce((select sum(people) from joined where joined.day <= n), 0)
              - coalesce((select sum(people) from erased where erased.day <= n), 0))::integer as "totalUsers",
            coalesce((select people from joined where joined.day = n), 0)::integer as "newSignups",
            coalesce((select sum(items) from published where published.day <= n), 0)::integer as "totalContent",
            coalesce((select items from published where published.day = n), 0)::integer as "newContent",
            coalesce((select cents from paid where paid.day = n), 0)::float8 as "revenueCents"
          from generate_series(1, ${bounds.length - 1}::integer) as n order by n`.execute(db);
      return rows;
    },
    async findStart() {
      const { rows } = await sql<{ at: Date | null }>`select min(created_at) as at from accounts`.execute(db);
      return rows[0]?.at ?? null;
    },
  };
}
