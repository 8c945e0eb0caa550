import { startNowWording } from '@vlam/contract/content';
import type { DecisionView } from '@vlam/contract/decisions';
import type { CommunityRule } from '@vlam/contract/rules/community';
import { id } from '@vlam/contract/schemas';
import { newPriceWording } from '@vlam/contract/subscription-prices';
import * as z from 'zod/mini';
import type { Db } from '../../platform/database.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { createLane } from '../../platform/lane.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Price } from '../../platform/shown-price.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { type AccountConsents, type AccountConsentsDependencies, createAccountConsents } from './account-consents.ts';
import {
  appendAction,
  type LoggedAction,
  listLoggedActions,
  type StaffAction,
  type Verification,
  verifyAuditLog,
} from './audit-log.ts';
import { createDecisions, type Decisions, type DecisionsDependencies, type NewDecision } from './decisions.ts';
import type { AuditFilter } from './store.ts';
import * as store from './store.ts';

/** What a decision means to the member it is about. */
export interface Statement extends Pick<NewDecision, 'action' | 'subject' | 'isNotified'> {
  /** Null when the account is gone. */
  accountId: string | null;
  /** By default `other`. */
  rule?: CommunityRule | undefined;
}

export interface ComplianceService {
  /** Writes one row to the audit log, in the transaction of the action; returns its number. */
  recordAction(tx: Db, action: StaffAction): Promise<bigint>;
  /**
   * As `recordAction`, with the statement of reasons for the member it is about, whose text is the reason. No one is notified
   * of a decision about an account that is gone.
   */
  recordDecision(tx: Db, action: StaffAction & { reason: string }, statement: Statement): Promise<DecisionView | null>;
  decisions: Decisions;
  accountConsents: AccountConsents;
  /**
   * Records that a member of staff called an operation whose permission they lack; `body` as they sent it, of which only
   * the id of an account is kept.
   */
  recordRefusal(refused: { actorId: string; operation: string; body: unknown }): Promise<void>;
  /** Records a member's consent to start now, for this price and in the wording that was `shown`: for others than calls the usual one. Batched. */
  recordStartNow(accountId: string, reference: string, price: Price, shown?: { number: number }): Promise<void>;
  /**
   * Runs `act` and, with consent, records it. Either both succeed or the call throws; a retry charges nothing more and
   * records the consent again.
   */
  withStartNowConsent<Answer>(
    consent: { viewer: Pick<Viewer, 'accountId'>; given: boolean | undefined; reference: string; price: Price },
    act: () => Promise<Answer>,
  ): Promise<Answer>;
  /** Records consent to a new renewal price, in the transaction that applies it. */
  recordNewPrice(tx: Db, consent: store.Consent): Promise<void>;
  /** Verifies the hash chain from the start; returns the number of the first row that breaks it, or null. */
  findBrokenLink(): Promise<bigint | null>;
  /** As `findBrokenLink`, with how many rows were read and the newest of them. */
  verifyLog(): Promise<Verification>;
  /** Rows of the audit log, newest first, below the number `below`. */
  listActions(filter: AuditFilter, below: bigint | null, limit: number): Promise<LoggedAction[]>;
  /** Kinds of action and ids of accounts that acted. */
  listActionKinds(): Promise<{ actions: string[]; actors: string[] }>;
  /** Verifies the log and stores the result, as a job does each night. */
  checkLog(): Promise<void>;
  /** The newest verification that was stored. */
  latestCheck(): ReturnType<typeof store.findLatestCheck>;
  tasks: JobTask[];
}

export type { AccountConsentsDependencies } from './account-consents.ts';
export { type LoggedAction, listLoggedActions, type StaffAction, verifyAuditLog } from './audit-log.ts';
export type { DecisionRow, Decisions } from './decisions.ts';
export type { AuditFilter } from './store.ts';

/** Once a day, at night in Johannesburg. */
const checkKind = jobKind('compliance.audit-check');

/** The audit log of staff actions, which is append-only, and the consents of members. */
export function createComplianceService({
  logger,
  ...deps
}: DecisionsDependencies & AccountConsentsDependencies & { logger: Logger }): ComplianceService {
  const { db, clock } = deps;
  const decisions = createDecisions(deps);

  const consents = createLane<store.Consent & { wording: number }, true>({
    name: 'compliance.consents',
    limit: 500,
    async call(given) {
      await store.insertConsents(db, { kind: 'start_now', at: clock.now() }, given);
      return given.map(() => true as const);
    },
  });

  const recordStartNow: ComplianceService['recordStartNow'] = async (accountId, reference, price, shown) => {
    await consents.send({ accountId, reference, price, wording: (shown ?? startNowWording).number });
  };

  const recordAction: ComplianceService['recordAction'] = (tx, action) => appendAction(tx, action, clock.now());
  const verifyLog = () => verifyAuditLog(db);

  /** The head goes to the program's log as well, where a row that was cut off the end would be missed. */
  async function checkLog(): Promise<void> {
    const { rows, last, broken } = await verifyLog();
    const earlier = await store.findLatestCheck(db);
    // A log that lost its newest rows still fits itself.
    const isShorter = !broken && earlier?.last_number != null && (last?.number ?? 0n) < earlier.last_number;
    const brokenNumber = broken ?? (isShorter ? earlier.last_number : null);
    await store.insertCheck(db, {
      checked_at: clock.now(),
      rows: BigInt(rows),
      last_number: last?.number ?? null,
      last_hash: last?.hash ?? null,
      broken_number: brokenNumber,
    });
    const head = {
      auditRows: rows,
      auditNumber: Number(last?.number ?? 0n),
      auditHash: last?.hash.toString('hex') ?? null,
    };
    if (brokenNumber === null) logger.info('audit log is whole', head);
    else logger.error('audit log was changed', { ...head, auditBroken: Number(brokenNumber) });
  }

  return {
    recordAction,
    decisions,
    accountConsents: createAccountConsents(deps),
    async recordDecision(tx, action, { accountId, rule = 'other', ...statement }) {
      const auditNumber = await recordAction(tx, action);
      if (!accountId) return null;
      const { reason, targetType, targetId, actorId } = action;
      const row = { ...statement, accountId, rule, reason, targetType, targetId, auditNumber, decidedBy: actorId };
      return decisions.record(tx, row);
    },
    async recordRefusal({ actorId, operation, body }) {
      const userId = accountIdIn(body);
      await db.transaction().execute((tx) =>
        recordAction(tx, {
          actorId,
          action: 'refused',
          targetType: userId ? 'account' : 'operation',
          targetId: userId ?? operation,
          details: { operation },
        }),
      );
    },
    recordStartNow,
    async withStartNowConsent({ viewer, given, reference, price }, act) {
      const [answer] = await Promise.all([
        act(),
        given ? recordStartNow(viewer.accountId, reference, price) : undefined,
      ]);
      return answer;
    },
    recordNewPrice: (tx, consent) =>
      store.insertConsents(tx, { kind: 'new_price', at: clock.now() }, [
        { ...consent, wording: newPriceWording.number },
      ]),
    verifyLog,
    findBrokenLink: async () => (await verifyLog()).broken,
    listActions: (...page) => listLoggedActions(db, ...page),
    async listActionKinds() {
      const [actions, actors] = await Promise.all([
        store.listDistinct(db, 'action'),
        store.listDistinct(db, 'actor_id'),
      ]);
      return { actions, actors };
    },
    latestCheck: () => store.findLatestCheck(db),
    checkLog,
    tasks: [jobTask(checkKind, checkLog, { cron: '40 1 * * *' })],
  };
}

const accountId = z.object({ userId: id });
const accountIdIn = (body: unknown): string | null => {
  const parsed = z.safeParse(accountId, body);
  return parsed.success ? parsed.data.userId : null;
};
