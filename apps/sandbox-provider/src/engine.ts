import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Book, Order, Payment, PaymentStatus, Plan } from './book.ts';
import { findCard, type TestCard, type Tokens } from './cards.ts';
import { createCourier } from './courier.ts';
import type { Delays } from './delays.ts';

/** URL to send the payer to next. */
export type Next = 'bank' | 'merchant';

export interface Engine {
  /** The payment of this order, new or existing; null when the order exists with other values. */
  open(order: Order): Payment | null;
  /** The payer has chosen a card on the page. */
  choose(payment: Payment, card: TestCard, saveCard: boolean): Next;
  /** The payer has returned from the bank. */
  answerBank(payment: Payment, approved: boolean): void;
  cancel(payment: Payment): void;
  /** Charges a saved card at most once per order; undefined for an unknown token, null as in `open`. */
  charge(order: Order, token: string): Payment | null | undefined;
  /** Adds an order that was paid elsewhere; no webhook tells of it. */
  record(order: Order): Payment;
  /** Returns false when it is not paid, or already refunded. */
  refund(payment: Payment): boolean;
  chargeBack(payment: Payment): boolean;
  /** Stops the scheduler; pending actions stay in the book. */
  stop(): Promise<void>;
}

const newName = (kind: string): string => `${kind}_${randomBytes(12).toString('hex')}`;

export function createEngine(deps: {
  book: Book;
  tokens: Tokens;
  webhookSecret: string;
  fetch: typeof fetch;
  delays: Delays;
}): Engine {
  const { book, tokens, delays } = deps;
  const courier = createCourier(deps);
  const stopping = new AbortController();
  const inProgress = new Set<Promise<void>>();

  function schedule(wanted: Omit<Plan, 'id' | 'dueAt'>, inMs: number): void {
    const scheduled: Plan = { ...wanted, id: newName('plan'), dueAt: Date.now() + inMs };
    book.plans.set(scheduled.id, scheduled);
    book.save();
    startAction(scheduled);
  }

  function startAction(scheduled: Plan): void {
    const work = performAction(scheduled).finally(() => inProgress.delete(work));
    inProgress.add(work);
  }

  async function performAction(scheduled: Plan): Promise<void> {
    try {
      await sleep(Math.max(0, scheduled.dueAt - Date.now()), undefined, { signal: stopping.signal });
    } catch {
      return;
    }
    const payment = book.find(scheduled.reference);
    if (scheduled.act === 'deliver' && payment && scheduled.webhook) {
      const next = await courier.deliver(payment, scheduled.webhook);
      if (next !== null)
        schedule({ ...scheduled, webhook: { ...scheduled.webhook, attempt: scheduled.webhook.attempt + 1 } }, next);
    } else if (scheduled.act === 'settle' && payment?.status === 'pending') changeStatus(payment, 'paid');
    else if (scheduled.act === 'charge back' && payment) chargeBack(payment);
    book.plans.delete(scheduled.id);
    book.save();
  }

  /** Changes the payment and schedules the webhook. */
  function changeStatus(payment: Payment, status: PaymentStatus, reason: string | null = null): void {
    payment.status = status;
    payment.failureReason = reason;
    payment.updatedAt = new Date().toISOString();
    const type = `payment.${status}`;
    const webhook = { eventId: newName('evt'), type, body: courier.write(type, payment), attempt: 1 };
    const copies = status === 'paid' && findCard(payment.cardId)?.behaviour === 'twice' ? delays.duplicateMs : [];
    for (const inMs of [0, ...copies]) schedule({ reference: payment.reference, act: 'deliver', webhook }, inMs);
  }

  function settle(payment: Payment, card: TestCard, isFirst: boolean): void {
    const { reference } = payment;
    if (card.behaviour === 'declines' || (card.behaviour === 'pays once' && !isFirst))
      changeStatus(payment, 'failed', 'The bank declined the card: insufficient funds');
    else if (card.behaviour === 'late') {
      changeStatus(payment, 'pending');
      schedule({ reference, act: 'settle' }, delays.lateMs);
    } else {
      changeStatus(payment, 'paid');
      if (card.behaviour === 'charged back') schedule({ reference, act: 'charge back' }, delays.chargebackMs);
    }
  }

  function createPayment(order: Order): Payment {
    const at = new Date().toISOString();
    const payment: Payment = {
      ...order,
      id: randomBytes(18).toString('base64url'),
      reference: newName('pay'),
      status: 'open',
      ...{ cardId: null, token: null, failureReason: null },
      ...{ createdAt: at, updatedAt: at, deliveries: [] },
    };
    book.add(payment);
    book.save();
    return payment;
  }

  function findExisting(order: Order): Payment | null | undefined {
    const payment = book.find(order.orderId);
    if (!payment) return undefined;
    return payment.amount === order.amount && payment.currency === order.currency ? payment : null;
  }

  function chargeBack(payment: Payment): boolean {
    if (payment.status !== 'paid') return false;
    changeStatus(payment, 'charged_back');
    return true;
  }

  for (const left of book.plans.values()) startAction(left);
  return {
    open(order) {
      const payment = findExisting(order);
      return payment === undefined ? createPayment(order) : payment;
    },
    choose(payment, card, saveCard) {
      if (payment.status !== 'open') return 'merchant';
      payment.cardId = card.id;
      payment.token = payment.saveCard && saveCard ? tokens.issue(card) : null;
      book.save();
      if (card.behaviour === 'secure') return 'bank';
      settle(payment, card, true);
      return 'merchant';
    },
    answerBank(payment, approved) {
      const card = findCard(payment.cardId);
      if (payment.status !== 'open' || card?.behaviour !== 'secure') return;
      if (approved) settle(payment, card, true);
      else changeStatus(payment, 'failed', 'The payment was not approved at the bank');
    },
    cancel(payment) {
      if (payment.status === 'open') changeStatus(payment, 'cancelled');
    },
    charge(order, token) {
      const card = tokens.cardOf(token);
      if (!card) return undefined;
      const before = findExisting(order);
      if (before !== undefined) return before;
      const payment = createPayment(order);
      payment.cardId = card.id;
      if (card.behaviour !== 'secure') settle(payment, card, false);
      return payment;
    },
    record(order) {
      const payment = createPayment(order);
      payment.status = 'paid';
      return payment;
    },
    refund(payment) {
      if (payment.status === 'refunded') return true;
      if (payment.status !== 'paid') return false;
      changeStatus(payment, 'refunded');
      return true;
    },
    chargeBack,
    async stop() {
      stopping.abort();
      await Promise.allSettled(inProgress);
      book.close();
    },
  };
}
