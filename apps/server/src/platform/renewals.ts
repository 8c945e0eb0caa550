import type { PaymentPurpose } from '@vlam/contract/payments';
import type { Clock } from './clock.ts';
import { errorFields, type Logger } from './logger.ts';
import type { Quote, RenewalOutcome, Till } from './purpose.ts';

const day = 86_400_000;
/** A paid period. */
export const periodMs = 30 * day;
/** A renewal is charged this long before the period ends, so that access has no gap. */
export const renewalLeadMs = 3_600_000;
/** While somebody charges, nobody else does; a lost process gives back what it took after this long. */
export const leaseMs = 120_000;
/** Where the provider did not answer, the same charge is asked for again after this long. */
export const unknownAgainMs = 1_800_000;
const retryAfterDays = [1, 3, 7] as const;

/** When to charge for the period after the one that ends at `paidUntil`. */
export const firstAttempt = (paidUntil: Date): Date => new Date(paidUntil.getTime() - renewalLeadMs);

/** The next try after `failed` failures for the period that begins at `periodStart`; null: given up. */
export function nextAttempt(periodStart: Date, failed: number): Date | null {
  const days = retryAfterDays[failed - 1];
  return days === undefined ? null : new Date(periodStart.getTime() + days * day);
}

export interface DueRenewal {
  /** Of what renews. */
  id: string;
  accountId: string;
  reference: string;
  quote: Quote;
  /** Where the period begins that is to be paid: the end of the last one. */
  periodStart: Date;
  /** Tries for this period that were refused. */
  failed: number;
}

export interface RenewalResult<Due> {
  due: Due;
  outcome: RenewalOutcome;
}

/** The rows of one kind of renewal. */
export interface RenewalBook<Due extends DueRenewal> {
  /** Takes at most `limit` due ones for `leaseMs`; what must not be charged any more ends here. Null: nothing is due. */
  take(now: Date, limit: number): Promise<Due[] | null>;
  /** Writes what was refused or left open; what was paid has written itself in the payment's transaction. */
  record(results: readonly RenewalResult<Due>[], now: Date): Promise<void>;
}

export interface RenewalRun {
  paid: number;
  refused: number;
  unknown: number;
  /** Time was up before everything due was tried. */
  more: boolean;
}

/**
 * Charges what is due, in batches, several at once. It may be killed anywhere: the key of a charge is what renews, the
 * period's beginning and how often that was refused, so whoever comes next asks for the same charge.
 */
export function createRenewals<Due extends DueRenewal>(deps: {
  purpose: PaymentPurpose;
  till: Pick<Till, 'chargeRenewal'>;
  book: RenewalBook<Due>;
  clock: Clock;
  logger: Logger;
  batchSize?: number;
  concurrency?: number;
}): { run(limits?: { milliseconds?: number }): Promise<RenewalRun> } {
  const { purpose, till, book, clock, logger, batchSize = 500, concurrency = 100 } = deps;

  async function charge(due: Due): Promise<RenewalOutcome> {
    const { id, accountId, reference, quote, periodStart, failed } = due;
    const key = `${purpose}:${id}:${periodStart.toISOString()}:${failed}`;
    try {
      return await till.chargeRenewal({ accountId, purpose, reference, quote, key });
    } catch (error) {
      logger.warn('a renewal has no outcome', errorFields(error));
      return { status: 'unknown' };
    }
  }

  return {
    async run({ milliseconds = Number.POSITIVE_INFINITY } = {}) {
      const until = performance.now() + milliseconds;
      const run: RenewalRun = { paid: 0, refused: 0, unknown: 0, more: false };
      for (;;) {
        if (performance.now() >= until) return { ...run, more: true };
        const batch = await book.take(clock.now(), batchSize);
        if (!batch) return run;
        const waiting = [...batch];
        const results: RenewalResult<Due>[] = [];
        const worker = async () => {
          for (let due = waiting.pop(); due; due = waiting.pop()) {
            const outcome = await charge(due);
            if (outcome.status === 'paid') run.paid += 1;
            else results.push({ due, outcome });
          }
        };
        await Promise.all(Array.from({ length: concurrency }, worker));
        const unknown = results.filter(({ outcome }) => outcome.status === 'unknown').length;
        run.unknown += unknown;
        run.refused += results.length - unknown;
        if (results.length > 0) await book.record(results, clock.now());
      }
    },
  };
}
