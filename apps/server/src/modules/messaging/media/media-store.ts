import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { visibleTo } from '../../profiles/service.ts';

export interface Attachment {
  attachmentId: string;
  mediaId: string;
  ownerAccountId: string;
  isAlbum: boolean;
}

/** Attaches files to a message id, in order; existing rows are unchanged. */
export async function insertAttachment(
  db: Db,
  attachment: { id: string; mediaIds: readonly string[]; ownerAccountId: string; isAlbum: boolean; at: Date },
): Promise<void> {
  await db
    .insertInto('message_attachments')
    .values(
      attachment.mediaIds.map((mediaId, position) => ({
        attachment_id: attachment.id,
        position,
        media_id: mediaId,
        owner_account_id: attachment.ownerAccountId,
        is_album: attachment.isAlbum,
        created_at: attachment.at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The files of these attachments, in order. */
export async function listAttachments(db: Db, ids: readonly string[]): Promise<Attachment[]> {
  const { rows } = await sql<Attachment>`
    select attachment_id as "attachmentId", media_id as "mediaId", owner_account_id as "ownerAccountId",
        is_album as "isAlbum"
      from message_attachments where attachment_id = any(${ids}::uuid[]) order by attachment_id, position`.execute(db);
  return rows;
}

/** Whether a file is attached to any message. */
export async function isAttached(db: Db, mediaId: string): Promise<boolean> {
  const { rows } = await sql`select from message_attachments where media_id = ${mediaId} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Part of another module's SQL statement: whether a profile may open a file that it received. A message with it exists
 * in a thread they accepted, is free or was paid for, and they may see its sender.
 */
export const isOpenInThread = (
  profile: RawBuilder<unknown>,
  mediaId: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from message_attachments held
    join messages message on message.media_id = held.attachment_id
    join conversation_members own
      on own.conversation_id = message.conversation_id and own.profile_id = ${profile}
    where held.media_id = ${mediaId} and message.sender_id <> ${profile} and own.box = 'inbox'
      and (message.price = 0 or message.unlocked_at is not null) and message.deleted_at is null
      and (message.expires_at is null or message.expires_at > ${at}) and message.seq > own.cleared_seq
      and ${visibleTo(profile, sql`message.sender_id`)})`;

/** Part of another module's SQL statement: ids of message attachments that use a file. */
export const attachmentsWithFile = (mediaId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select used.attachment_id from message_attachments as used where used.media_id = ${mediaId}`;

/** Condition that an attachment is still in use. */
const isNeeded = (attachment: ReturnType<typeof sql>) => sql`(
  exists (select from messages message where message.media_id = ${attachment})
  or exists (select from message_welcomes welcome where welcome.attachment_id = ${attachment})
  or exists (select from message_follower_welcomes welcome where welcome.attachment_id = ${attachment})
  or exists (select from saved_replies reply where reply.attachment_id = ${attachment})
  or exists (select from message_broadcasts one where one.attachment_id = ${attachment} and one.state in ('scheduled', 'sending')))`;

/** Deletes unused attachments; returns files without any attachment. */
export async function releaseAttachments(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ media_id: string }>`
    delete from message_attachments held
      where held.attachment_id = any(${ids}::uuid[]) and not ${isNeeded(sql`held.attachment_id`)}
      returning held.media_id`.execute(db);
  return notAttached(
    db,
    rows.map((row) => row.media_id),
  );
}

async function notAttached(db: Db, mediaIds: readonly string[]): Promise<string[]> {
  if (mediaIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select distinct id from unnest(${mediaIds}::uuid[]) as one (id)
      where not exists (select from message_attachments held where held.media_id = one.id)`.execute(db);
  return rows.map((row) => row.id);
}

/** Unused attachments made between two moments: chosen for a message that was never sent. */
export async function listUnused(db: Db, made: { from: Date; to: Date }, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct attachment_id as id from (
      select attachment_id from message_attachments held
        where held.created_at between ${made.from} and ${made.to} and not ${isNeeded(sql`held.attachment_id`)}
        order by held.created_at limit ${limit}) as old`.execute(db);
  return rows.map((row) => row.id);
}
