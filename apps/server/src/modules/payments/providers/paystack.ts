import * as z from 'zod';
import { createAddressList } from './addresses.ts';
import { ask, type ProviderDependencies, readJson, unavailable } from './ask.ts';
import { lastDayOf } from './money.ts';
import type { ChargeResult, PaymentProviderAdapter, ProviderEvent, ProviderEventKind, SavedMethod } from './port.ts';
import { fitsAny, headerOf, hmacSha512Hex } from './signatures.ts';

export interface PaystackSettings {
  /** The first one asks; all are accepted in webhooks, which Paystack signs with the same key. */
  secretKeys: readonly [string, ...string[]];
  /** Where webhooks come from; empty believes the signature alone. */
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
  /** The same for one card, also across accounts. */
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

/** `abandoned` is left out: the payer may still come back to the page. */
const kinds: Record<string, ProviderEventKind> = {
  success: 'paid',
  failed: 'failed',
  reversed: 'refunded',
  pending: 'pending',
  processing: 'pending',
  queued: 'pending',
  ongoing: 'pending',
};

function toEvent(said: z.infer<typeof transaction>, eventId: string): ProviderEvent | null {
  const kind = kinds[said.status];
  if (!kind) return null;
  return {
    eventId,
    kind,
    orderId: said.reference,
    providerReference: said.id,
    amountCents: said.amount,
    currency: said.currency,
    reason: kind === 'failed' ? (said.gateway_response ?? null) : null,
    method: kind === 'paid' ? toMethod(said) : null,
    card: kind === 'paid' ? (said.authorization?.signature ?? null) : null,
    occurredAt: timeOf(said.paid_at),
  };
}

function toMethod({ authorization: card, customer }: z.infer<typeof transaction>): SavedMethod | null {
  if (!card?.reusable || !customer) return null;
  return {
    // A code is good for one customer's address only, which may change on our side.
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

/** What a genuine webhook says; null when it means nothing to us. Pure. */
export function readPaystackEvent(body: unknown): ProviderEvent | null {
  const { event, data } = envelope.safeParse(body).data ?? {};
  if (event === 'charge.success') {
    const said = transaction.safeParse(data).data;
    return said ? toEvent(said, `${event} ${said.id}`) : null;
  }
  const takenBack = (
    kind: 'refunded' | 'charged_back',
    id: string,
    { reference, amount, currency }: { reference: string; amount: number; currency: string },
  ): ProviderEvent => ({
    ...{ eventId: `${event} ${id}`, kind, orderId: reference, providerReference: reference },
    ...{ amountCents: amount, currency, reason: null, method: null, occurredAt: new Date() },
  });
  if (event === 'refund.processed') {
    const said = refund.safeParse(data).data;
    if (!said) return null;
    const { id, refund_reference, transaction_reference: reference, ...money } = said;
    return takenBack('refunded', refund_reference ?? id ?? reference, { reference, ...money });
  }
  if (event === 'charge.dispute.resolve') {
    const said = dispute.safeParse(data).data;
    // Declined by us and won: the money stays.
    return said?.resolution === 'merchant-accepted' ? takenBack('charged_back', said.id, said.transaction) : null;
  }
  return null;
}

/** Paystack: hosted page, saved cards, webhooks signed by HMAC-SHA512 over the raw body. It has no bound of time. */
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
    const said = answerOf(transaction).safeParse(body).data?.data ?? null;
    return { said, isUnknown: !said && (status === 404 || status === 400) && notFound.safeParse(body).success };
  }

  /** A charge that Paystack itself refused is only declined when it knows of none under this order. */
  async function outcomeOf(orderId: string, wasRefused: boolean): Promise<ChargeResult> {
    const { said, isUnknown } = await verify(orderId);
    if (said) return toResult(said);
    return wasRefused && isUnknown
      ? { status: 'declined', reason: 'This card can no longer be charged' }
      : { status: 'unknown' };
  }

  function toResult(said: z.infer<typeof transaction>): ChargeResult {
    const event = toEvent(said, `${said.id} ${said.status}`);
    if (event?.kind === 'paid') return { status: 'paid', event };
    if (event?.kind === 'failed') return { status: 'declined', reason: event.reason ?? 'The card was declined' };
    return { status: 'unknown' };
  }

  return {
    name: 'paystack',
    currencies: ['ZAR'],
    chargesSaved: true,
    canQuery: true,
    // A reference that was used is refused.
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
        // Only a card can be kept and charged again.
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
      // Staff have to answer the bank within a day.
      if (name?.startsWith('charge.dispute'))
        deps.logger.warn('a payment is disputed', { code: 'paystack', event: name });
      return { status: 'ignored', eventId: null };
    },
    async query(orderId) {
      const { said, isUnknown } = await verify(orderId).catch(() => ({ said: null, isUnknown: false }));
      const event = said && toEvent(said, `${said.id} ${said.status}`);
      if (event) return { status: 'found', event };
      return { status: isUnknown ? 'unknown_order' : 'cannot_say' };
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
      const said = answerOf(transaction).safeParse(readJson(text)).data?.data;
      return said ? toResult(said) : outcomeOf(order.id, status >= 400 && refused.safeParse(readJson(text)).success);
    },
    async refund(order, providerReference) {
      const transaction = providerReference || order.id;
      const { status } = await call('POST', '/refund', { transaction, amount: order.amountCents });
      if (status < 400) return;
      const { said } = await verify(order.id);
      // A second request for the same refund is refused, and that is well.
      if (said?.status !== 'reversed') throw unavailable(deps.logger, 'paystack', 'payment provider refused a refund');
    },
  };
}
