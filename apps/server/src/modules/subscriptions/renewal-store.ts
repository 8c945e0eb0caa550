import { sql } from 'kysely';
import { renewalRows } from '../../platform/renewal-rows.ts';
import { isMember, visibleTo } from '../profiles/service.ts';

export interface ClaimedRow {
  id: string;
  subscriber_id: string;
  creator_id: string;
  price_cents: number;
  agreed_price_cents: number | null;
  tier: number;
  term_months: number;
  paid_until: Date;
  renews_from: Date | null;
  failed_attempts: number;
  /** Whether the creator is visible to the subscriber, and the subscriber a member. */
  isVisible: boolean;
}

export const renewalRowStore = renewalRows<ClaimedRow>(
  'subscriptions',
  'id',
  sql`subscriptions.id, subscriber_id, creator_id, price_cents, agreed_price_cents, tier, term_months, paid_until,
    renews_from, failed_attempts,
    ${visibleTo(sql`subscriber_id`, sql`creator_id`)} and ${isMember(sql`subscriber_id`)} as "isVisible"`,
);
