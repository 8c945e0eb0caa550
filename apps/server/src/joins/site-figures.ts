import { sql } from 'kysely';
import { createCached } from '../platform/cached.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Db } from '../platform/database.ts';
import { countDeadJobs, listTaskStates } from '../platform/job-states.ts';
import type { Described, Reading } from '../platform/metrics.ts';

/** Figures of the whole site, read from rows: every process prints the same. */
export const siteFigures = {
  vlam_jobs_waiting: { help: 'Jobs that are due and that no worker has taken', label: 'task' },
  vlam_jobs_oldest_seconds: { help: 'How long the oldest of them has been due', label: 'task' },
  vlam_jobs_dead: { help: 'Jobs without attempts left', label: 'task' },
  vlam_payments_held: { help: 'Payments that wait for a decision of staff' },
  vlam_payments_oldest_held_seconds: { help: 'How long the oldest of them has waited' },
  vlam_renewals_overdue: { help: 'Renewals that should have been charged over an hour ago', label: 'kind' },
  vlam_payouts_waiting: { help: 'Payouts that are requested or approved and not sent', label: 'state' },
  vlam_payouts_oldest_seconds: { help: 'How long the oldest payout has waited' },
  vlam_risk_cases_waiting: { help: 'Cases of suspected fraud that wait for a decision' },
  vlam_risk_cases_late: { help: 'Those past the time by which they are to be decided' },
  vlam_ledger_differences: { help: 'Differences that the last reconciliation of the ledger found' },
  vlam_ledger_shortfall_rand: { help: 'Rand owed to creators beyond what is held' },
  vlam_ledger_check_age_seconds: { help: 'Time since the last reconciliation of the ledger' },
  vlam_replicas: { help: 'Standbys connected to the database' },
  vlam_replica_behind_bytes: { help: 'Log that the slowest standby has not replayed' },
  vlam_backup_behind_bytes: { help: 'Log that the running backup has not copied' },
} as const satisfies Record<string, Described>;

type Figures = Record<keyof typeof siteFigures, Reading>;

/** Many processes are scraped: each asks the database at most this often. */
const maxAgeMs = 10_000;

export function createSiteFigures({ db }: Database, clock: Clock): () => Promise<Figures> {
  return createCached({
    clock,
    maxAgeMs,
    // One after the other: figures take no more than one connection.
    read: async () => ({
      ...(await readJobs(db, clock.now())),
      ...(await readMoney(db, clock.now())),
      ...(await readLedger(db, clock.now())),
      ...(await readCopies(db)),
    }),
  });
}

async function readJobs(db: Db, now: Date) {
  const due = (await listTaskStates(db, now)).filter(({ waiting }) => waiting > 0);
  const dead = await countDeadJobs(db);
  return {
    vlam_jobs_waiting: Object.fromEntries(due.map(({ task, waiting }) => [task, waiting])),
    vlam_jobs_oldest_seconds: Object.fromEntries(due.map(({ task, oldestSeconds }) => [task, oldestSeconds])),
    vlam_jobs_dead: Object.fromEntries(dead.map(({ task, count }) => [task, count])),
  };
}

async function readMoney(db: Db, now: Date) {
  const since = (column: ReturnType<typeof sql.ref>) =>
    sql`coalesce(extract(epoch from ${now}::timestamptz - min(${column})), 0)::float8`;
  const overdue = new Date(now.getTime() - 3_600_000);
  const { rows } = await sql<{
    held: number;
    heldSince: number;
    subscriptions: number;
    vip: number;
    requested: number;
    approved: number;
    payoutSince: number;
    cases: number;
    lateCases: number;
  }>`
    select held.count as held, held.since as "heldSince", payouts.requested, payouts.approved,
        payouts.since as "payoutSince", cases.count as cases, cases.late as "lateCases",
        (select count(*)::int from subscriptions where next_attempt_at < ${overdue}) as subscriptions,
        (select count(*)::int from vip_memberships where next_attempt_at < ${overdue}) as vip
      from (
        select count(*)::int as count, ${since(sql.ref('at'))} as since from (
          select created_at as at from payment_orders where flag is not null and refund_requested_at is null
          union all
          select received_at from second_payments where state = 'held'
        ) as waiting
      ) as held, (
        select count(*) filter (where status = 'requested')::int as requested,
            count(*) filter (where status = 'approved')::int as approved, ${since(sql.ref('requested_at'))} as since
          from payouts where status in ('requested', 'approved')
      ) as payouts, (
        select count(*)::int as count, count(*) filter (where due_at < ${now})::int as late
          from risk_cases where state in ('open', 'frozen')
      ) as cases`.execute(db);
  const [found] = rows;
  return {
    vlam_payments_held: found?.held ?? null,
    vlam_payments_oldest_held_seconds: found?.heldSince ?? null,
    vlam_renewals_overdue: found ? { subscription: found.subscriptions, vip: found.vip } : null,
    vlam_payouts_waiting: found ? { requested: found.requested, approved: found.approved } : null,
    vlam_payouts_oldest_seconds: found?.payoutSince ?? null,
    vlam_risk_cases_waiting: found?.cases ?? null,
    vlam_risk_cases_late: found?.lateCases ?? null,
  };
}

async function readLedger(db: Db, now: Date) {
  const { rows } = await sql<{ differences: number; shortfall: number; age: number }>`
    select cardinality(differences) as differences, greatest(owed_cents - held_cents, 0)::float8 / 100 as shortfall,
        extract(epoch from ${now}::timestamptz - checked_at)::float8 as age
      from ledger_checks order by number desc limit 1`.execute(db);
  return {
    vlam_ledger_differences: rows[0]?.differences ?? null,
    vlam_ledger_shortfall_rand: rows[0]?.shortfall ?? null,
    vlam_ledger_check_age_seconds: rows[0]?.age ?? null,
  };
}

/** How far a standby is behind is told to roles with `pg_read_all_stats` only; without a backup there is no slot. */
async function readCopies(db: Db) {
  const { rows } = await sql<{ replicas: number; behind: number | null; backup: number | null }>`
    select (select count(*) from pg_stat_replication)::int as replicas,
        case when not pg_is_in_recovery() then
          (select max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)) from pg_stat_replication)::float8
        end as behind,
        case when not pg_is_in_recovery() then
          (select max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) from pg_replication_slots
            where slot_name = 'vlam_backup')::float8
        end as backup`.execute(db);
  return {
    vlam_replicas: rows[0]?.replicas ?? null,
    vlam_replica_behind_bytes: rows[0]?.behind ?? null,
    vlam_backup_behind_bytes: rows[0]?.backup ?? null,
  };
}
