import type { FanFilter, FanRow } from '@vlam/contract/fans';
import { fanLimits } from '@vlam/contract/rules/fans';
import { AppError } from '../../platform/errors.ts';
import type { FanFacts, FanQuery } from './types.ts';

const dayMs = 86_400_000;

/** What a filter asks of the database, without its page. Throws `NOT_FOUND` for an own list without an id. */
export function toQuery(creatorId: string, filter: FanFilter, now: Date): Omit<FanQuery, 'after' | 'limit'> {
  const { list, listId, sort, q, active, ending, tier, earnedOver } = filter;
  if (list === 'own' && !listId) throw new AppError('NOT_FOUND');
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs);
  return {
    ...{ creatorId, list, listId: listId ?? null, sort, q: q ? q : null, now },
    activeSince: active ? inDays(-fanLimits.activeDays) : null,
    endingBefore: ending ? inDays(fanLimits.endingDays) : null,
    tier: tier ?? null,
    earnedOverCents: earnedOver === undefined ? null : earnedOver * 100,
  };
}

export function toSubscription(facts: FanFacts | undefined, now: Date): FanRow['subscription'] {
  if (!facts?.startedAt || !facts.paidUntil || facts.priceCents === null) return null;
  const isOver = facts.paidUntil <= now;
  return {
    tier: (facts.tier ?? 1) as 1 | 2 | 3,
    since: facts.startedAt.toISOString(),
    paidUntil: facts.paidUntil.toISOString(),
    renews: facts.renews && !isOver,
    isOver,
    amountCents: facts.priceCents,
  };
}
