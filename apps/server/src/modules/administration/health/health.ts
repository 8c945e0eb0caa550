import {
  type DeadJob,
  type healthOperations,
  healthParts,
  type SystemHealth,
} from '@vlam/contract/administration-health';
import type { ResponseOf } from '@vlam/contract/operation';
import * as z from 'zod/mini';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { readDiskSpace } from '../../../platform/disk-space.ts';
import { AppError } from '../../../platform/errors.ts';
import { works } from '../../../platform/health.ts';
import { countDeadJobs, listDeadJobs, listTaskStates, takeDeadJobs } from '../../../platform/job-states.ts';
import { findJobKind, type Jobs } from '../../../platform/jobs.ts';
import type { RequestCounts } from '../../../platform/request-counts.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { say } from '../../../platform/words.ts';
import type { ComplianceService } from '../../compliance/service.ts';

type Taken = ResponseOf<(typeof healthOperations)['runDeadJobs']>;
type DeadJobs = ResponseOf<(typeof healthOperations)['listDeadJobs']>;

/** Parts of the program by name; each rejects when it cannot serve. */
export type Parts = Readonly<Record<(typeof healthParts)[number], () => Promise<unknown>>>;

export interface HealthDeskDependencies {
  config: Pick<Config, 'dataDir'>;
  version: string;
  database: Database;
  clock: Clock;
  jobs: Pick<Jobs, 'enqueue'>;
  requestCounts: Pick<RequestCounts, 'since'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
  parts: Parts;
}

/** What admins see of the machinery, and what they do about jobs that were given up. */
export interface HealthDesk {
  get(): Promise<SystemHealth>;
  listDead(page: { cursor?: string | undefined; limit?: number | undefined }): Promise<DeadJobs>;
  /** Queues each once, also when another process asks for it. Throws `CONFLICT` when this version knows one of the kinds no more. */
  run(viewer: Viewer, ids: readonly string[]): Promise<Taken>;
  discard(viewer: Viewer, ids: readonly string[], reason: string): Promise<Taken>;
}

const pageSize = 25;
const position = z.tuple([z.uuid()]);
const dayMs = 86_400_000;
const maxErrorLength = 300;

export async function checkParts(parts: Parts): Promise<SystemHealth['parts']> {
  return Promise.all(
    healthParts.map(async (name) => {
      const begun = performance.now();
      const ok = await works(parts[name]);
      return { name, ok, ms: Math.round(performance.now() - begun) };
    }),
  );
}

export const percentOf = ({ requests, failed }: { requests: number; failed: number }): number | null =>
  requests === 0 ? null : Math.floor(((requests - failed) / requests) * 1_000) / 10;

export function createHealthDesk(deps: HealthDeskDependencies): HealthDesk {
  const { clock, jobs, compliance } = deps;
  const { db } = deps.database;

  const record = (tx: Db, viewer: Viewer, action: string, job: { id: string; task: string }, reason: string | null) =>
    compliance.recordAction(tx, {
      actorId: viewer.accountId,
      action,
      targetType: 'job',
      targetId: job.id,
      reason,
      details: { task: job.task },
    });

  return {
    async get() {
      const now = clock.now();
      const [parts, counts, queues, dead, disk] = await Promise.all([
        checkParts(deps.parts),
        deps.requestCounts.since(new Date(now.getTime() - dayMs)),
        listTaskStates(db, now),
        countDeadJobs(db),
        readDiskSpace(deps.config.dataDir).catch(() => null),
      ]);
      return {
        checkedAt: now.toISOString(),
        version: deps.version,
        parts,
        answers: { percent: percentOf(counts), ...counts },
        queues: queues.map((queue) => ({ ...queue, oldestSeconds: Math.round(queue.oldestSeconds) })),
        deadJobs: dead.reduce((sum, { count }) => sum + count, 0),
        disk,
      };
    },
    async listDead({ cursor, limit = pageSize }) {
      const [below] = decodeCursor(position, cursor) ?? [];
      const rows = await listDeadJobs(db, below ?? null, limit + 1);
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return {
        items: items.map(
          (row): DeadJob => ({
            id: row.id,
            task: row.task,
            error: row.error.split('\n').slice(0, 2).join('\n').slice(0, maxErrorLength),
            failedAt: row.failed_at.toISOString(),
            canRun: findJobKind(row.task) !== undefined,
          }),
        ),
        nextCursor: rows.length > limit && last ? encodeCursor([last.id]) : null,
      };
    },
    run: (viewer, ids) =>
      db.transaction().execute(async (tx) => {
        const taken = await takeDeadJobs(tx, ids);
        for (const job of taken) {
          const kind = findJobKind(job.task);
          if (!kind)
            throw new AppError('CONFLICT', {
              message: say`This version of the program knows no job ${job.task}. Discard it`,
            });
          await jobs.enqueue(tx, kind, job.payload);
          await record(tx, viewer, 'job.run-again', job, null);
        }
        return { taken: taken.length, gone: new Set(ids).size - taken.length };
      }),
    discard: (viewer, ids, reason) =>
      db.transaction().execute(async (tx) => {
        const taken = await takeDeadJobs(tx, ids);
        for (const job of taken) await record(tx, viewer, 'job.discarded', job, reason);
        return { taken: taken.length, gone: new Set(ids).size - taken.length };
      }),
  };
}
