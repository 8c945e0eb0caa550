import type { PaymentPurpose } from '@vlam/contract/payments';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Purpose, Quote } from '../../../platform/purpose.ts';
import type { Limits } from '../limits/limits.ts';
import type { PaymentProviderAdapter } from '../providers/port.ts';
import {
  closePages,
  findCharging,
  findOpenPage,
  isBeingPaid,
  isRenewing,
  type SameTime,
} from './concurrent-order-store.ts';
import { findByKey, insertOrder, lockMember, type OrderRow, type Via } from './order-store.ts';
import { convertCents } from './policy.ts';

export interface OrderWish {
  accountId: string;
  purpose: PaymentPurpose;
  reference: string;
  key: string;
  via: Via;
  saveMethod: boolean;
  quote: Quote;
  renews?: Purpose['renews'];
  /** Of a renewal: when it was found due. */
  dueSince?: Date;
}

/**
 * The order of this key, begun now within the member's limits or before; where the same page is open already, that one.
 * Throws `IDEMPOTENCY_KEY_REUSED`, `SPENDING_LIMIT_REACHED`, and `CONFLICT` while the same time is being paid, or a saved
 * method is charged for another purchase of the kind.
 */
export type OpenOrder = (wish: OrderWish) => Promise<OrderRow>;

export function createOpening(deps: {
  config: Pick<Config, 'paymentRates'>;
  db: Database['db'];
  clock: Clock;
  limits: Pick<Limits, 'requireMaySpend'>;
  /** Takes new orders. Throws `PAYMENT_NOT_CONFIGURED`. */
  chosen(): PaymentProviderAdapter;
}): OpenOrder {
  const { config, db, clock, limits, chosen } = deps;

  async function requireAlone(tx: Db, wish: OrderWish): Promise<void> {
    const now = clock.now();
    if (wish.via === 'saved') {
      const charging = await findCharging(tx, sameKind(wish), { key: wish.key, now });
      if (charging)
        throw new AppError('CONFLICT', {
          message: 'Another payment of yours is under way. Please wait for it',
          details: { reason: 'under-way', orderId: charging.id },
        });
    }
    if (!wish.renews) return;
    const busy =
      wish.via === 'renewal'
        ? await isBeingPaid(tx, sameTime(wish), { now, dueSince: wish.dueSince ?? now })
        : await isRenewing(tx, sameTime(wish));
    if (busy) throw new AppError('CONFLICT', { message: 'Your renewal is being paid at this moment' });
  }

  /** The page to go back to: always for what renews, else where one more would pass the member's limit. */
  async function findPage(tx: Db, wish: OrderWish, provider: string): Promise<OrderRow | null> {
    const { accountId, quote } = wish;
    const page = wish.via === 'hosted' ? await findOpenPage(tx, wish, { provider, now: clock.now() }) : undefined;
    if (!page || !wish.renews)
      try {
        await limits.requireMaySpend(tx, accountId, quote.amountCents);
        return null;
      } catch (error) {
        if (!page) throw error;
      }
    // It counts as spent while it is open.
    await limits.requireMaySpend(tx, accountId, 0);
    return page;
  }

  /** A debt has one open page: what else is open speaks of an amount that is not owed any more, or would pay it twice. */
  async function findDebtPage(tx: Db, wish: OrderWish, provider: string): Promise<OrderRow | null> {
    const now = clock.now();
    const page = await findOpenPage(tx, wish, { provider, now });
    await closePages(tx, sameTime(wish), { except: page?.id ?? null, now });
    return page ?? null;
  }

  return async (wish) => {
    const { accountId, purpose, reference, key, via, saveMethod, quote } = wish;
    const adapter = chosen();
    return await db.transaction().execute(async (tx) => {
      await lockMember(tx, accountId);
      const known = await findByKey(tx, accountId, key);
      if (known) {
        requireSameIntent(known, { purpose, reference });
        return known;
      }
      await requireAlone(tx, wish);
      // What is owed is no purchase: neither limits nor the debt itself stand against it.
      const find = purpose === 'debt' ? findDebtPage : findPage;
      const page = purpose === 'method' ? null : await find(tx, wish, adapter.name);
      if (page) return page;
      const { amount: chargeAmount, currency: chargeCurrency } = priceAt(adapter, quote.amountCents, config);
      const provider = adapter.name;
      return await insertOrder(tx, {
        ...{ id: newId(), accountId, key, purpose, reference, quote, via, saveMethod, provider },
        ...{ chargeAmount, chargeCurrency, at: clock.now() },
      });
    });
  };
}

/** Which orders of a member pay for the same time. */
export const sameTime = ({
  accountId,
  purpose,
  reference,
  renews,
}: Pick<OrderWish, 'accountId' | 'purpose' | 'reference' | 'renews'>): SameTime => ({
  accountId,
  purpose,
  reference: renews === 'altogether' ? null : reference,
});

/** Which orders of a member are one purchase at a time: a pack holds back every other pack. */
const sameKind = (wish: OrderWish): SameTime => ({
  ...sameTime(wish),
  ...(wish.purpose === 'pack' ? { reference: null } : {}),
});

/** Throws `IDEMPOTENCY_KEY_REUSED` when a key stands for something else. */
export function requireSameIntent(known: OrderRow, wish: { purpose: PaymentPurpose; reference: string }): void {
  if (known.purpose !== wish.purpose || known.reference !== wish.reference)
    throw new AppError('IDEMPOTENCY_KEY_REUSED');
}

/** What the provider is asked for: rand where it takes them, else its first currency that has a rate. */
export function priceAt(
  adapter: PaymentProviderAdapter,
  cents: number,
  { paymentRates }: Pick<Config, 'paymentRates'>,
): { amount: number; currency: string } {
  if (adapter.currencies.includes('ZAR')) return { amount: cents, currency: 'ZAR' };
  for (const currency of adapter.currencies) {
    const rate = paymentRates[currency];
    if (rate) return { amount: convertCents(cents, rate), currency };
  }
  throw new AppError('PAYMENT_NOT_CONFIGURED');
}
