import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database } from '../../../platform/database.ts';
import { errorFields, type Logger } from '../../../platform/logger.ts';
import { retryIdempotent } from '../../../platform/postgres-retries.ts';
import type { IdentityService } from '../../identity/service.ts';
import type { Limits } from '../limits/limits.ts';
import type { MethodRow } from '../methods/method-store.ts';
import type { Vault } from '../methods/vault.ts';
import { isBeingPaid, listBegun } from '../orders/concurrent-order-store.ts';
import { createOpening, type OpenOrder, sameTime } from '../orders/open-order.ts';
import { changeOpen, findOrder, type OrderRow } from '../orders/order-store.ts';
import type { Intake } from '../provider-events/intake.ts';
import type { ChargeOrder, ChargeResult, PaymentProviderAdapter, QueryAnswer } from '../providers/port.ts';
import type { SecondRow } from '../second-payments/second-payment-store.ts';
import { claimAttempt, endAttempts, findAttempt, proveNeverArrived } from './attempt-store.ts';

/** However slow the network was: what a provider has not taken in by then is not on its way to it any more. */
const arrivalMs = 15 * 60_000;
/** How long a second request waits for the outcome of the first. */
const waitMs = 10_000;

/** The order after a charge, still pending when nobody knows; `redirect` when the payer's bank wants to see them. */
export type Charged = { order: OrderRow; redirect: string | null };

const isOpen = ({ state }: OrderRow): boolean => state === 'created' || state === 'pending';

/** Takes orders to the provider: one order for a key, one charge for an order. */
export interface ChargeService {
  open: OpenOrder;
  /** Whether the member is paying for the time that is to be renewed, or has, once the provider was asked about it. */
  isBeingPaid(wish: Parameters<typeof sameTime>[0] & { dueSince: Date }): Promise<boolean>;
  /** The provider's page for an order. */
  sendToPage(order: OrderRow): Promise<OrderRow>;
  /** Charges a saved method once for this order, however often it is called; a payer waits for another's outcome. */
  charge(order: OrderRow, method: MethodRow): Promise<Charged>;
  /** Asks the provider and acts on what it says. */
  ask(order: OrderRow): Promise<QueryAnswer['status']>;
  /**
   * Asks as `ask`, and notes when the answer proves that the attempt under way never arrived: only of a provider that
   * charges once for an order, so that even an answer that was too early costs nobody a second charge.
   */
  askForProof(order: OrderRow): Promise<QueryAnswer['status'] | 'never_arrived'>;
  /** Tells the provider to give the money back. */
  refund(order: OrderRow): Promise<void>;
  /** Tells it to give a second payment of the order back. */
  refundSecond(order: OrderRow, second: SecondRow): Promise<void>;
}

export function createChargeService(deps: {
  config: Config;
  db: Database['db'];
  clock: Clock;
  logger: Logger;
  identity: Pick<IdentityService, 'getAccount'>;
  limits: Limits;
  vault: Vault;
  intake: Intake;
  adapterOf(provider: string): PaymentProviderAdapter;
  /** Takes new orders. Throws `PAYMENT_NOT_CONFIGURED`. */
  chosen(): PaymentProviderAdapter;
}): ChargeService {
  const { config, db, clock, logger, identity, vault, intake, adapterOf } = deps;

  async function toCharge(order: OrderRow): Promise<ChargeOrder> {
    const { email } = await identity.getAccount(db, order.account_id);
    return toChargeOrder(order, email, config);
  }

  const reread = async (order: OrderRow): Promise<OrderRow> => (await findOrder(db, order.id)) ?? order;

  const ask: ChargeService['ask'] = async (order) => {
    const adapter = adapterOf(order.provider);
    if (!adapter.canQuery) return 'cannot_say';
    const answer = await adapter.query(order.id);
    if (answer.status === 'found') await intake.apply(order.provider, 'query', answer.event);
    return answer.status;
  };

  const askForProof: ChargeService['askForProof'] = async (order) => {
    const answer = await ask(order);
    if (answer !== 'unknown_order' || !adapterOf(order.provider).chargesOncePerOrder) return answer;
    const attempt = await findAttempt(db, order.id);
    const now = clock.now();
    if (!attempt || attempt.outcome !== null || now.getTime() - attempt.sent_at.getTime() < arrivalMs) return answer;
    await proveNeverArrived(db, order.id, 'provider', now);
    return 'never_arrived';
  };

  /** Another process is charging this order, or died before it had the answer. */
  async function awaitOutcome(order: OrderRow): Promise<Charged> {
    const until = performance.now() + (order.via === 'renewal' ? 0 : waitMs);
    for (;;) {
      const [now, attempt] = [await reread(order), await findAttempt(db, order.id)];
      const askedMs = clock.now().getTime() - (attempt?.sent_at.getTime() ?? 0);
      const waits = isOpen(now) && !now.checkout_url && askedMs < waitMs && performance.now() < until;
      if (!waits) return { order: now, redirect: isOpen(now) ? now.checkout_url : null };
      await sleep(50);
    }
  }

  return {
    ask,
    askForProof,
    open: createOpening(deps),
    async isBeingPaid({ dueSince, ...wish }) {
      const [same, now] = [sameTime(wish), clock.now()];
      for (const order of await listBegun(db, same, now)) await ask(order);
      return isBeingPaid(db, same, { now, dueSince });
    },
    async sendToPage(order) {
      if (order.state !== 'created') return order;
      const { url, providerReference } = await adapterOf(order.provider).createCheckout(await toCharge(order));
      await changeOpen(db, order.id, {
        state: 'pending',
        checkout_url: url,
        ...(providerReference ? { provider_reference: providerReference } : {}),
      });
      return { ...order, checkout_url: url };
    },
    async charge(order, method) {
      if (!isOpen(order)) return { order, redirect: null };
      if ((await findAttempt(db, order.id)) && (await askForProof(order)) === 'found')
        return { order: await reread(order), redirect: null };
      const sent = await toCharge(order);
      if (!(await claimAttempt(db, order.id, clock.now()))) return awaitOutcome(order);
      const result = await adapterOf(order.provider)
        .chargeSaved(sent, vault.openToken(method.id, method.token_sealed))
        .catch((error: unknown): ChargeResult => {
          // The request may have arrived all the same: only the provider can say.
          logger.warn('a charge without an answer', { accountId: order.account_id, ...errorFields(error) });
          return { status: 'unknown' };
        });
      if (result.status === 'paid') await intake.apply(order.provider, 'charge', result.event, method.card_index);
      else if (result.status === 'declined') {
        const failure = { state: 'failed', failure_reason: result.reason.slice(0, 300) } as const;
        await retryIdempotent(() => endAttempts(db, [order.id], 'declined', clock.now()));
        await retryIdempotent(() => changeOpen(db, order.id, failure));
      } else if (result.status === 'redirect') {
        await retryIdempotent(() => endAttempts(db, [order.id], 'redirected', clock.now()));
        await retryIdempotent(() => changeOpen(db, order.id, { checkout_url: result.url }));
      }
      return { order: await reread(order), redirect: result.status === 'redirect' ? result.url : null };
    },
    async refund(order) {
      const asked = await toCharge(order);
      const part =
        order.refund_amount === null
          ? {}
          : { amountCents: Number(order.refund_amount), currency: order.refund_currency ?? asked.currency };
      await adapterOf(order.provider).refund({ ...asked, ...part }, order.provider_reference ?? '');
    },
    async refundSecond(order, second) {
      const { amount, currency, provider_reference: reference } = second;
      const asked = { ...(await toCharge(order)), amountCents: Number(amount), currency };
      await adapterOf(order.provider).refund(asked, reference);
    },
  };
}

/** An order as its provider is told of it. */
export function toChargeOrder(order: OrderRow, email: string, { publicUrl }: Pick<Config, 'publicUrl'>): ChargeOrder {
  // Only the provider's signed word counts, so both ways back lead to the same screen.
  const returnUrl = `${publicUrl}/checkout?order=${order.id}`;
  return {
    id: order.id,
    amountCents: Number(order.charge_amount),
    currency: order.charge_currency,
    description: order.description,
    email,
    returnUrl,
    cancelUrl: returnUrl,
    webhookUrl: `${publicUrl}/api/payments/webhooks/${order.provider}`,
    saveMethod: order.save_method,
  };
}
