import type { DecisionView } from '@vlam/contract/decisions';
import {
  type CommunityRule,
  type DecisionAction,
  type EvidenceClass,
  evidenceOf,
  strikesOf,
} from '@vlam/contract/rules/community';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Notify } from '../../platform/notices.ts';
import type { OperatorSettings } from '../../platform/operator-settings.ts';
import * as store from './decisions-store.ts';

/** A decision of staff as its member reads it. */
export interface NewDecision {
  /** The member it is about. */
  accountId: string;
  action: DecisionAction;
  rule: CommunityRule;
  /** What the member reads. */
  reason: string;
  targetType: string;
  targetId: string;
  /** What the target is called; null for the account itself. */
  subject: string | null;
  /** Row of the audit log. */
  auditNumber: bigint;
  /** Account of the member of staff; null when a program decided. */
  decidedBy: string | null;
  /** The caller notifies the member by a notice of its own. */
  isNotified?: boolean | undefined;
}

export interface Decisions {
  /** Stores the statement of reasons in the transaction of the decision, and notifies the member. */
  record(tx: Db, decision: NewDecision): Promise<DecisionView>;
  /**
   * Takes a decision back that its author undid before its member was notified: it counts as never made, and its member reads
   * nothing of it. Throws `CONFLICT` once it was appealed.
   */
  withdraw(tx: Db, decisionId: string): Promise<void>;
  /** Decisions about an account, newest first. */
  list(accountId: string, query: { cursor?: string | undefined; limit?: number | undefined }): Promise<DecisionPage>;
  /** Throws `NOT_FOUND` for another account's, `CONFLICT` once it was appealed, or past its last day. */
  appeal(accountId: string, decisionId: string, text: string): Promise<DecisionView>;
  /** As `appeal`, about the suspension of the account. Throws `CONFLICT` without one. */
  appealSuspension(accountId: string, text: string): Promise<void>;
  listAppeals(
    state: 'open' | 'answered',
    query: { cursor?: string | undefined; limit?: number | undefined },
  ): Promise<{ rows: store.DecisionRow[]; nextCursor: string | null }>;
  countOpenAppeals(): Promise<number>;
  /** The decision, locked. Throws `NOT_FOUND`, `CONFLICT` unless its appeal waits. */
  lockAppealed(tx: Db, decisionId: string): Promise<store.DecisionRow>;
  /** Answers an appeal and notifies the member. A reversed decision counts no strikes any more. */
  answer(
    tx: Db,
    row: store.DecisionRow,
    answer: { state: 'upheld' | 'reversed'; reason: string; by: string },
  ): Promise<store.DecisionRow>;
  /** Strikes that count now, by account; they follow the person to another account. */
  countStrikes(on: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  toView(row: store.DecisionRow): DecisionView;
}

interface DecisionPage {
  items: DecisionView[];
  nextCursor: string | null;
}

export type { DecisionRow } from './decisions-store.ts';

export interface DecisionsDependencies {
  db: Database['db'];
  clock: Clock;
  notify: Notify;
  settings: Pick<OperatorSettings, 'get'>;
  /** HMAC of the proven ID number, by account; accounts without one are absent. */
  personKeys(on: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** Accounts of staff who decide about content. */
  listModerators(on: Db): Promise<string[]>;
}

const dayMs = 86_400_000;
const pageSize = 20;
const ownPosition = z.tuple([z.string().check(z.regex(/^\d{1,18}$/))]);
const appealPosition = z.tuple([z.iso.datetime(), z.uuid()]);

const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs);

/** Decisions of staff about members, the strikes they count, and appeals. */
export function createDecisions(deps: DecisionsDependencies): Decisions {
  const { db, clock, settings } = deps;

  function toView(row: store.DecisionRow): DecisionView {
    const isReversed = row.appeal_state === 'reversed';
    const mayAppeal = row.appeal_state === null && row.appeal_until !== null && row.appeal_until > clock.now();
    return {
      id: row.id,
      action: row.action as DecisionAction,
      rule: row.rule as CommunityRule,
      reason: row.reason,
      targetType: row.target_type,
      subject: row.subject,
      evidence: (row.evidence as EvidenceClass | null) ?? evidenceOf[row.action as DecisionAction],
      isAutomatic: row.decided_by === null,
      decidedAt: row.decided_at.toISOString(),
      strikes: isReversed ? 0 : row.strikes,
      strikesUntil: isReversed ? null : (row.strikes_until?.toISOString() ?? null),
      appealUntil: mayAppeal ? (row.appeal_until?.toISOString() ?? null) : null,
      appeal:
        row.appeal_state && row.appeal_text && row.appealed_at && row.answer_due_at
          ? {
              text: row.appeal_text,
              at: row.appealed_at.toISOString(),
              state: row.appeal_state as NonNullable<DecisionView['appeal']>['state'],
              dueAt: row.answer_due_at.toISOString(),
              answer: row.appeal_answer,
              answeredAt: row.answered_at?.toISOString() ?? null,
            }
          : null,
    };
  }

  async function appealIn(tx: Db, row: store.DecisionRow | undefined, text: string): Promise<store.DecisionRow> {
    if (!row) throw new AppError('NOT_FOUND');
    if (row.appeal_state) throw new AppError('CONFLICT', { message: 'You have appealed this already' });
    const now = clock.now();
    if (!row.appeal_until || row.appeal_until <= now)
      throw new AppError('CONFLICT', { message: 'The last day to appeal this is over' });
    const answerDueAt = addDays(now, await settings.get('appealAnswerDays', tx));
    const change = { appeal_text: text, appealed_at: now, appeal_state: 'open', answer_due_at: answerDueAt };
    const appealed = await store.update(tx, row.id, change);
    const moderators = await deps.listModerators(tx);
    await deps.notify(
      tx,
      ...moderators
        .filter((accountId) => accountId !== row.decided_by && accountId !== row.account_id)
        .map((accountId) => ({ kind: 'appeal_waiting' as const, to: { accountId }, key: `appeal:${row.id}` })),
    );
    return appealed;
  }

  return {
    toView,
    async record(tx, { accountId, action, decidedBy, isNotified = false, ...decision }) {
      const now = clock.now();
      const strikes = strikesOf[action];
      const keys = await deps.personKeys(tx, [accountId]);
      const row = await store.insert(tx, {
        id: newId(now.getTime()),
        account_id: accountId,
        person_key: keys.get(accountId) ?? null,
        action,
        rule: decision.rule,
        evidence: evidenceOf[action],
        reason: decision.reason,
        target_type: decision.targetType,
        target_id: decision.targetId,
        subject: decision.subject?.slice(0, 200) ?? null,
        audit_number: decision.auditNumber,
        decided_by: decidedBy,
        decided_at: now,
        strikes,
        strikes_until: strikes > 0 ? addDays(now, await settings.get('strikeDays', tx)) : null,
        appeal_until: addDays(now, await settings.get('appealDays', tx)),
      });
      if (isNotified) return toView(row);
      await deps.notify(tx, {
        kind: 'decision',
        to: { accountId },
        key: `decision:${row.id}`,
        targetId: row.id,
        ...(decision.subject ? { subject: decision.subject } : {}),
      });
      return toView(row);
    },
    async withdraw(tx, decisionId) {
      const row = await store.lock(tx, decisionId);
      if (!row) return;
      if (row.appeal_state) throw new AppError('CONFLICT', { message: 'It was appealed since' });
      await store.update(tx, row.id, {
        withdrawn_at: clock.now(),
        strikes: 0,
        strikes_until: null,
        appeal_until: null,
      });
    },
    async list(accountId, { cursor, limit = pageSize }) {
      const [below] = decodeCursor(ownPosition, cursor) ?? [];
      const rows = await store.listOfAccount(db, accountId, below === undefined ? null : BigInt(below), limit + 1);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: shown.map(toView),
        nextCursor: rows.length > limit && last ? encodeCursor([String(last.audit_number)]) : null,
      };
    },
    async appeal(accountId, decisionId, text) {
      const row = await db.transaction().execute(async (tx) => {
        const found = await store.lock(tx, decisionId);
        return appealIn(tx, found?.account_id === accountId && !found.withdrawn_at ? found : undefined, text);
      });
      return toView(row);
    },
    async appealSuspension(accountId, text) {
      await db.transaction().execute(async (tx) => {
        const row = await store.lockLatest(tx, accountId, 'suspended');
        if (!row) throw new AppError('CONFLICT', { message: 'Write to us: this suspension has no statement' });
        await appealIn(tx, row, text);
      });
    },
    async listAppeals(state, { cursor, limit = pageSize }) {
      const rows = await store.listAppeals(db, state, decodeCursor(appealPosition, cursor), limit + 1);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        rows: shown,
        nextCursor: rows.length > limit && last ? encodeCursor([last.position, last.id]) : null,
      };
    },
    countOpenAppeals: () => store.countOpenAppeals(db),
    async lockAppealed(tx, decisionId) {
      const row = await store.lock(tx, decisionId);
      if (!row) throw new AppError('NOT_FOUND');
      if (row.appeal_state !== 'open') throw new AppError('CONFLICT', { message: 'This appeal does not wait' });
      return row;
    },
    async answer(tx, row, { state, reason, by }) {
      const answered = await store.update(tx, row.id, {
        appeal_state: state,
        appeal_answer: reason,
        answered_by: by,
        answered_at: clock.now(),
        // What was counted ends; the row still says what it was.
        ...(state === 'reversed' && row.strikes_until ? { strikes_until: clock.now() } : {}),
      });
      await deps.notify(tx, {
        kind: 'appeal_answered',
        to: { accountId: row.account_id },
        key: `appeal_answered:${row.id}`,
        targetId: row.id,
        ...(row.subject ? { subject: row.subject } : {}),
      });
      return answered;
    },
    async countStrikes(on, accountIds) {
      const keys = await deps.personKeys(on, accountIds);
      const people = accountIds.map((accountId) => ({ accountId, key: keys.get(accountId) ?? null }));
      return people.length > 0 ? store.countStrikes(on, people, clock.now()) : new Map<string, number>();
    },
  };
}
