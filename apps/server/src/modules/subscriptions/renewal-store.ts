import { sql } from 'kysely';
import { renewalRows } from '../../platform/renewal-rows.ts';
import { visibleTo } from '../profiles/service.ts';

export interface TakenRow {
  id: string;
  subscriber_id: string;
  creator_id: string;
  price_cents: number;
  paid_until: Date;
  failed_attempts: number;
  /** Whether both sides still exist for each other. */
  stands: boolean;
}

export const rows = renewalRows<TakenRow>(
  'subscriptions',
  'id',
  sql`subscriptions.id, subscriber_id, creator_id, price_cents, paid_until, failed_attempts,
    ${visibleTo(sql`subscriber_id`, sql`creator_id`)} and ${visibleTo(sql`creator_id`, sql`subscriber_id`)} as stands`,
);
