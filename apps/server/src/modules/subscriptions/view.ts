import type { SubscriptionView } from '@vlam/contract/subscriptions';
import type { ProfileCard } from '../profiles/service.ts';
import type { SubscriptionRow } from './store.ts';

export function stateOf(
  row: Pick<SubscriptionRow, 'paid_until' | 'next_attempt_at' | 'failed_attempts'>,
  now: Date,
): SubscriptionView['status'] {
  const over = row.paid_until <= now;
  if (row.next_attempt_at) return over || row.failed_attempts > 0 ? 'past_due' : 'active';
  return over ? 'lapsed' : 'stopping';
}

export function toSubscriptionView(row: SubscriptionRow, creator: ProfileCard, now: Date): SubscriptionView {
  const { id, displayName, avatar, category } = creator;
  return {
    id: row.id,
    creatorId: row.creator_id,
    creator: { id, displayName, avatar, category },
    amount: row.price_cents / 100,
    amountCents: row.price_cents,
    status: stateOf(row, now),
    startedAt: row.started_at.toISOString(),
    expiryDate: row.paid_until.toISOString(),
    renews: row.next_attempt_at !== null,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  };
}
