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
  findChargeInProgress,
  findOpenPage,
  isBeingPaid,
  isRenewalInProgress,
  type PurchaseScope,
} from './concurrent-order-store.ts';
import { findByKey, insertOrder, lockMember, type OrderRow, type Via } from './order-store.ts';
import { convertCents } from './policy.ts';

export interface OrderIntent {
  accountId: string;
  purpose: PaymentPurpose;
  reference: string;
  key: string;
  via: Via;
  saveMethod: boolean;
  quote: Quote;
  renews?: Purpose['renews'];
  /** For a renewal: when it became due. */
  dueSince?: Date;
}

/**
 * Returns the order of this key, new or existing, or the open page for the same purchase. Throws `IDEMPOTENCY_KEY_REUSED`,
 * `SPENDING_LIMIT_REACHED`, and `CONFLICT` while a renewal or another purchase of the scope is in progress.
 */
export type OpenOrder = (intent: OrderIntent) => Promise<OrderRow>;

export function createOpenOrder(deps: {
  config: Pick<Config, 'paymentRates'>;
  db: Database['db'];
  clock: Clock;
  limits: Pick<Limits, 'requireMaySpend'>;
  purposeOf(name: PaymentPurpose): Purpose;
  /** The provider for new orders. Throws `PAYMENT_NOT_CONFIGURED`. */
  chosen(): PaymentProviderAdapter;
}): OpenOrder {
  const { config, db, clock, limits, purposeOf, chosen } = deps;

  async function requireNoConcurrentOrder(tx: Db, intent: OrderIntent): Promise<void> {
    const now = clock.now();
    if (intent.via === 'saved') {
      const charging = await findChargeInProgress(tx, purchaseScopeOf(intent), { key: intent.key, now });
      if (charging)
        throw new AppError('CONFLICT', {
          message: 'Another payment of yours is under way. Please wait for it',
          details: { reason: 'under-way', orderId: charging.id },
        });
    }
    if (!intent.renews) return;
    const busy =
      intent.via === 'renewal'
        ? await isBeingPaid(tx, renewalScopeOf(intent), { now, dueSince: intent.dueSince ?? now })
        : await isRenewalInProgress(tx, renewalScopeOf(intent));
    if (busy) throw new AppError('CONFLICT', { message: 'Your renewal is being paid at this moment' });
  }

  /** The open page to reuse: always for renewing purposes, else when a new order would pass the member's limit. */
  async function findPage(tx: Db, intent: OrderIntent, provider: string): Promise<OrderRow | null> {
    const { accountId, quote } = intent;
    const page = intent.via === 'hosted' ? await findOpenPage(tx, intent, { provider, now: clock.now() }) : undefined;
    if (!page || !intent.renews)
      try {
        await limits.requireMaySpend(tx, accountId, quote.amountCents);
        return null;
      } catch (error) {
        if (!page) throw error;
      }
    // An open page counts as spent.
    await limits.requireMaySpend(tx, accountId, 0);
    return page;
  }

  /** A debt has one open page: any other has an outdated amount, or would pay it twice. */
  async function findDebtPage(tx: Db, intent: OrderIntent, provider: string): Promise<OrderRow | null> {
    const now = clock.now();
    const page = await findOpenPage(tx, intent, { provider, now });
    await closePages(tx, renewalScopeOf(intent), { except: page?.id ?? null, now });
    return page ?? null;
  }

  return async (intent) => {
    const { accountId, purpose, reference, key, via, saveMethod, quote } = intent;
    const adapter = chosen();
    return await db.transaction().execute(async (tx) => {
      await lockMember(tx, accountId);
      const known = await findByKey(tx, accountId, key);
      if (known) {
        requireSameIntent(known, { purpose, reference });
        return known;
      }
      await requireNoConcurrentOrder(tx, intent);
      // Paying a debt is no purchase: neither limits nor the debt itself block it.
      const find = purpose === 'debt' ? findDebtPage : findPage;
      const page = purpose === 'method' ? null : await find(tx, intent, adapter.name);
      if (page) return page;
      const { amount: chargeAmount, currency: chargeCurrency } = priceAt(adapter, quote.amountCents, config);
      const provider = adapter.name;
      const order = await insertOrder(tx, {
        ...{ id: newId(), accountId, key, purpose, reference, quote, via, saveMethod, provider },
        ...{ chargeAmount, chargeCurrency, at: clock.now() },
      });
      if (via !== 'renewal') await purposeOf(purpose).reserve?.(tx, order);
      return order;
    });
  };
}

/** Scope in which orders pay for the same period. */
export const renewalScopeOf = ({
  accountId,
  purpose,
  reference,
  renews,
}: Pick<OrderIntent, 'accountId' | 'purpose' | 'reference' | 'renews'>): PurchaseScope => ({
  accountId,
  purpose,
  reference: renews === 'altogether' ? null : reference,
});

/** Scope of one purchase at a time: a pack blocks every other pack. */
const purchaseScopeOf = (intent: OrderIntent): PurchaseScope => ({
  ...renewalScopeOf(intent),
  ...(intent.purpose === 'pack' ? { reference: null } : {}),
});

/** Throws `IDEMPOTENCY_KEY_REUSED` when the key belongs to another purchase. */
export function requireSameIntent(known: OrderRow, intent: { purpose: PaymentPurpose; reference: string }): void {
  if (known.purpose !== intent.purpose || known.reference !== intent.reference)
    throw new AppError('IDEMPOTENCY_KEY_REUSED');
}

/** Amount to charge: in rand if the provider charges rand, else in its first currency with a rate. */
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
