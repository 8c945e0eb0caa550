import * as z from 'zod';
import { ask, type ProviderDependencies, readJson, unavailable } from './ask.ts';
import type { ChargeOrder, PaymentProviderAdapter, ProviderEvent, ProviderEventKind } from './port.ts';
import { verifyStandardWebhook } from './standard-webhooks.ts';

export interface SandboxSettings {
  /** URL of the sandbox, without a trailing slash. */
  url: string;
  apiKey: string;
  /** Accepted in webhooks: `whsec_` and base64. */
  webhookSecrets: readonly string[];
}

/** Begins the reference of an order of the sample data, which was paid before the sandbox opened. */
const sampleMark = 'sample_';
/** The reference that lets an order of the sample data be refunded. */
export const sampleReference = (orderId: string): string => `${sampleMark}${orderId}`;

const kinds: Record<string, ProviderEventKind> = {
  pending: 'pending',
  paid: 'paid',
  failed: 'failed',
  cancelled: 'cancelled',
  refunded: 'refunded',
  charged_back: 'charged_back',
};

const paymentFormat = z.object({
  reference: z.string(),
  orderId: z.string(),
  status: z.string(),
  amount: z.int().nonnegative(),
  currency: z.string(),
  failureReason: z.string().nullable(),
  savedCard: z
    .object({ token: z.string(), brand: z.string(), lastFour: z.string(), expiresOn: z.string().nullable() })
    .nullable(),
  nextUrl: z.string().nullable(),
  updatedAt: z.iso.datetime(),
});
const webhookFormat = z.object({ type: z.string(), data: paymentFormat });
const notFound = z.object({ error: z.object({ code: z.literal('not_found') }) });
const checkoutFormat = z.object({ id: z.string(), url: z.string(), reference: z.string() });

function toEvent(payment: z.infer<typeof paymentFormat>, eventId: string): ProviderEvent | null {
  const kind = kinds[payment.status];
  if (!kind) return null;
  return {
    eventId,
    kind,
    orderId: payment.orderId,
    providerReference: payment.reference,
    amountCents: payment.amount,
    currency: payment.currency,
    reason: payment.failureReason,
    method: payment.savedCard,
    occurredAt: new Date(payment.updatedAt),
  };
}

/** The sandbox of the demo (`apps/sandbox-provider`), with test cards and no money. */
export function createSandboxAdapter(
  { url, apiKey, webhookSecrets }: SandboxSettings,
  deps: ProviderDependencies,
): PaymentProviderAdapter {
  const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    ask(deps, 'sandbox', `${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const describe = (order: ChargeOrder) => ({
    orderId: order.id,
    amount: order.amountCents,
    currency: order.currency,
    description: order.description,
    returnUrl: order.returnUrl,
    cancelUrl: order.cancelUrl,
    webhookUrl: order.webhookUrl,
  });
  const stateOf = ({ reference, status }: z.infer<typeof paymentFormat>) => `${reference} ${status}`;

  return {
    name: 'sandbox',
    currencies: ['ZAR'],
    chargesSaved: true,
    canQuery: true,
    chargesOncePerOrder: true,
    webhookAnswer: 'OK',
    async createCheckout(order) {
      const answer = await call('POST', '/v1/checkouts', { ...describe(order), saveCard: order.saveMethod });
      const checkout = checkoutFormat.safeParse(readJson(answer.text));
      if (!checkout.success) throw unavailable(deps.logger, 'sandbox', 'payment provider refused a checkout');
      return { url: checkout.data.url, providerReference: checkout.data.reference };
    },
    async readWebhook({ rawBody, headers }, now) {
      const verdict = verifyStandardWebhook({ rawBody, headers }, webhookSecrets, now);
      if ('why' in verdict) return { status: 'rejected', why: verdict.why };
      const parsed = webhookFormat.safeParse(readJson(rawBody.toString()));
      const event = parsed.success ? toEvent(parsed.data.data, verdict.id) : null;
      return event ? { status: 'event', event } : { status: 'ignored', eventId: verdict.id };
    },
    async query(orderId) {
      const answer = await call('GET', `/v1/payments/${encodeURIComponent(orderId)}`).catch(() => null);
      const body = readJson(answer?.text ?? '');
      const payment = paymentFormat.safeParse(body);
      const event = payment.success ? toEvent(payment.data, stateOf(payment.data)) : null;
      if (event) return { status: 'found', event };
      return { status: answer?.status === 404 && notFound.safeParse(body).success ? 'unknown_order' : 'unclear' };
    },
    async chargeSaved(order, token) {
      const answer = await call('POST', '/v1/charges', { ...describe(order), token });
      const payment = paymentFormat.safeParse(readJson(answer.text));
      if (!payment.success) {
        // 422: the sandbox refuses this card for good and charged nothing.
        if (answer.status === 422) return { status: 'declined', reason: 'This card can no longer be charged' };
        return { status: 'unknown' };
      }
      const { status, failureReason, nextUrl } = payment.data;
      const event = toEvent(payment.data, stateOf(payment.data));
      if (status === 'paid' && event) return { status: 'paid', event };
      if (status === 'failed') return { status: 'declined', reason: failureReason ?? 'The card was declined' };
      return nextUrl ? { status: 'redirect', url: nextUrl } : { status: 'unknown' };
    },
    async refund(order, providerReference) {
      const isSample = providerReference.startsWith(sampleMark);
      const { status } = await call(
        'POST',
        '/v1/refunds',
        isSample ? { orderId: order.id, paid: describe(order) } : { orderId: providerReference || order.id },
      );
      if (status >= 400) throw unavailable(deps.logger, 'sandbox', 'payment provider refused a refund');
    },
  };
}
