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
  /** The first one signs our prices; all are accepted in answers. */
  salts: readonly [string, ...string[]];
  /** The `token` in the address that CCBill was told to report to: it signs nothing. */
  webhookTokens: readonly [string, ...string[]];
  /** Where it reports from. */
  webhookRanges: readonly string[];
  /** Takes payments back; null leaves that to a person at CCBill's own desk. */
  dataLink: { user: string; password: string } | null;
}

/** As CCBill publishes them. */
export const ccbillRanges = ['64.38.212.0/24', '64.38.215.0/24', '64.38.240.0/24', '64.38.241.0/24'];

/** ISO 4217 numbers. Yen are left out: they have no hundredths, which our amounts are in. */
const numbers: Record<string, string> = { USD: '840', EUR: '978', GBP: '826', CAD: '124', AUD: '036' };
const nameOf = (number: string | undefined): string | undefined =>
  Object.entries(numbers).find(([, value]) => value === number)?.[0];

/** Days that a single sale is said to last; CCBill takes 2 to 365. */
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

/** Of a price that the payer must not change: `10.00`, days, number of the currency. */
export const formDigest = (price: string, days: string, currency: string, salt: string): string =>
  md5Hex(`${price}${days}${currency}${salt}`);
/** What CCBill answers for a sale that it took. */
export const approvalDigest = (subscriptionId: string, salt: string): string => md5Hex(`${subscriptionId}1${salt}`);

/** What a genuine report says; null when it means nothing to us. Pure. */
export function readCcbillReport(type: string, said: Readonly<Record<string, string>>): ProviderEvent | null {
  const kind = kinds[type];
  const { transactionId = '', subscriptionId = '' } = said;
  // The payer's bank may have been asked for another currency; what counts is the price we set.
  const price = centsOf(said.amount || said.subscriptionInitialPrice || said.billedInitialPrice);
  const number = said.subscriptionCurrencyCode || said.currencyCode || said.billedCurrencyCode;
  const currency = nameOf(number) ?? said.subscriptionCurrency ?? said.currency ?? '';
  if (!kind || !(transactionId || subscriptionId)) return null;
  if (price === null && kind !== 'failed') return null;
  return {
    eventId: `${type} ${transactionId || subscriptionId}`,
    kind,
    orderId: said['X-orderId'] ?? '',
    providerReference: subscriptionId || transactionId,
    amountCents: price ?? 0,
    currency,
    reason: kind === 'failed' ? said.failureReason || null : null,
    method: null,
    card: kind === 'paid' ? cardOf(said) : null,
    occurredAt: timeOf(said.timestamp),
  };
}

/** Its hash of the card's number, with the last day: nothing that looks like a number itself is kept. */
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

/** Nothing, when a field stands there twice. */
function readForm(text: string): Record<string, string> {
  const pairs = [...new URLSearchParams(text)];
  const fields = new Map(pairs);
  return fields.size === pairs.length ? Object.fromEntries(fields) : {};
}

/** CCBill: FlexForms page with a price we sign. Its reports carry no signature, so five other things must fit. */
export function createCcbillAdapter(settings: CcbillSettings, deps: ProviderDependencies): PaymentProviderAdapter {
  const { account, subaccount, flexId, salts, webhookTokens, dataLink } = settings;
  const isListed = createAddressList(settings.webhookRanges);
  const refuse = (why: string) => unavailable(deps.logger, 'ccbill', why);

  async function readWebhook(request: WebhookRequest): Promise<WebhookVerdict> {
    if (!isListed(request.address)) return { status: 'rejected', why: 'address' };
    if (!fitsAny(webhookTokens, request.query.token ?? '', (token) => token))
      return { status: 'rejected', why: 'token' };
    const said = readBody(request);
    if (said.clientAccnum !== account || said.clientSubacc !== subaccount)
      return { status: 'rejected', why: 'account' };
    const type = request.query.eventType ?? said.eventType ?? '';
    // Nothing stands between the parts that the digest covers.
    if (!/^\d{0,40}$/.test(said.subscriptionId ?? '')) return { status: 'rejected', why: 'subscription' };
    const digest = (salt: string) => approvalDigest(said.subscriptionId ?? '', salt);
    if (type === 'NewSaleSuccess' && !fitsAny(salts, said.dynamicPricingValidationDigest ?? '', digest))
      return { status: 'rejected', why: 'digest' };
    const event = readCcbillReport(type, said);
    return event ? { status: 'event', event } : { status: 'ignored', eventId: null };
  }

  return {
    name: 'ccbill',
    currencies: Object.keys(numbers),
    chargesSaved: false,
    // It can be asked by its own number only, which comes with the report itself.
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
    query: async () => ({ status: 'cannot_say' }),
    async chargeSaved() {
      throw refuse('CCBill charges no saved cards here');
    },
    async refund(_order, providerReference) {
      if (!dataLink || !providerReference)
        throw refuse('CCBill has to be told by a person to give a payment back: CCBILL_DATALINK_USER is not set');
      const query = new URLSearchParams({
        clientAccnum: account,
        usingSubacc: subaccount,
        username: dataLink.user,
        password: dataLink.password,
        action: 'voidOrRefundTransaction',
        subscriptionId: providerReference,
      });
      const answer = await ask(deps, 'ccbill', `${desk}?${query}`);
      // A table of one column: its name, then 1 for done.
      if (!/^"?results"?\s+"?1"?\s*$/.test(answer.text)) throw refuse('payment provider refused a refund');
    },
  };
}
