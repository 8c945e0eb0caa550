import type { PaymentPurpose } from '@vlam/contract/payments';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';
import { errorFields, type Logger } from './logger.ts';
import type { PaidOrder, PaymentsPort, Quote, RenewalOutcome } from './purpose.ts';
import { createRenewalMails, type RenewalMailDependencies } from './renewal-mail.ts';
import type { RenewalRows } from './renewal-rows.ts';

const day = 86_400_000;
/** A paid period. */
export const periodMs = 30 * day;
/** A renewal is charged this long before the period ends, so that access has no gap. */
export const renewalLeadMs = 3_600_000;
/** A charge with an unknown outcome is retried after this long. */
export const unknownRetryMs = 1_800_000;
const retryAfterDays = [1, 3, 7] as const;

/** When to charge for the period after `paidUntil`. */
export const firstAttempt = (paidUntil: Date): Date => new Date(paidUntil.getTime() - renewalLeadMs);

/** The next attempt after `failed` failures for the period that begins at `periodStart`; null when there is none. */
export function nextAttempt(periodStart: Date, failed: number): Date | null {
  const days = retryAfterDays[failed - 1];
  return days === undefined ? null : new Date(periodStart.getTime() + days * day);
}

/** Period details stored with an order: the end of the paid time when the order was made. */
export const timeDetails = (paidUntil: Date | null, renewal: boolean) => ({
  renewal,
  paidUntil: paidUntil?.toISOString() ?? null,
});

/** Whether another order already paid for this one's period; `paidUntil` is the current end of paid time. */
export function isSecondPayment({ details }: Pick<PaidOrder, 'details'>, paidUntil: Date, now: Date): boolean {
  if (paidUntil <= now) return false;
  return typeof details.paidUntil === 'string' ? new Date(details.paidUntil) < paidUntil : details.renewal !== true;
}

export interface DueRenewal {
  /** Id of the renewing row. */
  id: string;
  accountId: string;
  reference: string;
  quote: Quote;
  /** Start of the period to be paid: the end of the last one. */
  periodStart: Date;
  /** End of the row's paid time, where it is not `periodStart`. */
  paidUntil?: Date;
  /** Refused attempts for this period. */
  failed: number;
}

export interface RenewalRun {
  paid: number;
  refused: number;
  unknown: number;
  /** Stopped by its time limit before every due row was tried. */
  more: boolean;
}

export interface RenewalDependencies extends RenewalMailDependencies {
  clock: Clock;
  logger: Logger;
  payments: Pick<PaymentsPort, 'chargeRenewal'>;
}

interface Result {
  due: DueRenewal;
  outcome: RenewalOutcome;
}

const [batchSize, concurrency] = [500, 100];

/**
 * Charges the due rows of one table, in batches, concurrently. Safe to kill at any point: a charge's key is the row,
 * the period's start and its number of refusals, so the next run repeats the same charge.
 */
export function createRenewals<Row>(
  deps: RenewalDependencies & {
    purpose: PaymentPurpose;
    rows: RenewalRows<Row>;
    db: Db;
    transact(work: (tx: Db) => Promise<void>): Promise<void>;
    /** Prices the claimed rows; `over` are the ids that must not be charged. */
    price(taken: readonly Row[]): Promise<{ due: DueRenewal[]; over: string[] }>;
  },
): { run(limits?: { milliseconds?: number }): Promise<RenewalRun> } {
  const { purpose, rows, db, transact, price, payments, clock, logger } = deps;
  const mails = createRenewalMails(deps);

  /** Returns null when nothing is due. */
  async function claimDue(now: Date): Promise<DueRenewal[] | null> {
    const taken = await rows.claimDue(db, now, batchSize);
    if (taken.length === 0) return null;
    const { due, over } = await price(taken);
    if (over.length > 0) await rows.stopAll(db, over);
    return due;
  }

  async function charge(due: DueRenewal, dueSince: Date): Promise<RenewalOutcome> {
    const { id, accountId, reference, quote, periodStart, failed } = due;
    const key = `${purpose}:${id}:${periodStart.toISOString()}:${failed}`;
    try {
      return await payments.chargeRenewal({ accountId, purpose, reference, quote, key, dueSince });
    } catch (error) {
      logger.warn('a renewal has no outcome', errorFields(error));
      return { status: 'unknown' };
    }
  }

  /** Records refused charges and unknown outcomes; paid ones were recorded in the payment's transaction. */
  async function record(results: readonly Result[], now: Date): Promise<void> {
    const [refused, open] = [true, false].map((known) =>
      results.filter(({ outcome }) => (outcome.status !== 'unknown') === known).map(({ due }) => due),
    ) as [DueRenewal[], DueRenewal[]];
    const refusals = refused.map(({ id, accountId, periodStart, paidUntil = periodStart, failed }) => ({
      ...{ id, accountId, failed, paidUntil },
      nextAttemptAt: nextAttempt(periodStart, failed + 1),
    }));
    await transact(async (tx) => {
      const counted = await rows.recordRefusals(tx, refusals);
      await rows.postpone(
        tx,
        open.map(({ id, periodStart, paidUntil = periodStart }) => ({ id, paidUntil })),
        new Date(now.getTime() + unknownRetryMs),
      );
      for (const { id, accountId, nextAttemptAt } of refusals)
        if (counted.has(id)) await mails.failed(tx, accountId, nextAttemptAt);
    });
  }

  return {
    async run({ milliseconds = Number.POSITIVE_INFINITY } = {}) {
      const until = performance.now() + milliseconds;
      const run: RenewalRun = { paid: 0, refused: 0, unknown: 0, more: false };
      for (;;) {
        if (performance.now() >= until) return { ...run, more: true };
        const dueSince = clock.now();
        const waiting = await claimDue(dueSince);
        if (!waiting) return run;
        const results: Result[] = [];
        const worker = async () => {
          for (let due = waiting.pop(); due; due = waiting.pop()) {
            const outcome = await charge(due, dueSince);
            if (outcome.status === 'paid') run.paid += 1;
            else results.push({ due, outcome });
          }
        };
        await Promise.all(Array.from({ length: concurrency }, worker));
        const unknown = results.filter(({ outcome }) => outcome.status === 'unknown').length;
        run.unknown += unknown;
        run.refused += results.length - unknown;
        if (results.length > 0) await record(results, clock.now());
      }
    },
  };
}
