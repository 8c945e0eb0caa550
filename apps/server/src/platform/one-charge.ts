import type { ErrorCode } from '@vlam/contract/errors';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import { AppError } from './errors.ts';
import { newId } from './ids.ts';

/** After these refusals the key is finished: the next attempt is another charge. */
const finalRefusals: ReadonlySet<ErrorCode> = new Set([
  'PAYMENT_DECLINED',
  'PAYMENT_METHOD_REQUIRED',
  'PAYMENT_NOT_CONFIGURED',
  'SPENDING_LIMIT_REACHED',
  'NOT_FOUND',
  'CONFLICT',
  'PRICE_CHANGED',
  'SUBSCRIPTIONS_STOPPED',
  'VALIDATION_FAILED',
]);

/** Whether a charge refused with this error has a known outcome. */
export const hasKnownOutcome = (error: unknown): boolean =>
  error instanceof AppError && error.code !== 'UNAVAILABLE' && error.code !== 'PAYMENT_PENDING';

export interface OneCharge {
  /**
   * Charges for `item` (at most 200 characters) unless it is owned already, and returns what is owned then. Concurrent
   * callers, in any process, share one key and so one charge. The payment must call `endClaim` in its transaction.
   * Throws what `charge` throws, and `UNAVAILABLE` when nothing is owned although it was paid.
   */
  once<Owned>(
    item: string,
    steps: { findOwned(): Promise<Owned | null>; charge(key: string): Promise<unknown> },
  ): Promise<Owned>;
}

/** For payments a member must not make twice by tapping twice, on two devices, or after a lost reply. */
export function createOneCharge(db: Db): OneCharge {
  const inFlight = new Map<string, Promise<unknown>>();

  async function chargeOnce<Owned>(item: string, how: Parameters<OneCharge['once']>[1]): Promise<Owned> {
    const before = await how.findOwned();
    if (before) return before as Owned;
    const key = await claim(db, item);
    // A payment in between released its claim in the same commit, so it shows now.
    const ownedSince = await how.findOwned();
    if (ownedSince) {
      await release(db, item, key);
      return ownedSince as Owned;
    }
    try {
      await how.charge(key);
    } catch (error) {
      if (!isFinal(error)) throw error;
      await release(db, item, key);
      const after = await how.findOwned();
      if (after) return after as Owned;
      throw error;
    }
    const after = await how.findOwned();
    if (!after) throw new AppError('UNAVAILABLE');
    return after as Owned;
  }

  return {
    once<Owned>(item: string, how: Parameters<OneCharge['once']>[1]) {
      const shared = inFlight.get(item) as Promise<Owned> | undefined;
      if (shared) return shared;
      const own = chargeOnce<Owned>(item, how).finally(() => inFlight.delete(item));
      inFlight.set(item, own);
      return own;
    },
  };
}

/** An order waiting for the payer's bank, or whose payment is held, may still be paid. */
const isFinal = (error: unknown): boolean =>
  error instanceof AppError &&
  finalRefusals.has(error.code) &&
  (error.code === 'PAYMENT_DECLINED' || error.details?.orderId === undefined);

/** Returns the key of the charge in progress, or begins one. */
async function claim(db: Db, item: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    insert into charge_claims as known (item, key) values (${item}, ${newId()})
      on conflict (item) do update set claimed_at = known.claimed_at returning key`.execute(db);
  return rows[0]?.key ?? newId();
}

const release = async (db: Db, item: string, key: string): Promise<void> =>
  void (await sql`delete from charge_claims where item = ${item} and key = ${key}`.execute(db));

/** Ends the claim; call it in the transaction that pays for `item`. */
export const endClaim = async (tx: Db, item: string): Promise<void> =>
  void (await sql`delete from charge_claims where item = ${item}`.execute(tx));
