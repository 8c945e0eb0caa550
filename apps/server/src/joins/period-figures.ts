import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';

interface TimeRow {
  name: string;
  decided: number;
  medianMinutes: number | null;
  p90Minutes: number | null;
}

export interface PeriodFiguresReader {
  read(
    from: Date,
    to: Date,
  ): Promise<{ counts: ReadonlyMap<string, number>; times: ReadonlyMap<string, Omit<TimeRow, 'name'>> }>;
  findStart(): Promise<Date | null>;
}

/**
 * Counts for the reports of periods, over takedown cases, reports, decisions of staff, files and requests of
 * authorities. A case counts where it came in or was first decided; what follows an appeal counts as the appeal's answer.
 */
export function createPeriodFiguresReader({ db }: Database): PeriodFiguresReader {
  return {
    async read(from, to) {
      const within = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`;
      // Decisions of the desk, each with whether an appeal came before it.
      const desk = sql`
        desk as (select event.case_id, event.kind, event.at, appeal.at as after_appeal_at
          from takedown_events as event
          left join lateral (select max(at) as at from takedown_events as earlier
            where earlier.case_id = event.case_id and earlier.kind = 'appealed' and earlier.at < event.at) as appeal on true
          where event.kind in ('removed', 'refused') and ${within('event.at')})`;
      const counts = await sql<{ name: string; count: number }>`
        with ${desk}
        select 'takedown_' || class as name, count(*)::int as count from takedown_cases
            where ${within('received_at')} group by class
          union all select 'takedowns_' || kind, count(*)::int from desk where after_appeal_at is null group by kind
          union all select 'reports_received', count(*)::int from reports where ${within('created_at')}
          union all select 'reports_' || state, count(*)::int from reports
            where state <> 'open' and ${within('decided_at')} group by state
          union all select 'appeals_received', (
            (select count(*) from staff_decisions where ${within('appealed_at')})
            + (select count(*) from takedown_events where kind = 'appealed' and ${within('at')}))::int
          union all select 'appeals_upheld', (
            (select count(*) from staff_decisions where appeal_state = 'upheld' and ${within('answered_at')})
            + (select count(*) from desk where after_appeal_at is not null and kind = 'refused'))::int
          union all select 'appeals_reversed', (
            (select count(*) from staff_decisions where appeal_state = 'reversed' and ${within('answered_at')})
            + (select count(*) from desk where after_appeal_at is not null and kind = 'removed'))::int
          union all select 'files_removed', count(*)::int from takedown_files where ${within('removed_at')}
          union all select 'decision_' || action, count(*)::int from staff_decisions
            where withdrawn_at is null and ${within('decided_at')} group by action
          union all select 'hash_matches', count(*)::int from takedown_files
            where found_by in ('file', 'print') and ${within('found_at')}
          union all select 'uploads_refused', count(*)::int from media
            where state = 'blocked' and ready_at is null and ${within('created_at')}
          union all select 'authority_' || demand, count(*)::int from authority_requests
            where ${within('received_at')} group by demand
          union all select 'authority_' || state, count(*)::int from authority_requests
            where state <> 'open' and ${within('answered_at')} group by state`.execute(db);
      const times = await sql<TimeRow>`
        with ${desk},
        spans (name, span) as (
          select 'takedowns', desk.at - received_at from desk join takedown_cases on id = case_id where after_appeal_at is null
          union all select 'reports', decided_at - created_at from reports
            where state <> 'open' and ${within('decided_at')}
          union all select 'appeals', answered_at - appealed_at from staff_decisions where ${within('answered_at')}
          union all select 'appeals', at - after_appeal_at from desk where after_appeal_at is not null
          union all select 'authorities', answered_at - received_at from authority_requests
            where state <> 'open' and ${within('answered_at')}),
        minutes as (select name, extract(epoch from span) / 60 as value from spans)
        select name, count(*)::int as decided,
            round((percentile_cont(0.5) within group (order by value))::numeric)::int as "medianMinutes",
            round((percentile_cont(0.9) within group (order by value))::numeric)::int as "p90Minutes"
          from minutes group by name`.execute(db);
      return {
        counts: new Map(counts.rows.map(({ name, count }) => [name, count])),
        times: new Map(times.rows.map(({ name, ...figures }) => [name, figures])),
      };
    },
    async findStart() {
      const { rows } = await sql<{ at: Date | null }>`select min(created_at) as at from accounts`.execute(db);
      return rows[0]?.at ?? null;
    },
  };
}
