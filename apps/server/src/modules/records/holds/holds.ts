import type { BodyOf } from '@vlam/contract/operation';
import type { holdsOperations, LegalHold } from '@vlam/contract/records-holds';
import { type HoldSubject, holdConfirmDays, maxHoldDays } from '@vlam/contract/rules/records';
import { transact } from '../../../platform/after-commit.ts';
import { addDays, type Clock, johannesburgDay, startOfDay } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import type { IdentityService } from '../../identity/service.ts';
import { nextNumber } from '../numbers.ts';
import * as store from './store.ts';

type Operations = typeof holdsOperations;

/** What a hold may be about, found across modules. */
export interface HoldSubjects {
  /** By id or email address, case number, or id. */
  find(type: HoldSubject, named: string): Promise<string | null>;
  listNames(subjects: readonly { type: HoldSubject; id: string }[]): Promise<ReadonlyMap<string, string>>;
}

export interface Holds {
  /** Audited, as the names in it are of people who must not learn of it. */
  list(viewer: Viewer): Promise<LegalHold[]>;
  /** Audited. Throws `NOT_FOUND` for a subject or request that is not there, `VALIDATION_FAILED` for its last day. */
  place(viewer: Viewer, body: BodyOf<Operations['placeLegalHold']>): Promise<LegalHold>;
  /** Audited. Throws `NOT_FOUND`, `CONFLICT` unless it holds and no change waits. */
  change(viewer: Viewer, id: string, body: BodyOf<Operations['changeLegalHold']>): Promise<LegalHold>;
  /** Audited. Throws `NOT_FOUND`, `CONFLICT` when nothing waits, `FORBIDDEN` for who asked and for the subject. */
  confirm(viewer: Viewer, id: string, isConfirmed: boolean): Promise<LegalHold>;
}

const dayMs = 86_400_000;
const conflict = (message: string) => new AppError('CONFLICT', { message });
const invalid = (field: string, message: string) =>
  new AppError('VALIDATION_FAILED', { details: { fields: { [field]: message } } });

export function createHolds(deps: {
  database: Database;
  clock: Clock;
  compliance: Pick<ComplianceService, 'recordAction'>;
  identity: Pick<IdentityService, 'listNames'>;
  holdSubjects: HoldSubjects;
}): Holds {
  const { clock } = deps;
  const { db } = deps.database;

  function stateOf(row: store.HoldRow): LegalHold['state'] {
    const now = clock.now();
    if (row.ended_at || row.until <= now) return 'ended';
    if (row.confirmed_at) return 'confirmed';
    return row.confirm_by > now ? 'asked' : 'lapsed';
  }
  const isInForce = (row: store.HoldRow) => ['asked', 'confirmed'].includes(stateOf(row));
  /** Who asked for what waits now; null when nothing does. */
  const askedBy = (row: store.HoldRow): string | null =>
    !isInForce(row) ? null : row.confirmed_at ? row.change_by : row.placed_by;
  const isSubject = (viewer: Viewer, row: store.HoldRow) =>
    row.subject_type === 'account' && row.subject_id === viewer.accountId;

  async function toViews(viewer: Viewer, rows: readonly store.HoldRow[]): Promise<LegalHold[]> {
    const staff = rows.flatMap((row) => [row.placed_by, row.confirmed_by ?? [], row.change_by ?? []].flat());
    const subjects = rows.map((row) => ({ type: row.subject_type as HoldSubject, id: row.subject_id }));
    const [names, subjectNames, kept, numbers] = await Promise.all([
      deps.identity.listNames(db, [...new Set(staff)]),
      deps.holdSubjects.listNames(subjects),
      store.countKept(
        db,
        rows.filter((row) => row.subject_type === 'account').map((row) => row.subject_id),
      ),
      store.listRequestNumbers(
        db,
        rows.flatMap((row) => row.request_id ?? []),
      ),
    ]);
    return rows.map((row) => {
      const asker = askedBy(row);
      return {
        id: row.id,
        number: row.number,
        subject: {
          type: row.subject_type as HoldSubject,
          id: row.subject_id,
          name: subjectNames.get(row.subject_id) ?? null,
        },
        authority: row.authority as LegalHold['authority'],
        reference: row.reference,
        reason: row.reason,
        requestNumber: row.request_id ? (numbers.get(row.request_id) ?? null) : null,
        placedAt: row.placed_at.toISOString(),
        placedBy: names.get(row.placed_by) ?? null,
        until: row.until.toISOString(),
        state: stateOf(row),
        confirmBy: row.confirm_by.toISOString(),
        confirmedBy: row.confirmed_by ? (names.get(row.confirmed_by) ?? null) : null,
        change:
          row.change && row.change_reason && row.change_by
            ? {
                action: row.change as 'renew' | 'end',
                until: row.change_until?.toISOString() ?? null,
                reason: row.change_reason,
                by: names.get(row.change_by) ?? null,
              }
            : null,
        keptRows: kept.get(row.subject_id) ?? 0,
        mayConfirm: asker !== null && asker !== viewer.accountId && !isSubject(viewer, row),
      };
    });
  }
  async function toView(viewer: Viewer, row: store.HoldRow): Promise<LegalHold> {
    const [view] = await toViews(viewer, [row]);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  /** The hold stands as the target, so that the row is in no member's history. */
  const audit = (tx: Db, viewer: Viewer, row: store.HoldRow, action: string, reason?: string) =>
    deps.compliance.recordAction(tx, {
      ...{ actorId: viewer.accountId, action: `hold.${action}`, targetType: 'legal_hold', targetId: row.id },
      ...(reason ? { reason: reason.slice(0, 500) } : {}),
      details: {
        ...{ number: row.number, subjectType: row.subject_type, subjectId: row.subject_id },
        ...{ authority: row.authority, reference: row.reference, until: row.until.toISOString() },
      },
    });

  /** The end of a last day, which must be ahead and not too far. */
  function endOf(day: string | undefined): Date {
    const end = day ? startOfDay(addDays(day, 1)) : null;
    const today = johannesburgDay(clock.now());
    if (!end || end <= clock.now()) throw invalid('until', 'Please enter a day ahead');
    if (end > startOfDay(addDays(today, maxHoldDays + 1))) throw invalid('until', 'A year at most; it can be renewed');
    return end;
  }

  async function locked(tx: Db, id: string): Promise<store.HoldRow> {
    const row = await store.lockHold(tx, id);
    if (!row) throw new AppError('NOT_FOUND');
    if (!isInForce(row)) throw conflict('This hold is over');
    return row;
  }

  return {
    async list(viewer) {
      const rows = await store.listHolds(db);
      await transact(db, (tx) =>
        deps.compliance.recordAction(tx, {
          ...{ actorId: viewer.accountId, action: 'hold.listed', targetType: 'legal_hold', targetId: 'all' },
          details: { rows: rows.length },
        }),
      );
      return toViews(viewer, rows);
    },
    async place(viewer, { subjectType, subject, requestNumber, until, ...body }) {
      const now = clock.now();
      const end = endOf(until);
      const subjectId = await deps.holdSubjects.find(subjectType, subject);
      if (!subjectId) throw new AppError('NOT_FOUND', { message: 'Nothing has this id, address or number' });
      const request = requestNumber ? await store.findRequestByNumber(db, requestNumber.toUpperCase()) : null;
      if (requestNumber && !request) throw new AppError('NOT_FOUND', { message: 'No request has this number' });
      const row = await transact(db, async (tx) => {
        const inserted = await store.insertHold(tx, {
          ...{ id: newId(now.getTime()), subject_type: subjectType, subject_id: subjectId, ...body, until: end },
          ...{ placed_at: now, placed_by: viewer.accountId, request_id: request?.id ?? null },
          number: await nextNumber(tx, 'legal_holds', 'LH', now),
          confirm_by: new Date(now.getTime() + holdConfirmDays * dayMs),
        });
        await audit(tx, viewer, inserted, 'placed', body.reason);
        return inserted;
      });
      return toView(viewer, row);
    },
    async change(viewer, id, { action, until, reason }) {
      const end = action === 'renew' ? endOf(until) : null;
      const row = await transact(db, async (tx) => {
        const found = await locked(tx, id);
        if (!found.confirmed_at || found.change) throw conflict('Another member of staff confirms first');
        if (end && end <= found.until) throw invalid('until', 'Please enter a day after the last one');
        const changed = await store.updateHold(tx, id, {
          ...{ change: action, change_until: end, change_reason: reason },
          ...{ change_at: clock.now(), change_by: viewer.accountId },
        });
        await audit(tx, viewer, changed, `${action}_asked`, reason);
        return changed;
      });
      return toView(viewer, row);
    },
    async confirm(viewer, id, isConfirmed) {
      const none = { change: null, change_until: null, change_reason: null, change_at: null, change_by: null };
      const row = await transact(db, async (tx) => {
        const found = await locked(tx, id);
        const asker = askedBy(found);
        if (!asker) throw conflict('Nothing waits to be confirmed');
        if (asker === viewer.accountId || isSubject(viewer, found))
          throw new AppError('FORBIDDEN', { message: 'Another member of staff confirms this' });
        const at = clock.now();
        const by = viewer.accountId;
        const what = found.confirmed_at ? (found.change ?? 'end') : 'place';
        const ended = { ended_at: at, ended_by: by };
        const change = !isConfirmed
          ? what === 'place'
            ? ended
            : none
          : what === 'place'
            ? { confirmed_at: at, confirmed_by: by }
            : what === 'renew'
              ? { ...none, until: found.change_until ?? found.until }
              : { ...none, ...ended };
        const changed = await store.updateHold(tx, id, change);
        await audit(tx, viewer, changed, `${what}_${isConfirmed ? 'confirmed' : 'rejected'}`);
        return changed;
      });
      return toView(viewer, row);
    },
  };
}
