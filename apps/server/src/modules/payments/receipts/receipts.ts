import { type Clock, johannesburgDay } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { Mailer } from '../../../platform/mailer.ts';
import { writePdf } from '../../../platform/pdf.ts';
import type { IdentityService } from '../../identity/service.ts';
import { findOrder, findOwnOrder, type OrderRow } from '../orders/order-store.ts';
import { vatWithin } from '../orders/policy.ts';
import { receiptNumber } from '../orders/view.ts';
import type { SecondRow } from '../second-payments/second-payment-store.ts';
import { receiptMail, refundedMail } from './mails.ts';
import { findReceipt, insertReceipts, vatPercentOn } from './receipt-store.ts';
import { receiptLines } from './receipt-text.ts';

const mailReceipt = jobKind<{ orderId: string }>('payments.receipt');
const mailRefund = jobKind<{ orderId: string; cents?: number; currency?: string }>('payments.refund-mail');

export interface Receipts {
  /** Enqueues the receipt mail, in the transaction that marks the order paid, before its postings. */
  enqueueReceiptMail(tx: Db, order: OrderRow): Promise<void>;
  /** Enqueues the refund mail, in the transaction that refunds the order or a second payment of it. */
  enqueueRefundMail(tx: Db, order: OrderRow, second?: SecondRow): Promise<void>;
  /** Issues the receipt, as the last step of that transaction: until commit, other receipts of the year wait. */
  issue(tx: Db, order: OrderRow): Promise<void>;
  /** As the two above, for many orders. */
  enqueueReceiptMails(tx: Db, orders: readonly OrderRow[]): Promise<void>;
  issueAll(tx: Db, orders: readonly OrderRow[]): Promise<void>;
  /** The member's own receipt. Throws `NOT_FOUND` while there is none. */
  pdf(accountId: string, orderId: string): Promise<{ file: Buffer; number: string }>;
  tasks: JobTask[];
}

export function createReceipts(deps: {
  config: Config;
  db: Database['db'];
  clock: Clock;
  jobs: Jobs;
  mailer: Mailer;
  identity: Pick<IdentityService, 'getAccount' | 'covers'>;
}): Receipts {
  const { config, db, clock, jobs, mailer, identity } = deps;
  const receives = (order: OrderRow) => order.amount_cents > 0n && order.purpose !== 'method';

  async function mail(orderId: string): Promise<void> {
    const [order, receipt] = await Promise.all([findOrder(db, orderId), findReceipt(db, orderId)]);
    if (!order || !receipt) return;
    const email = await emailOf(order);
    if (email) await mailer.queue(db, receiptMail(email, config, order, receipt));
  }

  async function mailThatRefunded(orderId: string, cents?: number, currency?: string): Promise<void> {
    const order = await findOrder(db, orderId);
    const email = order && (await emailOf(order));
    const part = cents && currency ? { refund_amount: BigInt(cents), refund_currency: currency } : {};
    if (email) await mailer.queue(db, refundedMail(email, { ...order, ...part }));
  }

  /** Null for an erased account, or one that shares its address with an older account. */
  async function emailOf(order: OrderRow): Promise<string | null> {
    const account = await identity.getAccount(db, order.account_id).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
      throw error;
    });
    return account?.holdsEmail ? account.email : null;
  }

  async function issueAll(tx: Db, orders: readonly OrderRow[]): Promise<void> {
    const issuedAt = clock.now();
    const day = johannesburgDay(issuedAt);
    const vatPercent = await vatPercentOn(tx, day);
    const totals = orders.map(({ id, amount_cents }) => {
      const totalCents = Number(amount_cents);
      return { orderId: id, totalCents, vatCents: vatWithin(totalCents, vatPercent) };
    });
    const { seller } = config;
    await insertReceipts(tx, totals, { year: Number(day.slice(0, 4)), vatPercent, issuedAt, seller });
  }

  return {
    async enqueueReceiptMail(tx, order) {
      if (receives(order)) await jobs.enqueue(tx, mailReceipt, { orderId: order.id }, { key: `receipt ${order.id}` });
    },
    async enqueueRefundMail(tx, order, second) {
      const part = second ? { cents: Number(second.amount), currency: second.currency } : {};
      const key = `refund ${second?.id ?? order.id}`;
      if (second || receives(order)) await jobs.enqueue(tx, mailRefund, { orderId: order.id, ...part }, { key });
    },
    enqueueReceiptMails: (tx, orders) =>
      jobs.enqueueAll(
        tx,
        mailReceipt,
        orders.map(({ id }) => ({ key: `receipt ${id}`, payload: { orderId: id } })),
      ),
    issue: async (tx, order) => (receives(order) ? issueAll(tx, [order]) : undefined),
    issueAll,
    async pdf(accountId, orderId) {
      const [order, receipt] = await Promise.all([findOwnOrder(db, accountId, orderId), findReceipt(db, orderId)]);
      if (!order || !receipt) throw new AppError('NOT_FOUND');
      const number = receiptNumber(receipt);
      const cover = await identity.covers.nameOf(db, accountId);
      const lines = receiptLines(order, receipt, config, cover !== null);
      return { file: await writePdf(`Receipt ${number}`, lines, receipt.issuedAt), number };
    },
    tasks: [
      jobTask(mailReceipt, ({ orderId }) => mail(orderId)),
      jobTask(mailRefund, ({ orderId, cents, currency }) => mailThatRefunded(orderId, cents, currency)),
    ],
  };
}
