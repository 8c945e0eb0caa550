import * as z from 'zod';
import { createAddressList } from './addresses.ts';
import { ask, type ProviderDependencies, readJson, unavailable } from './ask.ts';
import { centsOf, decimalOf } from './money.ts';
import type {
  PaymentProviderAdapter,
  ProviderEvent,
  ProviderEventKind,
  WebhookRequest,
  WebhookVerdict,
} from './port.ts';
import { fitsAny, md5Hex } from './signatures.ts';

export interface CcbillSettings {
  account: string;
  subaccount: string;
  flexId: string;
  /** The first signs our prices; responses may match any. */
  salts: readonly [string, ...string[]];
  /** The `token` in our webhook URL as configured at CCBill; CCBill does not sign its reports. */
  webhookTokens: readonly [string, ...string[]];
  /** Sender addresses of its reports. */
  webhookRanges: readonly string[];
  /** For refunds by API; null when staff make them in CCBill's admin portal. */
  dataLink: { user: string; password: string } | null;
}

/** As published by CCBill. */
export const ccbillRanges = ['64.38.212.0/24', '64.38.215.0/24', '64.38.240.0/24', '64.38.241.0/24'];

/** ISO 4217 numbers. Without yen, which has no cents. */
const numbers: Record<string, string> = { USD: '840', EUR: '978', GBP: '826', CAD: '124', AUD: '036' };
const nameOf = (number: string | undefined): string | undefined =>
  Object.entries(numbers).find(([, value]) => value === number)?.[0];

/** Nominal length of a single sale in days; CCBill accepts 2 to 365. */
const period = '2';
const desk = 'https://datalink.ccbill.com/utils/subscriptionManagement.cgi';

const kinds: Record<string, ProviderEventKind> = {
  NewSaleSuccess: 'paid',
  NewSaleFailure: 'failed',
  Refund: 'refunded',
  Void: 'refunded',
  Chargeback: 'charged_back',
};
const text = z.union([z.string(), z.number()]).transform(String);
const bodyFormat = z.record(z.string(), text.catch(''));

/** Protects the price from changes by the payer: `10.00`, days, number of the currency. */
export const formDigest = (price: string, days: string, currency: string, salt: string): string =>
  md5Hex(`${price}${days}${currency}${salt}`);
/** Digest that CCBill sends with an approved sale. */
export const approvalDigest = (subscriptionId: string, salt: string): string => md5Hex(`${subscriptionId}1${salt}`);

/** Maps a verified report to a provider event; null for kinds we ignore. Pure. */
export function readCcbillReport(type: string, fields: Readonly<Record<string, string>>): ProviderEvent | null {
  const kind = kinds[type];
  const { transactionId = '', subscriptionId = '' } = fields;
  // The bank may have been billed in another currency; our price counts.
  const price = centsOf(fields.amount || fields.subscriptionInitialPrice || fields.billedInitialPrice);
  const number = fields.subscriptionCurrencyCode || fields.currencyCode || fields.billedCurrencyCode;
  const currency = nameOf(number) ?? fields.subscriptionCurrency ?? fields.currency ?? '';
  if (!kind || !(transactionId || subscriptionId)) return null;
  if (price === null && kind !== 'failed') return null;
  return {
    eventId: `${type} ${transactionId || subscriptionId}`,
    kind,
    orderId: fields['X-orderId'] ?? '',
    providerReference: subscriptionId || transactionId,
    amountCents: price ?? 0,
    currency,
    reason: kind === 'failed' ? fields.failureReason || null : null,
    method: null,
    card: kind === 'paid' ? cardOf(fields) : null,
    occurredAt: timeOf(fields.timestamp),
  };
}

/** CCBill's hash of the card number with the expiry date; anything that could be a number itself is dropped. */
function cardOf({ paymentAccount = '', expDate = '' }: Readonly<Record<string, string>>): string | null {
  const isHash = /^[0-9a-f]{24,64}$/i.test(paymentAccount) && /[a-f]/i.test(paymentAccount);
  return isHash ? `${paymentAccount.toLowerCase()} ${expDate}`.trim() : null;
}

/** `2026-11-21 06:30:00` in Arizona, which keeps UTC-7 all year. */
function timeOf(stamp: string | undefined): Date {
  const at = new Date(`${(stamp ?? '').replace(' ', 'T')}-07:00`);
  return Number.isNaN(at.getTime()) ? new Date() : at;
}

function readBody({ rawBody, headers }: WebhookRequest): Record<string, string> {
  const isJson = String(headers['content-type']).includes('json');
  const body = isJson ? readJson(rawBody.toString()) : readForm(rawBody.toString());
  return bodyFormat.safeParse(body).data ?? {};
}

/** Empty when a field occurs twice. */
function readForm(text: string): Record<string, string> {
  const pairs = [...new URLSearchParams(text)];
  const byName = new Map(pairs);
  return byName.size === pairs.length ? Object.fromEntries(byName) : {};
}

/** CCBill: FlexForms page with a price we sign. Its reports carry no signature, so five other values are checked. */
export function createCcbillAdapter(settings: CcbillSettings, deps: ProviderDependencies): PaymentProviderAdapter {
  const { account, subaccount, flexId, salts, webhookTokens, dataLink } = settings;
  const isListed = createAddressList(settings.webhookRanges);
  const refuse = (why: string) => unavailable(deps.logger, 'ccbill', why);

  async function readWebhook(request: WebhookRequest): Promise<WebhookVerdict> {
    if (!isListed(request.address)) return { status: 'rejected', why: 'address' };
    if (!fitsAny(webhookTokens, request.query.token ?? '', (token) => token))
      return { status: 'rejected', why: 'token' };
    const fields = readBody(request);
    if (fields.clientAccnum !== account || fields.clientSubacc !== subaccount)
      return { status: 'rejected', why: 'account' };
    const type = request.query.eventType ?? fields.eventType ?? '';
    // The digest's parts have no separator.
    if (!/^\d{0,40}$/.test(fields.subscriptionId ?? '')) return { status: 'rejected', why: 'subscription' };
    const digest = (salt: string) => approvalDigest(fields.subscriptionId ?? '', salt);
    if (type === 'NewSaleSuccess' && !fitsAny(salts, fields.dynamicPricingValidationDigest ?? '', digest))
      return { status: 'rejected', why: 'digest' };
    const event = readCcbillReport(type, fields);
    return event ? { status: 'event', event } : { status: 'ignored', eventId: null };
  }

  return {
    name: 'ccbill',
    currencies: Object.keys(numbers),
    chargesSaved: false,
    // Queries need CCBill's own number, which only the report brings.
    canQuery: false,
    chargesOncePerOrder: false,
    webhookAnswer: 'OK',
    readWebhook,
    async createCheckout(order) {
      const number = numbers[order.currency];
      if (!number) throw refuse(`CCBill takes no ${order.currency}: set PAYMENT_RATES for a currency it does`);
      const price = decimalOf(order.amountCents);
      const query = new URLSearchParams({
        clientAccnum: account,
        clientSubacc: subaccount,
        initialPrice: price,
        initialPeriod: period,
        currencyCode: number,
        formDigest: formDigest(price, period, number, salts[0]),
        email: order.email,
        'X-orderId': order.id,
      });
      const form = encodeURIComponent(flexId);
      return { url: `https://api.ccbill.com/wap-frontflex/flexforms/${form}?${query}`, providerReference: null };
    },
    query: async () => ({ status: 'unclear' }),
    async chargeSaved() {
      throw refuse('CCBill charges no saved cards here');
    },
    async refund(_order, providerReference) {
      if (!dataLink || !providerReference)
        throw refuse('Staff must refund this payment in the CCBill admin portal: CCBILL_DATALINK_USER is not set');
      const query = new URLSearchParams({
        clientAccnum: account,
        usingSubacc: subaccount,
        username: dataLink.user,
        password: dataLink.password,
        action: 'voidOrRefundTransaction',
        subscriptionId: providerReference,
      });
      const answer = await ask(deps, 'ccbill', `${desk}?${query}`);
      // A table of one column: its name, then 1 for success.
      if (!/^"?results"?\s+"?1"?\s*$/.test(answer.text)) throw refuse('payment provider refused a refund');
    },
  };
}
