import type { ErrorCode } from '@vlam/contract/errors';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import { AppError } from './errors.ts';
import { newId } from './ids.ts';

/** After these nothing is charged under the key any more: the next try is another charge. */
const finalRefusals: ReadonlySet<ErrorCode> = new Set([
  'PAYMENT_DECLINED',
  'PAYMENT_METHOD_REQUIRED',
  'PAYMENT_NOT_CONFIGURED',
  'SPENDING_LIMIT_REACHED',
  'NOT_FOUND',
  'CONFLICT',
  'PRICE_CHANGED',
  'VALIDATION_FAILED',
]);

/** Whether a charge that was refused with this is over: its outcome is known. */
export const isDecided = (error: unknown): boolean =>
  error instanceof AppError && error.code !== 'UNAVAILABLE' && error.code !== 'PAYMENT_PENDING';

export interface OneCharge {
  /**
   * Charges for `thing` (at most 200 characters) unless it stands, and answers what stands then. Callers of the same
   * moment, of any process, share one key and so one charge. What pays must call `endClaim` in its transaction. Throws
   * what `charge` throws, and `UNAVAILABLE` when nothing stands although it was paid.
   */
  once<Standing>(
    thing: string,
    how: { standing(): Promise<Standing | null>; charge(key: string): Promise<unknown> },
  ): Promise<Standing>;
}

/** For what a member must not pay twice by tapping twice, on two devices, or after a reply was lost. */
export function createOneCharge(db: Db): OneCharge {
  const underWay = new Map<string, Promise<unknown>>();

  async function act<Standing>(thing: string, how: Parameters<OneCharge['once']>[1]): Promise<Standing> {
    const before = await how.standing();
    if (before) return before as Standing;
    const key = await claim(db, thing);
    // A payment in between released its claim in the same commit, so it shows now.
    const meanwhile = await how.standing();
    if (meanwhile) {
      await release(db, thing, key);
      return meanwhile as Standing;
    }
    try {
      await how.charge(key);
    } catch (error) {
      if (!isFinal(error)) throw error;
      await release(db, thing, key);
      const after = await how.standing();
      if (after) return after as Standing;
      throw error;
    }
    const after = await how.standing();
    if (!after) throw new AppError('UNAVAILABLE');
    return after as Standing;
  }

  return {
    once<Standing>(thing: string, how: Parameters<OneCharge['once']>[1]) {
      const shared = underWay.get(thing) as Promise<Standing> | undefined;
      if (shared) return shared;
      const own = act<Standing>(thing, how).finally(() => underWay.delete(thing));
      underWay.set(thing, own);
      return own;
    },
  };
}

/** An order that waits for the payer's bank, or whose money came but is held, may still be paid. */
const isFinal = (error: unknown): boolean =>
  error instanceof AppError &&
  finalRefusals.has(error.code) &&
  (error.code === 'PAYMENT_DECLINED' || error.details?.orderId === undefined);

/** Answers the key of the charge under way, or begins one. */
async function claim(db: Db, thing: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    insert into charge_claims as known (thing, key) values (${thing}, ${newId()})
      on conflict (thing) do update set claimed_at = known.claimed_at returning key`.execute(db);
  return rows[0]?.key ?? newId();
}

const release = async (db: Db, thing: string, key: string): Promise<void> =>
  void (await sql`delete from charge_claims where thing = ${thing} and key = ${key}`.execute(db));

/** The thing is paid for: in the transaction that pays. */
export const endClaim = async (tx: Db, thing: string): Promise<void> =>
  void (await sql`delete from charge_claims where thing = ${thing}`.execute(tx));
