import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';

export interface SaleOfFile {
  buyerId: string;
  /** Group of the ledger; null for a subscription, which is paid in rand. */
  groupId: string | null;
  kind: 'unlock' | 'bundle' | 'message' | 'request_payment' | 'subscription';
  description: string;
  /** Credits; null for a subscription. */
  credits: number | null;
  soldAt: Date;
}

/** Sales that opened a file: of its item, its bundles, messages and requests, and subscriptions to its creator with a tier that opens it. */
export async function listSalesOfFile(db: Db, mediaId: string): Promise<SaleOfFile[]> {
  const { rows } = await sql<{
    owner_id: string;
    group_id: string | null;
    kind: SaleOfFile['kind'];
    description: string;
    group_amount: string | null;
    created_at: Date;
  }>`
    with item as (select id, profile_id, from_tier from content_items where media_id = ${mediaId}::uuid
      union select id, profile_id, from_tier from content_items
        where id in (select content_id from content_files where media_id = ${mediaId}::uuid)),
    sold (id) as (
      select id from item
      union select bundle_id from bundle_items join item on item.id = content_id
      union select id from messages where media_id = ${mediaId}::uuid
      union select id from messages where media_id in (
        select attachment_id from message_attachments where media_id = ${mediaId}::uuid)
      union select request_id from request_delivery_files where media_id = ${mediaId}::uuid
    )
    select t.owner_id, t.group_id, t.kind, t.description, t.group_amount, t.created_at
    from ledger_transfers t
    where t.leg = 1 and t.kind in ('unlock', 'bundle', 'message', 'request_payment')
      and t.reference in (select id::text from sold)
    union all
    select p.account_id, null, 'subscription', 'Subscription', null, s.started_at
    from subscriptions s join profiles p on p.id = s.subscriber_id
    where exists (select from item where item.profile_id = s.creator_id and (item.from_tier = 1
      or (s.trial_until is not null and s.trial_tier >= item.from_tier)
      or exists (select from subscription_periods period
        where period.subscription_id = s.id and period.tier >= item.from_tier)))
    order by created_at`.execute(db);
  return rows.map((row) => ({
    buyerId: row.owner_id,
    groupId: row.group_id,
    kind: row.kind,
    description: row.description,
    credits: row.group_amount === null ? null : Number(row.group_amount),
    soldAt: row.created_at,
  }));
}
