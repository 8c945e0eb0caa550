import { readFileSync, renameSync, writeFileSync } from 'node:fs';

export type PaymentStatus = 'open' | 'pending' | 'paid' | 'failed' | 'cancelled' | 'refunded' | 'charged_back';

/** What a merchant asks to be paid. */
export interface Order {
  orderId: string;
  /** In hundredths of `currency`. */
  amount: number;
  currency: string;
  description: string;
  returnUrl: string;
  cancelUrl: string;
  webhookUrl: string;
  /** True when the merchant asks to save the card. */
  saveCard: boolean;
}

export interface Payment extends Order {
  /** Part of the page's URL; cannot be guessed. */
  id: string;
  reference: string;
  status: PaymentStatus;
  cardId: string | null;
  /** Set once the card is saved. */
  token: string | null;
  failureReason: string | null;
  createdAt: string;
  updatedAt: string;
  deliveries: { type: string; eventId: string; attempt: number; status: number | null; at: string }[];
}

/** A scheduled action of the sandbox. */
export interface Plan {
  id: string;
  /** Unix milliseconds. */
  dueAt: number;
  reference: string;
  act: 'settle' | 'charge back' | 'deliver';
  webhook?: { eventId: string; type: string; body: string; attempt: number };
}

const maxPayments = 1_000;

/** Payments and scheduled actions in memory; with a file they survive a restart. */
export interface Book {
  readonly plans: Map<string, Plan>;
  add(payment: Payment): void;
  /** Finds a payment by our reference or the merchant's order id. */
  find(referenceOrOrder: string): Payment | undefined;
  findPage(id: string): Payment | undefined;
  /** Newest first. */
  newest(limit: number): Payment[];
  /** After every change. */
  save(): void;
  close(): void;
}

export function openBook(file: string | null): Book {
  const payments = new Map<string, Payment>();
  const byOrder = new Map<string, Payment>();
  const byPage = new Map<string, Payment>();
  const plans = new Map<string, Plan>();
  let timer: NodeJS.Timeout | null = null;

  function add(payment: Payment): void {
    payments.set(payment.reference, payment);
    byOrder.set(payment.orderId, payment);
    byPage.set(payment.id, payment);
    const [oldest] = payments.values();
    if (payments.size <= maxPayments || !oldest) return;
    payments.delete(oldest.reference);
    byOrder.delete(oldest.orderId);
    byPage.delete(oldest.id);
  }

  function write(): void {
    timer = null;
    if (!file) return;
    const text = JSON.stringify({ payments: [...payments.values()], plans: [...plans.values()] });
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  if (file) {
    const { payments: kept, plans: planned } = readFile(file);
    for (const payment of kept) add(payment);
    for (const schedule of planned) plans.set(schedule.id, schedule);
  }
  return {
    plans,
    add,
    find: (name) => payments.get(name) ?? byOrder.get(name),
    findPage: (id) => byPage.get(id),
    newest: (limit) => [...payments.values()].slice(-limit).reverse(),
    save() {
      timer ??= setTimeout(write, 50);
    },
    close() {
      if (timer) clearTimeout(timer);
      write();
    },
  };
}

/** Reads the payments of an earlier run; empty when the file is missing or unreadable, as no real money is involved. */
function readFile(file: string): { payments: Payment[]; plans: Plan[] } {
  try {
    const { payments, plans } = JSON.parse(readFileSync(file, 'utf8')) as { payments: Payment[]; plans: Plan[] };
    return { payments: [...payments], plans: [...plans] };
  } catch {
    return { payments: [], plans: [] };
  }
}
