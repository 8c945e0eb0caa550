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
import { isBeingPaid, listUndecided } from '../orders/concurrent-order-store.ts';
import { createOpenOrder, type OpenOrder, renewalScopeOf } from '../orders/open-order.ts';
import { changeOpen, findOrder, type OrderRow } from '../orders/order-store.ts';
import type { EventIntake } from '../provider-events/intake.ts';
import type { ChargeOrder, ChargeResult, PaymentProviderAdapter, QueryAnswer } from '../providers/port.ts';
import type { SecondRow } from '../second-payments/second-payment-store.ts';
import { claimAttempt, endAttempts, findAttempt, markNeverArrived } from './attempt-store.ts';

/** After this time a request can no longer arrive at a provider. */
const arrivalMs = 15 * 60_000;
/** How long a concurrent request waits for the outcome of the first. */
const waitMs = 10_000;

/** The order after a charge, pending without an outcome; `redirect` when the payer's bank wants a confirmation. */
export type Charged = { order: OrderRow; redirect: string | null };

const isOpen = ({ state }: OrderRow): boolean => state === 'created' || state === 'pending';

/** Sends orders to the provider: one order per key, one charge per order. */
export interface ChargeService {
  open: OpenOrder;
  /** Queries the provider, then returns whether the member is paying, or has paid, for the period to renew. */
  isBeingPaid(intent: Parameters<typeof renewalScopeOf>[0] & { dueSince: Date }): Promise<boolean>;
  /** The provider's page for an order. */
  sendToPage(order: OrderRow): Promise<OrderRow>;
  /** Charges a saved method at most once per order; a concurrent call waits for the outcome. */
  charge(order: OrderRow, method: MethodRow): Promise<Charged>;
  /** Queries the provider about an order and applies the result. */
  query(order: OrderRow): Promise<QueryAnswer['status']>;
  /**
   * As `query`, and records when the result proves that the attempt never arrived. Only for a provider that charges an
   * order once, so that a result that came too early cannot cause a second charge.
   */
  queryForProof(order: OrderRow): Promise<QueryAnswer['status'] | 'never_arrived'>;
  /** Requests a refund at the provider. */
  refund(order: OrderRow): Promise<void>;
  /** Requests the refund of a second payment of the order. */
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
  intake: EventIntake;
  adapterOf(provider: string): PaymentProviderAdapter;
  purposeOf: Parameters<typeof createOpenOrder>[0]['purposeOf'];
  /** Takes new orders. Throws `PAYMENT_NOT_CONFIGURED`. */
  chosen(): PaymentProviderAdapter;
}): ChargeService {
  const { config, db, clock, logger, identity, vault, intake, adapterOf } = deps;

  async function toCharge(order: OrderRow): Promise<ChargeOrder> {
    const { email } = await identity.getAccount(db, order.account_id);
    return toProviderOrder(order, email, config);
  }

  const reread = async (order: OrderRow): Promise<OrderRow> => (await findOrder(db, order.id)) ?? order;

  const query: ChargeService['query'] = async (order) => {
    const adapter = adapterOf(order.provider);
    if (!adapter.canQuery) return 'unclear';
    const answer = await adapter.query(order.id);
    if (answer.status === 'found') await intake.apply(order.provider, 'query', answer.event);
    return answer.status;
  };

  const queryForProof: ChargeService['queryForProof'] = async (order) => {
    const answer = await query(order);
    if (answer !== 'unknown_order' || !adapterOf(order.provider).chargesOncePerOrder) return answer;
    const attempt = await findAttempt(db, order.id);
    const now = clock.now();
    if (!attempt || attempt.outcome !== null || now.getTime() - attempt.sent_at.getTime() < arrivalMs) return answer;
    await markNeverArrived(db, order.id, 'provider', now);
    return 'never_arrived';
  };

  /** Waits: another process is charging this order, or died before it had the result. */
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
    query,
    queryForProof,
    open: createOpenOrder(deps),
    async isBeingPaid({ dueSince, ...intent }) {
      const [scope, now] = [renewalScopeOf(intent), clock.now()];
      for (const order of await listUndecided(db, scope, now)) await query(order);
      return isBeingPaid(db, scope, { now, dueSince });
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
      if ((await findAttempt(db, order.id)) && (await queryForProof(order)) === 'found')
        return { order: await reread(order), redirect: null };
      const sent = await toCharge(order);
      if (!(await claimAttempt(db, order.id, clock.now()))) return awaitOutcome(order);
      const result = await adapterOf(order.provider)
        .chargeSaved(sent, vault.openToken(method.id, method.token_sealed))
        .catch((error: unknown): ChargeResult => {
          // The request may have arrived anyway: only the provider knows.
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

/** An order as sent to the provider. */
export function toProviderOrder(order: OrderRow, email: string, { publicUrl }: Pick<Config, 'publicUrl'>): ChargeOrder {
  // Only the provider's signed event counts, so both ways back lead to the same screen.
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
