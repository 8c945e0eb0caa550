import type { LibraryUse } from '@vlam/contract/library';
import { sql } from 'kysely';
import type { Db } from '../platform/database.ts';

/** Where files are used, by the row that is used there. */
export async function listLibraryUses(db: Db, mediaIds: readonly string[]): Promise<Map<string, LibraryUse[]>> {
  const { rows } = await sql<LibraryUse & { mediaId: string }>`
    with file (id) as (select unnest(${mediaIds}::uuid[])),
    item as (select held.media_id as file_id, one.* from content_item_files held join file on file.id = held.media_id
      join content_items one on one.id = held.content_id where one.state <> 'removed'),
    held as (select one.* from message_attachments one join file on file.id = one.media_id)
    select file_id as "mediaId", case state when 'draft' then 'draft' else 'post' end as kind, id, title, 1 as count,
        price_credits as price, is_premium or is_exclusive as "isPaid" from item
    union all
    select item.file_id, 'bundle', bundles.id, bundles.title, 1, bundles.price_credits, true
      from item join bundle_items on bundle_items.content_id = item.id
      join bundles on bundles.id = bundle_items.bundle_id and bundles.withdrawn_at is null
    union all
    select held.media_id, 'message', null, null, count(message.id)::int, coalesce(max(message.price), 0),
        coalesce(max(message.price), 0) > 0
      from held left join messages message on message.media_id = held.attachment_id and message.deleted_at is null
        and message.broadcast_id is null
      group by held.media_id
      having count(message.id) > 0 or not (
        exists (select from messages sent where sent.media_id = any (array_agg(held.attachment_id)))
        or exists (select from message_welcomes kept where kept.attachment_id = any (array_agg(held.attachment_id)))
        or exists (select from message_follower_welcomes kept where kept.attachment_id = any (array_agg(held.attachment_id)))
        or exists (select from saved_replies kept where kept.attachment_id = any (array_agg(held.attachment_id))))
    union all
    select held.media_id, 'broadcast', null, null, count(*)::int, max(sent.price), max(sent.price) > 0
      from held join message_broadcasts as sent on sent.attachment_id = held.attachment_id group by held.media_id
    union all
    select held.media_id, 'welcome', null, null, 1, welcome.price, welcome.price > 0
      from held join message_welcomes welcome on welcome.attachment_id = held.attachment_id
    union all
    select held.media_id, 'welcome', null, null, 1, welcome.price, welcome.price > 0
      from held join message_follower_welcomes welcome on welcome.attachment_id = held.attachment_id
    union all
    select held.media_id, 'reply', null, null, count(*)::int, max(reply.price), max(reply.price) > 0
      from held join saved_replies reply on reply.attachment_id = held.attachment_id group by held.media_id
    union all
    select media_id, 'request', requester_id, title, 1, coalesce(accepted_price, offered_price), true
      from request_delivery_files join file on file.id = media_id join content_requests asked on asked.id = request_id
    union all
    select media_id, 'photo', null, null, 1, 0, false from profile_photos join file on file.id = media_id
    union all
    select media_id, 'album', albums.id, albums.title, 1, 0, false
      from album_files join file on file.id = media_id join albums on albums.id = album_id`.execute(db);
  const uses = new Map<string, LibraryUse[]>();
  for (const { mediaId, ...use } of rows) uses.set(mediaId, [...(uses.get(mediaId) ?? []), use]);
  return uses;
}
