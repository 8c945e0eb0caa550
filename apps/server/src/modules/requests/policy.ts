import {
  type DisputeDecision,
  type deadlineChoices,
  deadlineHours,
  type deliveryEstimates,
  disputeDays,
  estimateHours,
  lapseHours,
  type RequestStatus,
} from '@vlam/contract/requests';
import { exclusivePrice } from '@vlam/contract/rules/exclusive-price';
import type { RequestRow } from './store.ts';

export type Step = 'respond' | 'acceptCounter' | 'decline' | 'withdraw' | 'deliver' | 'dispute' | 'answer' | 'lapse';
export type Side = 'creator' | 'requester';

type RequestState = Pick<RequestRow, 'status' | 'is_counter_offer' | 'lapses_at' | 'delivered_at' | 'dispute_answer'>;

const hourMs = 3_600_000;
const after = (at: Date, hours: number): Date => new Date(at.getTime() + hours * hourMs);
export const addDaysTo = (at: Date, days: number): Date => after(at, days * 24);

/** Allowed steps by status; all others are refused. */
const steps: Record<Step, readonly RequestStatus[]> = {
  respond: ['pending'],
  acceptCounter: ['pending'],
  decline: ['pending'],
  withdraw: ['pending'],
  deliver: ['accepted'],
  dispute: ['accepted', 'completed'],
  answer: ['disputed'],
  lapse: ['pending', 'accepted'],
};
/** Steps that may end an expired request before the job has found it. */
const endings: ReadonlySet<Step> = new Set<Step>(['decline', 'withdraw', 'lapse']);
/** Statuses without a deadline. */
const settled: ReadonlySet<RequestStatus> = new Set<RequestStatus>(['completed', 'disputed']);

const isOverdue = (row: RequestState, now: Date): boolean => row.lapses_at !== null && row.lapses_at <= now;

export function canTake(step: Step, row: RequestState, now: Date): boolean {
  const status = row.status as RequestStatus;
  if (!steps[step].includes(status)) return false;
  if (step === 'lapse') return isOverdue(row, now);
  if (!settled.has(status) && !endings.has(step) && isOverdue(row, now)) return false;
  // An offer is responded to once; after that the requester accepts.
  if (step === 'respond') return !row.is_counter_offer;
  if (step === 'acceptCounter') return row.is_counter_offer;
  if (step === 'answer') return row.dispute_answer === null;
  if (step === 'dispute' && row.delivered_at) return after(row.delivered_at, disputeDays * 24) > now;
  return true;
}

export const totalOf = (row: Pick<RequestRow, 'offered_price' | 'accepted_price' | 'is_exclusive'>): number =>
  exclusivePrice(row.accepted_price ?? row.offered_price, row.is_exclusive);

export function deadlineOf(choice: (typeof deadlineChoices)[number] | undefined, sentAt: Date): Date | null {
  const hours = deadlineHours[choice ?? 'none'];
  return hours === null ? null : after(sentAt, hours);
}

/** A request without a deadline waits for a response as long as the requester likes. */
export function lapseOf(
  deadline: Date | null,
  accepted?: { at: Date; estimate: (typeof deliveryEstimates)[number] },
): Date | null {
  const due = deadline ?? (accepted ? after(accepted.at, estimateHours[accepted.estimate]) : null);
  return due && after(due, lapseHours);
}

/** Credits returned to the requester; null when a split would leave one side nothing. */
export function returnedBy(decision: DisputeDecision, held: number, part: number | undefined): number | null {
  if (decision === 'released') return 0;
  if (decision === 'returned') return held;
  return part !== undefined && part >= 1 && part < held ? part : null;
}

/** A delivery can be rated, unless everything paid for it was returned. */
export const canRate = ({ delivered_at, decision }: Pick<RequestRow, 'delivered_at' | 'decision'>): boolean =>
  delivered_at !== null && decision !== 'returned';
