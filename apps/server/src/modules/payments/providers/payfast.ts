import * as z from 'zod';
import { johannesburgDay } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { plainAddress } from './addresses.ts';
import { ask, type ProviderDependencies, readJson, unavailable } from './ask.ts';
import { centsOf, decimalOf } from './money.ts';
import { callSignature, checkoutSignature, filled, notificationSignature } from './payfast-signature.ts';
import type {
  ChargeOrder,
  PaymentProviderAdapter,
  ProviderEvent,
  ProviderEventKind,
  WebhookRequest,
  WebhookVerdict,
} from './port.ts';
import { fitsAny } from './signatures.ts';

export interface PayfastSettings {
  merchantId: string;
  merchantKey: string;
  /** The first signs requests; notifications may match any. Empty for an account without a passphrase. */
  passphrases: readonly [string, ...string[]];
  /** Use PayFast's own sandbox, without real money. */
  testing: boolean;
}

export interface PayfastDependencies extends ProviderDependencies {
  /** Resolves a host by DNS. */
  resolve(host: string): Promise<string[]>;
}

const senders = ['www.payfast.co.za', 'sandbox.payfast.co.za', 'w1w.payfast.co.za', 'w2w.payfast.co.za'];
const sendersKnownForMs = 10 * 60_000;
const api = 'https://api.payfast.co.za';
const kinds: Record<string, ProviderEventKind> = { COMPLETE: 'paid', FAILED: 'failed', PENDING: 'pending' };

/** Maps a verified notification to a provider event; null for kinds we ignore. Pure. */
export function readNotification(fields: ReadonlyMap<string, string>): ProviderEvent | null {
  const status = fields.get('payment_status') ?? '';
  const kind = kinds[status];
  const reference = fields.get('pf_payment_id');
  const amountCents = centsOf(fields.get('amount_gross'));
  if (!kind || !reference || amountCents === null) return null;
  const token = fields.get('token');
  return {
    eventId: `${reference} ${status}`,
    kind,
    orderId: fields.get('m_payment_id') ?? '',
    providerReference: reference,
    amountCents,
    currency: 'ZAR',
    reason: null,
    // PayFast reports neither card number nor expiry.
    method: kind === 'paid' && token ? { token, brand: 'Card at PayFast', lastFour: '', expiresOn: null } : null,
    occurredAt: new Date(),
  };
}

/** PayFast: signed redirect, notifications checked four ways; the caller compares the amount with the order. */
export function createPayfastAdapter(settings: PayfastSettings, deps: PayfastDependencies): PaymentProviderAdapter {
  const { merchantId, merchantKey, passphrases, testing } = settings;
  const [passphrase] = passphrases;
  const site = `https://${testing ? 'sandbox' : 'www'}.payfast.co.za`;
  let known: { addresses: ReadonlySet<string>; untilMs: number } | null = null;

  async function isSender(address: string, nowMs: number): Promise<boolean> {
    if (!known || nowMs > known.untilMs) {
      const found = await Promise.all(senders.map((host) => deps.resolve(host).catch(() => [])));
      const addresses = new Set(found.flat().map(plainAddress));
      // When DNS fails, reject all senders and retry on the next notification.
      known = { addresses, untilMs: addresses.size > 0 ? nowMs + sendersKnownForMs : nowMs };
    }
    return known.addresses.has(plainAddress(address));
  }

  async function isConfirmed(rawBody: Buffer): Promise<boolean> {
    const answer = await ask(deps, 'payfast', `${site}/eng/query/validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: rawBody.toString(),
    }).catch(() => null);
    return answer?.text.trim() === 'VALID';
  }

  async function readWebhook({ rawBody, address }: WebhookRequest, now: Date): Promise<WebhookVerdict> {
    const pairs = [...new URLSearchParams(rawBody.toString())];
    const fields = new Map(pairs);
    const given = fields.get('signature') ?? '';
    if (fields.size !== pairs.length) return { status: 'rejected', why: 'duplicate field' };
    // Names are signed without encoding.
    if (!pairs.every(([name]) => /^\w{1,64}$/.test(name))) return { status: 'rejected', why: 'invalid field name' };
    if (!fitsAny(passphrases, given, (secret) => notificationSignature(pairs, secret)))
      return { status: 'rejected', why: given ? 'signature wrong' : 'signature missing' };
    // Fields after the signature are not signed.
    if (pairs.at(-1)?.[0] !== 'signature') return { status: 'rejected', why: 'unsigned field' };
    if (fields.get('merchant_id') !== merchantId) return { status: 'rejected', why: 'merchant' };
    if (!(await isSender(address, now.getTime()))) return { status: 'rejected', why: 'address' };
    if (!(await isConfirmed(rawBody))) return { status: 'rejected', why: 'not confirmed by PayFast' };
    const event = readNotification(fields);
    return event ? { status: 'event', event } : { status: 'ignored', eventId: null };
  }

  /** Amounts are in cents; headers and body are signed together. */
  async function callApi(path: string, body: Readonly<Record<string, string>>) {
    const now = new Date();
    const time = now.toLocaleTimeString('en-GB', { timeZone: 'Africa/Johannesburg' });
    const headers = { 'merchant-id': merchantId, version: 'v1', timestamp: `${johannesburgDay(now)}T${time}` };
    return await ask(deps, 'payfast', `${api}${path}${testing ? '?testing=true' : ''}`, {
      method: 'POST',
      headers: {
        ...headers,
        signature: callSignature({ ...headers, ...body }, passphrase),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  }

  function checkoutFields(order: ChargeOrder): [string, string][] {
    return [
      ['merchant_id', merchantId],
      ['merchant_key', merchantKey],
      ['return_url', order.returnUrl],
      ['cancel_url', order.cancelUrl],
      ['notify_url', order.webhookUrl],
      ['email_address', order.email],
      ['m_payment_id', order.id],
      ['amount', decimalOf(order.amountCents)],
      ['item_name', order.description.slice(0, 100)],
      // 2: saves the card for later charges, which needs a passphrase.
      ['subscription_type', order.saveMethod && passphrase ? '2' : ''],
    ];
  }

  return {
    name: 'payfast',
    currencies: ['ZAR'],
    chargesSaved: passphrase !== '',
    // Queries need PayFast's own number, which only the notification brings.
    canQuery: false,
    // Each ad hoc charge takes money, whichever order id it names.
    chargesOncePerOrder: false,
    webhookAnswer: 'OK',
    readWebhook,
    async createCheckout(order) {
      const fields = filled(checkoutFields(order));
      const query = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]));
      query.set('signature', checkoutSignature(fields, passphrase));
      return { url: `${site}/eng/process?${query}`, providerReference: null };
    },
    query: async () => ({ status: 'unclear' }),
    async chargeSaved(order, token) {
      if (!passphrase) throw new AppError('UNAVAILABLE');
      const { text } = await callApi(`/subscriptions/${encodeURIComponent(token)}/adhoc`, {
        amount: String(order.amountCents),
        item_name: order.description.slice(0, 100),
        m_payment_id: order.id,
      });
      const answer = adhocAnswer.safeParse(readJson(text)).data;
      if (answer?.data.response === false) return { status: 'declined', reason: 'The card was declined' };
      // Even an immediate success waits for the notification, which identifies the payment.
      return { status: 'unknown' };
    },
    async refund(order, providerReference) {
      const { status } = await callApi(`/refunds/${encodeURIComponent(providerReference)}`, {
        amount: String(order.amountCents),
        reason: 'Given back by the merchant',
        notify_buyer: '1',
      });
      if (status >= 400) throw unavailable(deps.logger, 'payfast', 'payment provider refused a refund');
    },
  };
}

const adhocAnswer = z.object({ data: z.object({ response: z.boolean() }) });
