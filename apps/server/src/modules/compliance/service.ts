import { createHash } from 'node:crypto';
import { startNowWording } from '@vlam/contract/content';
import { newPriceWording } from '@vlam/contract/subscription-prices';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { createLane } from '../../platform/lane.ts';
import type { Price } from '../../platform/shown-price.ts';
import type { Viewer } from '../../platform/viewer.ts';
import * as store from './store.ts';

export interface StaffAction {
  /** Account of the member of staff, from the session. */
  actorId: string;
  /** Named like `payout.approved`. */
  action: string;
  targetType: string;
  targetId: string;
  reason?: string | null;
  /** What else one must know to understand it: plain text and numbers. */
  details?: Readonly<Record<string, string | number | boolean | null>>;
}

export interface ComplianceService {
  /** Writes one row to the audit log, in the transaction of the action itself: one exists if and only if the other does. */
  recordAction(tx: Db, action: StaffAction): Promise<void>;
  /** Keeps that a member agreed to have this begin at once, for this price and in the words shown now. Those of a moment are one statement. */
  recordStartNow(accountId: string, reference: string, price: Price): Promise<void>;
  /**
   * Does what a member asked for and, where they agreed to have it begin at once, keeps that. Both or an error, after
   * which the same call pays nothing more and keeps it again.
   */
  startNow<Answer>(
    consent: { viewer: Pick<Viewer, 'accountId'>; given: boolean | undefined; reference: string; price: Price },
    act: () => Promise<Answer>,
  ): Promise<Answer>;
  /** Keeps, in the transaction that makes it count, that a member agreed to this new price of what renews. */
  recordNewPrice(tx: Db, consent: store.Consent): Promise<void>;
  /** Reads the chain from its beginning; answers the number of the first row that does not follow from the one before, or null. */
  findBrokenLink(): Promise<bigint | null>;
}

const beginning = Buffer.alloc(32);
const chunk = 1_000;

/** The audit log: every action and its actor, never deleted. */
export function createComplianceService({ db, clock }: { db: Database['db']; clock: Clock }): ComplianceService {
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

  return {
    recordStartNow,
    async startNow({ viewer, given, reference, price }, act) {
      const [answer] = await Promise.all([
        act(),
        given ? recordStartNow(viewer.accountId, reference, price) : undefined,
      ]);
      return answer;
    },
    recordNewPrice: (tx, consent) =>
      store.insertConsents(tx, { kind: 'new_price', wording: newPriceWording.number, at: clock.now() }, [consent]),
    async recordAction(tx, { actorId, action, targetType, targetId, reason = null, details = {} }) {
      await store.lockChain(tx);
      const previous = (await store.findHead(tx)) ?? beginning;
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
      await store.insertAction(tx, { ...row, hash: hashOf(row) });
    },
    async findBrokenLink() {
      let previous: Buffer = beginning;
      for (let after = 0n; ; ) {
        const rows = await store.listActions(db, after, chunk);
        for (const row of rows) {
          const plain = { ...row, details: canonical(JSON.parse(row.details) as object) };
          if (!row.previous_hash.equals(previous) || !row.hash.equals(hashOf(plain))) return row.number;
          previous = row.hash;
          after = row.number;
        }
        if (rows.length < chunk) return null;
      }
    },
  };
}

/** The same text whatever order the database keeps the names in. */
const canonical = (details: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(details).sort(([left], [right]) => (left < right ? -1 : 1))));

function hashOf(row: Omit<store.AuditRow, 'hash'>): Buffer {
  const said = [
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
  return createHash('sha256').update(JSON.stringify(said)).digest();
}
