import * as z from 'zod';
import { createAddressList } from './addresses.ts';
import { ask, type ProviderDependencies, readJson, unavailable } from './ask.ts';
import { lastDayOf } from './money.ts';
import type { ChargeResult, PaymentProviderAdapter, ProviderEvent, ProviderEventKind, SavedMethod } from './port.ts';
import { fitsAny, headerOf, hmacSha512Hex } from './signatures.ts';

export interface PaystackSettings {
  /** Requests use the first; webhooks, signed with the same key, may match any. */
  secretKeys: readonly [string, ...string[]];
  /** Sender addresses of webhooks; when empty only the signature is checked. */
  webhookRanges: readonly string[];
}

const api = 'https://api.paystack.co';
const word = z.union([z.string(), z.number()]).transform(String);
const cents = z
  .union([z.int(), z.string().regex(/^\d{1,12}$/)])
  .transform(Number)
  .refine((value) => value >= 0);

const authorization = z.object({
  authorization_code: z.string(),
  last4: word.optional(),
  brand: z.string().nullish(),
  card_type: z.string().nullish(),
  exp_month: word.nullish(),
  exp_year: word.nullish(),
  reusable: z.boolean().nullish(),
  /** Equal for all uses of a card, also across accounts. */
  signature: z.string().nullish(),
});
const transaction = z.object({
  id: word,
  reference: z.string(),
  amount: cents,
  currency: z.string(),
  status: z.string(),
  gateway_response: z.string().nullish(),
  paid_at: z.string().nullish(),
  authorization: authorization.nullish().catch(null),
  customer: z.object({ email: z.string() }).nullish().catch(null),
});
const refund = z.object({
  id: word.nullish(),
  refund_reference: word.nullish(),
  transaction_reference: z.string(),
  amount: cents,
  currency: z.string(),
});
const dispute = z.object({
  id: word,
  resolution: z.string().nullish(),
  transaction: z.object({ reference: z.string(), amount: cents, currency: z.string() }),
});
const envelope = z.object({ event: z.string(), data: z.unknown() });
const refused = z.object({ status: z.literal(false), message: z.string() });
const notFound = refused.extend({ message: z.string().regex(/reference not found/i) });
const answerOf = <Data extends z.ZodType>(data: Data) => z.object({ status: z.literal(true), data });

/** Without `abandoned`: the payer may still return to the page. */
const kinds: Record<string, ProviderEventKind> = {
  success: 'paid',
  failed: 'failed',
  reversed: 'refunded',
  pending: 'pending',
  processing: 'pending',
  queued: 'pending',
  ongoing: 'pending',
};

function toEvent(parsed: z.infer<typeof transaction>, eventId: string): ProviderEvent | null {
  const kind = kinds[parsed.status];
  if (!kind) return null;
  return {
    eventId,
    kind,
    orderId: parsed.reference,
    providerReference: parsed.id,
    amountCents: parsed.amount,
    currency: parsed.currency,
    reason: kind === 'failed' ? (parsed.gateway_response ?? null) : null,
    method: kind === 'paid' ? toMethod(parsed) : null,
    card: kind === 'paid' ? (parsed.authorization?.signature ?? null) : null,
    occurredAt: timeOf(parsed.paid_at),
  };
}

function toMethod({ authorization: card, customer }: z.infer<typeof transaction>): SavedMethod | null {
  if (!card?.reusable || !customer) return null;
  return {
    // A code works only with the customer's address of that time, which may change on our side.
    token: `${card.authorization_code} ${customer.email}`,
    brand: (card.brand ?? card.card_type ?? 'card').trim(),
    lastFour: card.last4 ?? '',
    expiresOn: lastDayOf(card.exp_year ?? undefined, card.exp_month ?? undefined),
  };
}

const timeOf = (text: string | null | undefined): Date => {
  const at = new Date(text ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? new Date() : at;
};

/** Maps a verified webhook to a provider event; null for kinds we ignore. Pure. */
export function readPaystackEvent(body: unknown): ProviderEvent | null {
  const { event, data } = envelope.safeParse(body).data ?? {};
  if (event === 'charge.success') {
    const parsed = transaction.safeParse(data).data;
    return parsed ? toEvent(parsed, `${event} ${parsed.id}`) : null;
  }
  const reversalOf = (
    kind: 'refunded' | 'charged_back',
    id: string,
    { reference, amount, currency }: { reference: string; amount: number; currency: string },
  ): ProviderEvent => ({
    ...{ eventId: `${event} ${id}`, kind, orderId: reference, providerReference: reference },
    ...{ amountCents: amount, currency, reason: null, method: null, occurredAt: new Date() },
  });
  if (event === 'refund.processed') {
    const parsed = refund.safeParse(data).data;
    if (!parsed) return null;
    const { id, refund_reference, transaction_reference: reference, ...money } = parsed;
    return reversalOf('refunded', refund_reference ?? id ?? reference, { reference, ...money });
  }
  if (event === 'charge.dispute.resolve') {
    const parsed = dispute.safeParse(data).data;
    // Disputes that we declined and won change nothing.
    return parsed?.resolution === 'merchant-accepted'
      ? reversalOf('charged_back', parsed.id, parsed.transaction)
      : null;
  }
  return null;
}

/** Paystack: hosted page, saved cards, webhooks signed by HMAC-SHA512 over the raw body. Signatures carry no time. */
export function createPaystackAdapter(settings: PaystackSettings, deps: ProviderDependencies): PaymentProviderAdapter {
  const [secretKey] = settings.secretKeys;
  const isListed = createAddressList(settings.webhookRanges);
  const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    ask(deps, 'paystack', `${api}${path}`, {
      method,
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  async function verify(orderId: string) {
    const { text, status } = await call('GET', `/transaction/verify/${encodeURIComponent(orderId)}`);
    const body = readJson(text);
    const parsed = answerOf(transaction).safeParse(body).data?.data ?? null;
    return { parsed, isUnknown: !parsed && (status === 404 || status === 400) && notFound.safeParse(body).success };
  }

  /** A refused charge counts as declined only when Paystack has no transaction for this order. */
  async function outcomeOf(orderId: string, wasRefused: boolean): Promise<ChargeResult> {
    const { parsed, isUnknown } = await verify(orderId);
    if (parsed) return toResult(parsed);
    return wasRefused && isUnknown
      ? { status: 'declined', reason: 'This card can no longer be charged' }
      : { status: 'unknown' };
  }

  function toResult(parsed: z.infer<typeof transaction>): ChargeResult {
    const event = toEvent(parsed, `${parsed.id} ${parsed.status}`);
    if (event?.kind === 'paid') return { status: 'paid', event };
    if (event?.kind === 'failed') return { status: 'declined', reason: event.reason ?? 'The card was declined' };
    return { status: 'unknown' };
  }

  return {
    name: 'paystack',
    currencies: ['ZAR'],
    chargesSaved: true,
    canQuery: true,
    // Paystack refuses a reference that was used before.
    chargesOncePerOrder: true,
    webhookAnswer: 'OK',
    async createCheckout(order) {
      const { text } = await call('POST', '/transaction/initialize', {
        email: order.email,
        amount: order.amountCents,
        currency: order.currency,
        reference: order.id,
        callback_url: order.returnUrl,
        metadata: { cancel_action: order.cancelUrl, description: order.description },
        // Only cards can be saved and charged later.
        ...(order.saveMethod ? { channels: ['card'] } : {}),
      });
      const page = answerOf(z.object({ authorization_url: z.url() })).safeParse(readJson(text));
      if (!page.success) throw unavailable(deps.logger, 'paystack', 'payment provider refused a checkout');
      return { url: page.data.data.authorization_url, providerReference: null };
    },
    async readWebhook({ rawBody, headers, address }) {
      const given = headerOf(headers, 'x-paystack-signature') ?? '';
      if (!fitsAny(settings.secretKeys, given, (key) => hmacSha512Hex(key, rawBody)))
        return { status: 'rejected', why: given ? 'signature wrong' : 'signature missing' };
      if (settings.webhookRanges.length > 0 && !isListed(address)) return { status: 'rejected', why: 'address' };
      const body = readJson(rawBody.toString());
      const event = readPaystackEvent(body);
      if (event) return { status: 'event', event };
      const name = envelope.safeParse(body).data?.event;
      // Staff must respond to the bank within a day.
      if (name?.startsWith('charge.dispute'))
        deps.logger.warn('a payment is disputed', { code: 'paystack', event: name });
      return { status: 'ignored', eventId: null };
    },
    async query(orderId) {
      const { parsed, isUnknown } = await verify(orderId).catch(() => ({ parsed: null, isUnknown: false }));
      const event = parsed && toEvent(parsed, `${parsed.id} ${parsed.status}`);
      if (event) return { status: 'found', event };
      return { status: isUnknown ? 'unknown_order' : 'unclear' };
    },
    async chargeSaved(order, token) {
      const [code = '', email = order.email] = token.split(' ');
      const { text, status } = await call('POST', '/transaction/charge_authorization', {
        ...{ authorization_code: code, email, amount: order.amountCents },
        ...{ currency: order.currency, reference: order.id },
      });
      const paused = answerOf(z.object({ paused: z.literal(true), authorization_url: z.url() }));
      const challenge = paused.safeParse(readJson(text)).data?.data;
      if (challenge) return { status: 'redirect', url: challenge.authorization_url };
      const parsed = answerOf(transaction).safeParse(readJson(text)).data?.data;
      return parsed
        ? toResult(parsed)
        : outcomeOf(order.id, status >= 400 && refused.safeParse(readJson(text)).success);
    },
    async refund(order, providerReference) {
      const transaction = providerReference || order.id;
      const { status } = await call('POST', '/refund', { transaction, amount: order.amountCents });
      if (status < 400) return;
      const { parsed } = await verify(order.id);
      // A repeated request for the same refund is refused, which is fine.
      if (parsed?.status !== 'reversed')
        throw unavailable(deps.logger, 'paystack', 'payment provider refused a refund');
    },
  };
}
