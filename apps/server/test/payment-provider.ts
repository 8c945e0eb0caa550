import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { creditPacks } from '@vlam/contract/payments';
import type {
  ChargeOrder,
  ChargeResult,
  PaymentProviderAdapter,
  ProviderEvent,
  SavedMethod,
} from '../src/modules/payments/providers/port.ts';
import type { TestApp } from './app.ts';

export interface TestProvider extends PaymentProviderAdapter {
  /** Requested checkouts, in order. */
  readonly checkouts: ChargeOrder[];
  readonly charges: { order: ChargeOrder; token: string }[];
  readonly refunds: ChargeOrder[];
  /** The provider's references of requested refunds, in order. */
  readonly refundReferences: string[];
  /** Sets the result of charges; they are paid immediately by default. */
  onCharge(act: (order: ChargeOrder) => ChargeResult | Promise<ChargeResult>): void;
  /** Resets `onCharge`: charges are paid immediately. */
  payImmediately(): void;
  /** An event about an order; by default its payment. */
  event(order: ChargeOrder, changes?: Partial<ProviderEvent>): ProviderEvent;
  /** Sets the result of queries for an order, where it supports them; otherwise it knows only charged orders. */
  knows(event: ProviderEvent): void;
  /** A signed webhook. */
  sign(event: ProviderEvent, at?: Date): { body: string; headers: Record<string, string> };
}

/** Price of a pack in rand. */
export const packPrice = (id: string): number => creditPacks.find((pack) => pack.id === id)?.price ?? 0;

/** Body of a checkout for a pack. */
export const packCheckout = (reference: string) => ({ purpose: 'pack', reference, amount: packPrice(reference) });

export const aTestCard = (): SavedMethod => ({
  token: `tok_${randomUUID()}`,
  brand: 'Visa',
  lastFour: '4242',
  expiresOn: '2031-12-31',
});

const secret = 'test webhook secret';
const hmac = (text: string) => createHmac('sha256', secret).update(text).digest();

/** Capabilities of the best documented provider; the test provider has none by default. */
export const mostCapable = { canQuery: true, chargesOncePerOrder: true } as const;

/**
 * A provider in memory with signed webhooks, under the sandbox's name. By default it is as limited as the worst
 * documented one: it has no queries, and charges each time, also for the same order.
 */
export function createTestProvider(
  over: Partial<Pick<PaymentProviderAdapter, 'chargesSaved' | 'currencies' | 'canQuery' | 'chargesOncePerOrder'>> = {},
): TestProvider {
  const checkouts: ChargeOrder[] = [];
  const charges: TestProvider['charges'] = [];
  const refunds: ChargeOrder[] = [];
  const refundReferences: string[] = [];
  const known = new Map<string, ProviderEvent>();
  const answered = new Map<string, Promise<ChargeResult>>();
  const event: TestProvider['event'] = (order, changes = {}) => ({
    eventId: randomUUID(),
    kind: 'paid',
    orderId: order.id,
    providerReference: `ref_${order.id}`,
    amountCents: order.amountCents,
    currency: order.currency,
    reason: null,
    method: null,
    occurredAt: new Date(),
    ...changes,
  });
  const pay = (order: ChargeOrder): ChargeResult => ({ status: 'paid', event: event(order) });
  let act: (order: ChargeOrder) => ChargeResult | Promise<ChargeResult> = pay;

  async function charge(order: ChargeOrder, token: string): Promise<ChargeResult> {
    charges.push({ order, token });
    const result = await act(order);
    if (result.status === 'paid') known.set(order.id, result.event);
    return result;
  }

  return {
    name: 'sandbox',
    currencies: ['ZAR'],
    chargesSaved: true,
    canQuery: false,
    chargesOncePerOrder: false,
    webhookAnswer: 'OK',
    ...over,
    checkouts,
    charges,
    refunds,
    refundReferences,
    event,
    knows: (reported) => void known.set(reported.orderId, reported),
    onCharge(next) {
      act = next;
    },
    payImmediately() {
      act = pay;
    },
    sign(reported, at = new Date()) {
      const body = JSON.stringify(reported);
      const time = String(at.getTime());
      return {
        body,
        headers: {
          'content-type': 'application/webhook+json',
          'x-test-time': time,
          'x-test-signature': hmac(`${time}.${body}`).toString('hex'),
        },
      };
    },
    async createCheckout(order) {
      checkouts.push(order);
      return { url: `https://pay.test/${order.id}`, providerReference: null };
    },
    async readWebhook({ rawBody, headers }, now) {
      const time = String(headers['x-test-time']);
      const given = Buffer.from(String(headers['x-test-signature']), 'hex');
      const expected = hmac(`${time}.${rawBody.toString()}`);
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        return { status: 'rejected', why: 'signature' };
      if (Math.abs(now.getTime() - Number(time)) > 300_000) return { status: 'rejected', why: 'age' };
      const event = JSON.parse(rawBody.toString()) as ProviderEvent;
      return { status: 'event', event: { ...event, occurredAt: new Date(event.occurredAt) } };
    },
    async query(orderId) {
      const found = known.get(orderId);
      if (!this.canQuery) return { status: 'unclear' };
      return found ? { status: 'found', event: found } : { status: 'unknown_order' };
    },
    chargeSaved(order, token) {
      const before = this.chargesOncePerOrder ? answered.get(order.id) : undefined;
      const answer = before ?? charge(order, token);
      answered.set(order.id, answer);
      // A charge that never reached it is not repeated from memory.
      answer.catch(() => answered.delete(order.id));
      return answer;
    },
    async refund(order, reference) {
      refunds.push(order);
      refundReferences.push(reference);
    },
  };
}

/** Sends a signed webhook to the server without running its jobs. Returns the status. */
export async function deliver(
  t: Pick<TestApp, 'app' | 'clock'>,
  provider: TestProvider,
  event: ProviderEvent,
): Promise<number> {
  const { body, headers } = provider.sign(event, t.clock.now());
  const answer = await t.app.inject({ method: 'POST', url: '/api/payments/webhooks/sandbox', headers, payload: body });
  return answer.statusCode;
}

/** Saves a card of a member, as a payment on the provider's page does. */
export async function aSavedCard(
  t: TestApp,
  provider: TestProvider,
  member: { cookie: string },
  card: SavedMethod = aTestCard(),
): Promise<SavedMethod> {
  const body = { purpose: 'method', reference: 'card' };
  const { body: answer } = await t.client(member).call('createCheckout', { body });
  await deliver(t, provider, provider.event(checkoutOrder(provider, answer.orderId), { method: card }));
  await t.drain();
  return card;
}

/** The checkout that the provider received for an order. */
export function checkoutOrder(provider: TestProvider, id: string): ChargeOrder {
  const order = provider.checkouts.find((asked) => asked.id === id);
  if (!order) throw new Error('the provider received no checkout for this order');
  return order;
}

/** Creates a member's checkout for a pack; returns it as the provider received it. */
export async function aPackOrder(
  t: TestApp,
  provider: TestProvider,
  member: { cookie: string },
  reference = 'p100',
): Promise<ChargeOrder> {
  const { body } = await t.client(member).call('createCheckout', { body: packCheckout(reference) });
  return checkoutOrder(provider, body.orderId);
}

/** Delivers events about an order, one after the other, then runs the jobs. */
export async function deliverEvents(
  t: TestApp,
  provider: TestProvider,
  order: ChargeOrder,
  ...changes: Partial<ProviderEvent>[]
): Promise<void> {
  for (const one of changes) {
    const status = await deliver(t, provider, provider.event(order, one));
    if (status !== 200) throw new Error(`a genuine webhook got ${status}`);
  }
  await t.drain();
}
