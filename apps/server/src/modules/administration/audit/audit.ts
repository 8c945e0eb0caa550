import type { AuditRow, auditOperations } from '@vlam/contract/administration-audit';
import type { BodyOf, QueryOf, ResponseOf } from '@vlam/contract/operation';
import * as z from 'zod/mini';
import { addDays, startOfDay } from '../../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ComplianceService, LoggedAction } from '../../compliance/service.ts';
import type { IdentityService } from '../../identity/service.ts';

type Operations = typeof auditOperations;

export interface Audit {
  /** Rows of the audit log, newest first. */
  list(query: QueryOf<Operations['auditLog']>): Promise<ResponseOf<Operations['auditLog']>>;
  summary(): Promise<ResponseOf<Operations['auditSummary']>>;
  /** Adds a note of the caller's; returns the number of its row. */
  note(viewer: Viewer, note: BodyOf<Operations['logAdminAction']>): Promise<{ number: number }>;
}

export interface AuditDependencies {
  database: Database;
  compliance: Pick<
    ComplianceService,
    'recordAction' | 'recordDecision' | 'listActions' | 'listActionKinds' | 'latestCheck'
  >;
  identity: Pick<IdentityService, 'listNames'>;
}

const pageSize = 50;
const position = z.tuple([z.string().check(z.regex(/^\d{1,18}$/))]);

/** The audit log as staff read it, and their notes. */
export function createAudit({ database: { db }, compliance, identity }: AuditDependencies): Audit {
  async function toRows(actions: readonly LoggedAction[]): Promise<AuditRow[]> {
    const names = await identity.listNames(db, [...new Set(actions.map(({ actor_id }) => actor_id))]);
    return actions.map((action) => ({
      number: Number(action.number),
      at: action.at.toISOString(),
      actor: { id: action.actor_id, name: names.get(action.actor_id) ?? null },
      action: action.action,
      targetType: action.target_type,
      targetId: action.target_id,
      reason: action.reason,
      details: { ...action.details },
      hash: action.hash.toString('hex'),
    }));
  }

  return {
    async list({ cursor, limit = pageSize, since, until, ...filter }) {
      const [below] = decodeCursor(position, cursor) ?? [];
      const days = {
        since: since ? startOfDay(since) : undefined,
        before: until ? startOfDay(addDays(until, 1)) : undefined,
      };
      const found = await compliance.listActions(
        { ...filter, ...days },
        below === undefined ? null : BigInt(below),
        limit + 1,
      );
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: await toRows(shown),
        nextCursor: found.length > limit && last ? encodeCursor([String(last.number)]) : null,
      };
    },
    async summary() {
      const [{ actions, actors }, check] = await Promise.all([compliance.listActionKinds(), compliance.latestCheck()]);
      const names = await identity.listNames(db, actors);
      return {
        actions,
        actors: actors.map((id) => ({ id, name: names.get(id) ?? null })),
        check: check
          ? {
              checkedAt: check.checked_at.toISOString(),
              rows: Number(check.rows),
              lastNumber: check.last_number === null ? null : Number(check.last_number),
              lastHash: check.last_hash?.toString('hex') ?? null,
              brokenNumber: check.broken_number === null ? null : Number(check.broken_number),
            }
          : null,
      };
    },
    async note(viewer, { action, targetType, targetId, reason, metadata }) {
      const number = await db.transaction().execute((tx) =>
        compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'note',
          targetType,
          targetId,
          reason: reason || null,
          // The note's own word, whatever the facts are called.
          details: { ...metadata, action },
        }),
      );
      return { number: Number(number) };
    },
  };
}
