import { readFileSync, renameSync, writeFileSync } from 'node:fs';

export type PaymentStatus = 'open' | 'pending' | 'paid' | 'failed' | 'cancelled' | 'refunded' | 'charged_back';

/** What a merchant asks to be paid. */
export interface Order {
  orderId: string;
  /** Hundredths of `currency`. */
  amount: number;
  currency: string;
  description: string;
  returnUrl: string;
  cancelUrl: string;
  webhookUrl: string;
  /** The merchant asks to keep the card. */
  saveCard: boolean;
}

export interface Payment extends Order {
  /** In the address of its page; nobody can guess it. */
  id: string;
  reference: string;
  status: PaymentStatus;
  cardId: string | null;
  /** Set once the card is kept. */
  token: string | null;
  failureReason: string | null;
  createdAt: string;
  updatedAt: string;
  deliveries: { type: string; eventId: string; attempt: number; status: number | null; at: string }[];
}

/** Something the sandbox has still to do. */
export interface Plan {
  id: string;
  /** Unix milliseconds. */
  dueAt: number;
  reference: string;
  act: 'settle' | 'charge back' | 'deliver';
  webhook?: { eventId: string; type: string; body: string; attempt: number };
}

const mostPayments = 1_000;

/** Payments and plans in memory; with a file they outlive a restart. */
export interface Book {
  readonly plans: Map<string, Plan>;
  add(payment: Payment): void;
  /** By our reference or by the merchant's order. */
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
    if (payments.size <= mostPayments || !oldest) return;
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
    for (const plan of planned) plans.set(plan.id, plan);
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

/** What an earlier run left; nothing when there is none, or none that can be read: no money is lost here. */
function readFile(file: string): { payments: Payment[]; plans: Plan[] } {
  try {
    const { payments, plans } = JSON.parse(readFileSync(file, 'utf8')) as { payments: Payment[]; plans: Plan[] };
    return { payments: [...payments], plans: [...plans] };
  } catch {
    return { payments: [], plans: [] };
  }
}
