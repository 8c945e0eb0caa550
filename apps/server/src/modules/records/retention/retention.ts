import type { RetentionRule } from '@vlam/contract/records-retention';
import { transact } from '../../../platform/after-commit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import * as store from './store.ts';

/** Removes the rows of one class that are past their time, except what a legal hold covers. */
export interface RetentionSweep {
  /** Rows whose time ended before `before`; of them, those that a hold keeps. Counts stop at a bound. */
  count(on: Db, before: Date, now: Date): Promise<{ due: number; held: number }>;
  /** Removes at most `limit` rows of each of its tables; returns how many. */
  remove(tx: Db, before: Date, now: Date, limit: number): Promise<number>;
}

export interface RetentionDependencies {
  database: Database;
  clock: Clock;
  compliance: Pick<ComplianceService, 'recordAction'>;
  /** By id of the rule. A rule whose mode is `job` has one. */
  retentionSweeps: Readonly<Record<string, RetentionSweep>>;
}

export interface Retention {
  list(): Promise<RetentionRule[]>;
  /** Enforces every rule; what an interrupted run left is removed by the next. `batch`: rows a transaction. */
  enforce(batch?: number): Promise<void>;
  tasks: JobTask[];
}

const enforceKind = jobKind('records.retention', { maxAttempts: 3 });
const dayMs = 86_400_000;
const keptRunDays = 90;

/** The retention schedule, which is data, and the job that enforces it. */
export function createRetention(deps: RetentionDependencies): Retention {
  const { clock, retentionSweeps: sweeps } = deps;
  const { db } = deps.database;
  const endOfTime = ({ days }: store.RuleRow, now: Date) => new Date(now.getTime() - (days ?? 0) * dayMs);

  function sweepOf(rule: store.RuleRow): RetentionSweep | null {
    if (rule.mode !== 'job') return null;
    const sweep = sweeps[rule.id];
    if (!sweep) throw new Error(`no sweep for the retention rule ${rule.id}`);
    return sweep;
  }

  async function enforceRule(rule: store.RuleRow, batch: number): Promise<void> {
    const sweep = sweepOf(rule);
    if (!sweep) return;
    const runId = newId(clock.now().getTime());
    await store.insertRun(db, { id: runId, rule_id: rule.id, started_at: clock.now() });
    for (let removed = 1; removed > 0; )
      // The count commits with what it counts, so that it is right after a kill as well.
      removed = await transact(db, async (tx) => {
        const now = clock.now();
        const rows = await sweep.remove(tx, endOfTime(rule, now), now, batch);
        if (rows > 0) await store.addRemoved(tx, runId, rows);
        return rows;
      });
    await transact(db, async (tx) => {
      const run = await store.endRun(tx, runId, clock.now());
      if (run.removed === 0) return;
      await deps.compliance.recordAction(tx, {
        // The run itself stands for the machine.
        ...{ actorId: runId, action: 'retention.removed', targetType: 'retention_rule', targetId: rule.id },
        details: { removed: run.removed, days: rule.days },
      });
    });
  }

  async function enforce(batch = 500): Promise<void> {
    await store.closeHolds(db, clock.now());
    for (const rule of await store.listRules(db)) await enforceRule(rule, batch);
    await store.deleteEmptyRuns(db, new Date(clock.now().getTime() - keptRunDays * dayMs));
  }

  return {
    async list() {
      const now = clock.now();
      const [rules, runs] = await Promise.all([store.listRules(db), store.listLatestRuns(db)]);
      const views: RetentionRule[] = [];
      for (const rule of rules) {
        const counted = await sweepOf(rule)?.count(db, endOfTime(rule, now), now);
        const run = runs.get(rule.id);
        views.push({
          id: rule.id,
          mode: rule.mode as RetentionRule['mode'],
          days: rule.days,
          basis: rule.basis,
          worker: rule.worker,
          due: counted?.due ?? null,
          held: counted?.held ?? null,
          lastRun: run
            ? {
                startedAt: run.started_at.toISOString(),
                endedAt: run.ended_at?.toISOString() ?? null,
                removed: run.removed,
              }
            : null,
          removed: run?.total ?? 0,
        });
      }
      return views;
    },
    enforce,
    // At night in Johannesburg, after the reports of periods were closed from the same rows.
    tasks: [jobTask(enforceKind, () => enforce(), { cron: '35 23 * * *' })],
  };
}
