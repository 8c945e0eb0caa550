import type { BodyOf } from '@vlam/contract/operation';
import type { AuthorityRequest, holdsOperations } from '@vlam/contract/records-holds';
import { transact } from '../../../platform/after-commit.ts';
import { addDays, type Clock, startOfDay } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import type { IdentityService } from '../../identity/service.ts';
import { nextNumber } from '../numbers.ts';
import * as store from './store.ts';

type Operations = typeof holdsOperations;

/** The register of what police, courts and regulators asked. */
export interface AuthorityRequests {
  list(): Promise<AuthorityRequest[]>;
  /** Audited. */
  record(viewer: Viewer, body: BodyOf<Operations['recordAuthorityRequest']>): Promise<AuthorityRequest>;
  /** Audited. Throws `NOT_FOUND`, `CONFLICT` once answered. */
  answer(viewer: Viewer, id: string, body: BodyOf<Operations['answerAuthorityRequest']>): Promise<AuthorityRequest>;
}

export function createAuthorityRequests(deps: {
  database: Database;
  clock: Clock;
  compliance: Pick<ComplianceService, 'recordAction'>;
  identity: Pick<IdentityService, 'listNames'>;
}): AuthorityRequests {
  const { clock } = deps;
  const { db } = deps.database;

  async function toViews(rows: readonly store.RequestRow[]): Promise<AuthorityRequest[]> {
    const names = await deps.identity.listNames(db, [...new Set(rows.map((row) => row.recorded_by))]);
    return rows.map((row) => ({
      id: row.id,
      number: row.number,
      authority: row.authority as AuthorityRequest['authority'],
      demand: row.demand as AuthorityRequest['demand'],
      reference: row.reference,
      summary: row.summary,
      receivedAt: row.received_at.toISOString(),
      dueAt: row.due_at?.toISOString() ?? null,
      recordedBy: names.get(row.recorded_by) ?? null,
      state: row.state as AuthorityRequest['state'],
      answer: row.answer,
      answeredAt: row.answered_at?.toISOString() ?? null,
    }));
  }
  async function toView(row: store.RequestRow): Promise<AuthorityRequest> {
    const [view] = await toViews([row]);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }
  const audit = (tx: Db, viewer: Viewer, row: store.RequestRow, action: string) =>
    deps.compliance.recordAction(tx, {
      ...{ actorId: viewer.accountId, action, targetType: 'authority_request', targetId: row.id },
      details: { number: row.number, authority: row.authority, demand: row.demand, reference: row.reference },
    });

  return {
    list: async () => toViews(await store.listRequests(db)),
    async record(viewer, { dueOn, ...body }) {
      const now = clock.now();
      const row = await transact(db, async (tx) => {
        const inserted = await store.insertRequest(tx, {
          ...{ id: newId(now.getTime()), ...body, received_at: now, recorded_by: viewer.accountId },
          number: await nextNumber(tx, 'authority_requests', 'AR', now),
          due_at: dueOn ? startOfDay(addDays(dueOn, 1)) : null,
        });
        await audit(tx, viewer, inserted, 'authority.recorded');
        return inserted;
      });
      return toView(row);
    },
    async answer(viewer, id, { state, answer }) {
      const row = await transact(db, async (tx) => {
        const found = await store.lockRequest(tx, id);
        if (!found) throw new AppError('NOT_FOUND');
        if (found.state !== 'open') throw new AppError('CONFLICT', { message: 'This request was answered' });
        const change = { state, answer, answered_at: clock.now(), answered_by: viewer.accountId };
        const changed = await store.updateRequest(tx, id, change);
        await audit(tx, viewer, changed, `authority.${state}`);
        return changed;
      });
      return toView(row);
    },
  };
}
