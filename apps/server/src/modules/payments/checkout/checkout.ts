import type { ChargeAnswer, PaymentPurpose } from '@vlam/contract/payments';
import { type Clock, johannesburgDay } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { PaidOrder, PaymentsPort, Purpose, Quote, RenewalOutcome, Wanted } from '../../../platform/purpose.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { sentence } from '../../../platform/words.ts';
import type { CreditsService } from '../../credits/service.ts';
import type { Charged, ChargeService } from '../charges/charge-service.ts';
import { listCardsOfDebts } from '../debts/debt-store.ts';
import { listMethods, type MethodRow } from '../methods/method-store.ts';
import { requireSameIntent } from '../orders/open-order.ts';
import { changeOpen, changeUnsent, findByKey, type OrderRow, toPaidOrder, type Via } from '../orders/order-store.ts';
import { isUndelivered } from '../orders/policy.ts';
import type { PaymentProviderAdapter } from '../providers/port.ts';

export interface PurchaseIntent extends Wanted {
  purpose: PaymentPurpose;
  saveMethod?: boolean | undefined;
}

export interface Checkout extends Pick<PaymentsPort, 'chargeSaved' | 'chargeRenewal'> {
  /** Starts a payment on the provider's page. Throws `PAYMENT_NOT_CONFIGURED`, `SPENDING_LIMIT_REACHED` or what the quote throws. */
  checkout(viewer: Viewer, intent: PurchaseIntent, key: string): Promise<ChargeAnswer>;
  /** Charges a saved method for a pack, or leads to the page where there is none. Throws as `checkout`, and `PAYMENT_DECLINED`. */
  buyPack(
    viewer: Viewer,
    wanted: { packId: string; price: number; methodId?: string | undefined; saveMethod?: boolean | undefined },
    key: string,
  ): Promise<ChargeAnswer>;
}

export const confirmMessage = sentence('Your bank wants you to confirm this payment');

export function createCheckout(deps: {
  db: Database['db'];
  clock: Clock;
  credits: Pick<CreditsService, 'balance'>;
  charges: ChargeService;
  purposeOf(name: PaymentPurpose): Purpose;
  findChosen(): PaymentProviderAdapter | null;
  chosen(): PaymentProviderAdapter;
}): Checkout {
  const { db, clock, credits, charges, purposeOf, findChosen, chosen } = deps;

  /** The most recent method that the current provider can charge and that is no card of a debt, or the given one. */
  async function findMethod(accountId: string, methodId?: string): Promise<MethodRow | null> {
    const adapter = findChosen();
    const today = johannesburgDay(clock.now());
    const all = await listMethods(db, accountId);
    const named = methodId === undefined ? all : all.filter(({ id }) => id === methodId);
    if (methodId !== undefined && named.length === 0) throw new AppError('NOT_FOUND');
    const usable = (method: MethodRow) =>
      adapter?.chargesSaved === true &&
      method.provider === adapter.name &&
      (method.expires_on === null || method.expires_on >= today);
    const refused = await listCardsOfDebts(
      db,
      named.map((method) => method.card_index),
    );
    return named.find((method) => usable(method) && !refused.has(method.card_index?.toString('hex') ?? '')) ?? null;
  }

  async function findKnown(accountId: string, intent: PurchaseIntent, key: string): Promise<OrderRow | undefined> {
    const known = await findByKey(db, accountId, key);
    if (!known) return known;
    requireSameIntent(known, intent);
    const isOpen = known.state === 'created' || known.state === 'pending';
    if (isOpen && intent.amount !== undefined && Math.round(intent.amount * 100) !== Number(known.amount_cents))
      throw new AppError('CONFLICT', {
        message: 'Another payment of yours is under way. Please wait for it',
        details: { reason: 'under-way', orderId: known.id },
      });
    return known;
  }

  async function begin(viewer: Viewer, intent: PurchaseIntent, key: string, via: Via): Promise<OrderRow> {
    const { purpose, reference } = intent;
    const { accountId } = viewer;
    const handling = purposeOf(purpose);
    const { renews } = handling;
    const quote = await handling.quote(viewer, intent);
    // Renewing purposes need a saved method, so it is saved unless the payer declines.
    const saveMethod = purpose === 'method' || (via === 'hosted' && (intent.saveMethod ?? renews !== undefined));
    const order = await charges.open({
      ...{ accountId, purpose, reference, key, via, saveMethod, quote },
      ...(renews ? { renews } : {}),
    });
    // A concurrent payment may have completed since the quote; from now on this order blocks others.
    if (renews || purpose === 'debt') await requireStillAvailable(viewer, order, intent);
    return order;
  }

  async function requireStillAvailable(viewer: Viewer, order: OrderRow, intent: PurchaseIntent): Promise<void> {
    try {
      await purposeOf(intent.purpose).quote(viewer, intent);
    } catch (error) {
      const cancelled = { state: 'cancelled', closed_at: clock.now() } as const;
      // A concurrent call with this key may be charging it already: its outcome counts.
      if (order.via !== 'saved') await changeOpen(db, order.id, cancelled);
      else if (!(await changeUnsent(db, order.id, cancelled))) return;
      throw error;
    }
  }

  async function toPage(order: OrderRow): Promise<ChargeAnswer> {
    const { id, state, checkout_url } = await charges.sendToPage(order);
    const paid = state === 'paid';
    return { orderId: id, paid, checkoutUrl: paid ? null : checkout_url, balance: null };
  }

  async function checkout(viewer: Viewer, intent: PurchaseIntent, key: string): Promise<ChargeAnswer> {
    chosen();
    const known = await findKnown(viewer.accountId, intent, key);
    return toPage(known ?? (await begin(viewer, intent, key, 'hosted')));
  }

  return {
    checkout,
    async buyPack(viewer, { packId, price, methodId, saveMethod }, key) {
      chosen();
      const intent: PurchaseIntent = { purpose: 'pack', reference: packId, amount: price, saveMethod };
      const known = await findKnown(viewer.accountId, intent, key);
      const method = await findMethod(viewer.accountId, methodId);
      if (known?.via === 'hosted' || !method) return checkout(viewer, intent, key);
      const charged = await charges.charge(known ?? (await begin(viewer, intent, key, 'saved')), method);
      if (charged.redirect)
        return { orderId: charged.order.id, paid: false, checkoutUrl: charged.redirect, balance: null };
      // The order's page shows the outcome.
      if (isUndecided(charged.order))
        return { orderId: charged.order.id, paid: false, checkoutUrl: null, balance: null };
      const { id } = requirePaid(charged);
      return { orderId: id, paid: true, checkoutUrl: null, balance: (await credits.balance(viewer.accountId)).balance };
    },
    async chargeSaved(viewer, { key, ...intent }) {
      chosen();
      const known = await findKnown(viewer.accountId, intent, key);
      const method = await findMethod(viewer.accountId);
      if (!method && !known)
        // Refuse what cannot be bought before asking for a card.
        await purposeOf(intent.purpose).quote(viewer, intent);
      if (!method) return requirePaid(known ? { order: known, redirect: known.checkout_url } : { wanting: intent });
      return requirePaid(await charges.charge(known ?? (await begin(viewer, intent, key, 'saved')), method));
    },
    async chargeRenewal({ accountId, purpose, reference, quote, key: givenKey, dueSince }) {
      const { renews = 'each' } = purposeOf(purpose);
      let key = givenKey;
      let known = await findKnown(accountId, { purpose, reference }, key);
      // Always the same next key, whatever is chosen: two choices share one charge, as one choice does.
      while (known && isLeftBehind(known, quote)) {
        key += ':chosen';
        known = await findKnown(accountId, { purpose, reference }, key);
      }
      if (!known && (await charges.isBeingPaid({ accountId, purpose, reference, renews, dueSince })))
        return { status: 'unknown' };
      const method = await findMethod(accountId);
      if (!known && !method) return { status: 'no_method' };
      try {
        const order =
          known ??
          (await charges.open({
            ...{ accountId, purpose, reference, key, quote, renews, dueSince },
            ...{ via: 'renewal', saveMethod: false },
          }));
        const charged = method ? await charges.charge(order, method) : { order, redirect: null };
        if (charged.redirect)
          await changeOpen(db, order.id, { state: 'failed', failure_reason: confirmMessage, checkout_url: null });
        return renewalOutcome(charged);
      } catch (error) {
        if (error instanceof AppError && error.code === 'SPENDING_LIMIT_REACHED')
          return { status: 'declined', reason: error.message };
        if (error instanceof AppError && error.code === 'CONFLICT') return { status: 'unknown' };
        throw error;
      }
    },
  };
}

/**
 * Whether a renewal was paid for a tier that is gone, so that staff hold the payment or gave it back, and its member chose
 * another tier since. What was chosen does not wait for staff.
 */
const isLeftBehind = ({ state, flag, details, paid_at: paidAt }: OrderRow, quote: Quote): boolean =>
  ((state === 'held' && isUndelivered(flag)) || (state === 'refunded' && paidAt === null)) &&
  details.tier !== quote.details.tier;

export const isUndecided = ({ state }: Pick<OrderRow, 'state'>): boolean => state === 'created' || state === 'pending';

/** Returns the paid order, or throws the refusal of its state. */
function requirePaid(outcome: Charged | { wanting: PurchaseIntent }): PaidOrder {
  if ('wanting' in outcome) {
    const { purpose, reference } = outcome.wanting;
    throw new AppError('PAYMENT_METHOD_REQUIRED', { details: { purpose, reference } });
  }
  const { order, redirect } = outcome;
  const { id, purpose, reference, state } = order;
  if (state === 'paid') return toPaidOrder(order, order.paid_at ?? order.created_at);
  if (state === 'failed' || state === 'cancelled')
    throw new AppError('PAYMENT_DECLINED', { details: { orderId: id, reason: order.failure_reason } });
  if (state === 'held')
    throw new AppError('CONFLICT', {
      message: 'Your payment arrived, but not as we expected. We are looking into it',
      details: { orderId: id },
    });
  if (state === 'refunded' || state === 'charged_back')
    throw new AppError('CONFLICT', { message: 'This payment was given back', details: { orderId: id } });
  if (redirect)
    throw new AppError('PAYMENT_METHOD_REQUIRED', {
      message: confirmMessage,
      details: { purpose, reference, orderId: id, checkoutUrl: redirect },
    });
  throw new AppError('PAYMENT_PENDING', { details: { purpose, reference, orderId: id } });
}

export function renewalOutcome({ order, redirect }: Charged): RenewalOutcome {
  if (order.state === 'paid') return { status: 'paid', orderId: order.id };
  if (redirect) return { status: 'declined', reason: confirmMessage };
  // A held payment must not be charged a second time.
  if (isUndecided(order) || order.state === 'held') return { status: 'unknown' };
  return { status: 'declined', reason: order.failure_reason ?? 'The payment was declined' };
}
