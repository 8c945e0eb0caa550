import { ask, type ProviderDependencies, unavailable } from './ask.ts';
import { centsOf, decimalOf } from './money.ts';
import type { PaymentProviderAdapter, ProviderEvent, ProviderEventKind, QueryAnswer } from './port.ts';
import { fitsAny, sha256Hex } from './signatures.ts';

export interface VerotelSettings {
  shopId: string;
  /** The first signs requests; postbacks may match any. */
  signatureKeys: readonly [string, ...string[]];
}

const version = '3.5';
const page = 'https://secure.verotel.com/startorder';
const status = 'https://secure.verotel.com/salestatus';
/** Signed fields of requests; in postbacks all fields are signed. */
const signedKeys =
  /^(version|shopID|price(Amount|Currency)|paymentMethod|description|referenceID|saleID|custom[123]|subscriptionType|period|name|trialAmount|trialPeriod|cancelDiscountPercentage|type|backURL|declineURL|precedingSaleID|upgradeOption)$/;

type Values = Readonly<Record<string, string | undefined>>;

/** SHA-256 of the secret and every `name=value`, sorted by name and joined by colons. */
export function flexpaySignature(values: Values, secret: string): string {
  const pairs = Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1));
  return sha256Hex([secret, ...pairs.map(([name, value]) => `${name}=${value ?? ''}`)].join(':'));
}

/** Signed values are joined by colons, so a colon inside a value could forge another field. */
const isWhole = ([name, value]: readonly [string, string | undefined]): boolean =>
  /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name) && !(value ?? '').includes(':');
/** Return URLs contain a colon; they are ours, so allow it. */
const isOwnAddress = ([name, value]: readonly [string, string]): boolean =>
  (name === 'backURL' || name === 'declineURL') && /^https?:\/\/[\w.-]+(:\d{1,5})?\/[\w/?=&.-]*$/.test(value);
/** The description contains texts of members. */
const plain = (text: string): string => text.replace(/[:\p{Cc}]/gu, ' ').slice(0, 100);

const onlySigned = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => signedKeys.test(name)));

const kinds: Record<string, ProviderEventKind> = { credit: 'refunded', chargeback: 'charged_back' };

/** Maps a verified postback to a provider event; null for kinds we ignore. Pure. */
export function readPostback(fields: Values): ProviderEvent | null {
  const { saleID, referenceID = '', priceCurrency = '', type, event } = fields;
  // A purchase is reported without an event name, or as `initial`.
  const kind = event && event !== 'initial' ? kinds[event] : type === 'purchase' ? 'paid' : undefined;
  const amount = centsOf(fields.priceAmount ?? fields.amount);
  if (!kind || !saleID || amount === null) return null;
  return {
    eventId: `${event ?? 'purchase'} ${fields.transactionID ?? fields.uniqConfirmationID ?? saleID}`,
    kind,
    orderId: referenceID,
    providerReference: kind === 'paid' ? saleID : (fields.parentID ?? saleID),
    amountCents: amount,
    currency: priceCurrency || (fields.currency ?? ''),
    reason: null,
    method: null,
    occurredAt: new Date(),
  };
}

/** Lines of `name: value`; null when a name occurs twice, because a value may contain a forged line. */
function readLines(text: string): Values | null {
  const pairs = text.split(/\r?\n/).flatMap((line) => {
    const at = line.indexOf(':');
    return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const] : [];
  });
  const values = new Map(pairs);
  return values.size === pairs.length ? Object.fromEntries(values) : null;
}

/** Parses the status page of a sale. Pure. */
export function readSaleStatus(text: string, orderId: string): QueryAnswer {
  const fields = readLines(text);
  if (fields?.response === 'NOTFOUND') return { status: 'unknown_order' };
  if (fields?.response !== 'FOUND' || fields.saleResult !== 'APPROVED') return { status: 'unclear' };
  if (fields.referenceID !== undefined && fields.referenceID !== orderId) return { status: 'unclear' };
  const event = readPostback({ ...fields, referenceID: orderId, type: 'purchase', event: undefined });
  return event ? { status: 'found', event } : { status: 'unclear' };
}

/** Verotel FlexPay: a signed payment URL, signed postbacks by GET. Signatures carry no time; no rand. */
export function createVerotelAdapter(settings: VerotelSettings, deps: ProviderDependencies): PaymentProviderAdapter {
  const { shopId, signatureKeys } = settings;
  const currencies = ['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF', 'DKK', 'NOK', 'SEK'];
  const refuse = (why: string) => unavailable(deps.logger, 'verotel', why);

  function signed(address: string, values: Readonly<Record<string, string>>): string {
    if (!Object.entries(values).every((pair) => isWhole(pair) || isOwnAddress(pair)))
      throw refuse('a value with a colon cannot be signed for Verotel');
    const signature = flexpaySignature(onlySigned(values), signatureKeys[0]);
    return `${address}?${new URLSearchParams({ ...values, signature })}`;
  }

  return {
    name: 'verotel',
    currencies,
    chargesSaved: false,
    canQuery: true,
    chargesOncePerOrder: false,
    webhookAnswer: 'OK',
    async createCheckout(order) {
      if (!currencies.includes(order.currency))
        throw refuse(`Verotel takes no ${order.currency}: set PAYMENT_RATES for a currency it does`);
      const url = signed(page, {
        version,
        shopID: shopId,
        type: 'purchase',
        priceAmount: decimalOf(order.amountCents),
        priceCurrency: order.currency,
        description: plain(order.description),
        referenceID: order.id,
        backURL: order.returnUrl,
        declineURL: order.cancelUrl,
        email: order.email,
      });
      return { url, providerReference: null };
    },
    async readWebhook({ query }) {
      const { signature = '', ...fields } = query;
      if (!Object.entries(fields).every(isWhole)) return { status: 'rejected', why: 'a separator inside a value' };
      if (!fitsAny(signatureKeys, signature.toLowerCase(), (key) => flexpaySignature(fields, key)))
        return { status: 'rejected', why: signature ? 'signature wrong' : 'signature missing' };
      if (fields.shopID !== shopId) return { status: 'rejected', why: 'shop' };
      const event = readPostback(fields);
      return event ? { status: 'event', event } : { status: 'ignored', eventId: null };
    },
    async query(orderId) {
      const answer = await ask(
        deps,
        'verotel',
        signed(status, { version, shopID: shopId, referenceID: orderId }),
      ).catch(() => null);
      return answer ? readSaleStatus(answer.text, orderId) : { status: 'unclear' };
    },
    async chargeSaved() {
      throw refuse('Verotel charges no saved cards here');
    },
    async refund() {
      throw refuse('Staff must refund this payment in the Verotel Control Center');
    },
  };
}
