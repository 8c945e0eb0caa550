import { createHash } from 'node:crypto';
import { startNowWording } from '@vlam/contract/content';
import { id } from '@vlam/contract/schemas';
import { newPriceWording } from '@vlam/contract/subscription-prices';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { createLane } from '../../platform/lane.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Price } from '../../platform/shown-price.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AuditFilter } from './store.ts';
import * as store from './store.ts';

export interface StaffAction {
  /** Account of the member of staff, from the session. */
  actorId: string;
  /** Named like `payout.approved`. */
  action: string;
  targetType: string;
  targetId: string;
  reason?: string | null;
  /** Further facts for the reader: plain text and numbers. */
  details?: Readonly<Record<string, string | number | boolean | null>>;
}

export interface ComplianceService {
  /** Writes one row to the audit log, in the transaction of the action; returns its number. */
  recordAction(tx: Db, action: StaffAction): Promise<bigint>;
  /**
   * Records that a member of staff called an operation whose permission they lack; `body` as they sent it, of which only
   * the id of an account is kept.
   */
  recordRefusal(refused: { actorId: string; operation: string; body: unknown }): Promise<void>;
  /** Records a member's consent to start now, for this price and in the current wording. Batched. */
  recordStartNow(accountId: string, reference: string, price: Price): Promise<void>;
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
  /** The newest verification that the daily job stored. */
  latestCheck(): ReturnType<typeof store.findLatestCheck>;
  tasks: JobTask[];
}

export type { AuditFilter } from './store.ts';

/** A row of the audit log; `details` as it was written. */
export type LoggedAction = Omit<store.AuditRow, 'details'> & {
  number: bigint;
  details: NonNullable<StaffAction['details']>;
};

export interface Verification {
  /** Rows that fit. */
  rows: number;
  last: { number: bigint; hash: Buffer } | null;
  /** The first row that does not fit. */
  broken: bigint | null;
}

/** Once a day, at night in Johannesburg. */
const checkKind = jobKind('compliance.audit-check');

const genesisHash = Buffer.alloc(32);
const chunkSize = 5_000;

/** The audit log of staff actions, which is append-only, and the consents of members. */
export function createComplianceService({
  db,
  clock,
  logger,
}: {
  db: Database['db'];
  clock: Clock;
  logger: Logger;
}): ComplianceService {
  const consents = createLane<store.Consent, true>({
    limit: 500,
    async call(given) {
      await store.insertConsents(db, { kind: 'start_now', wording: startNowWording.number, at: clock.now() }, given);
      return given.map(() => true as const);
    },
  });

  const recordStartNow: ComplianceService['recordStartNow'] = async (accountId, reference, price) => {
    await consents.send({ accountId, reference, price });
  };

  const recordAction: ComplianceService['recordAction'] = async (
    tx,
    { actorId, action, targetType, targetId, reason = null, details = {} },
  ) => {
    await store.lockChain(tx);
    const previous = (await store.findLatestHash(tx)) ?? genesisHash;
    const row = {
      id: newId(),
      actor_id: actorId,
      action,
      target_type: targetType,
      target_id: targetId,
      reason,
      details: canonical(details),
      at: clock.now(),
      previous_hash: previous,
    };
    return store.insertAction(tx, { ...row, hash: hashOf(row) });
  };

  async function verifyLog(): Promise<Verification> {
    let last: Verification['last'] = null;
    for (let count = 0; ; ) {
      const rows = await store.listActions(db, last?.number ?? 0n, chunkSize);
      for (const row of rows) {
        const plain = { ...row, details: canonical(JSON.parse(row.details) as object) };
        if (!row.previous_hash.equals(last?.hash ?? genesisHash) || !row.hash.equals(hashOf(plain)))
          return { rows: count, last, broken: row.number };
        last = { number: row.number, hash: row.hash };
        count += 1;
      }
      if (rows.length < chunkSize) return { rows: count, last, broken: null };
    }
  }

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
      store.insertConsents(tx, { kind: 'new_price', wording: newPriceWording.number, at: clock.now() }, [consent]),
    verifyLog,
    findBrokenLink: async () => (await verifyLog()).broken,
    async listActions(filter, below, limit) {
      const rows = await store.findActions(db, filter, below, limit);
      return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as LoggedAction['details'] }));
    },
    async listActionKinds() {
      const [actions, actors] = await Promise.all([
        store.listDistinct(db, 'action'),
        store.listDistinct(db, 'actor_id'),
      ]);
      return { actions, actors };
    },
    latestCheck: () => store.findLatestCheck(db),
    tasks: [jobTask(checkKind, checkLog, { cron: '40 1 * * *' })],
  };
}

const accountId = z.object({ userId: id });
const accountIdIn = (body: unknown): string | null => {
  const parsed = z.safeParse(accountId, body);
  return parsed.success ? parsed.data.userId : null;
};

/** JSON with sorted keys, since jsonb does not keep their order. */
const canonical = (details: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(details).sort(([left], [right]) => (left < right ? -1 : 1))));

function hashOf(row: Omit<store.AuditRow, 'hash'>): Buffer {
  const fields = [
    row.previous_hash.toString('hex'),
    row.id,
    row.actor_id,
    row.action,
    row.target_type,
    row.target_id,
    row.reason,
    row.details,
    row.at.toISOString(),
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest();
}
