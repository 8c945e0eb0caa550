import { sql } from 'kysely';
import type { Database, Db } from '../../platform/database.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';
import { isShown, visibleTo } from '../profiles/service.ts';
import type { Box, Outgoing } from './parts.ts';

/** Posted, repeated, to be opened first, not allowed, past the quota, or answering what is not there. */
export type PostLetter = 'p' | 'r' | 'n' | 'x' | 'q' | 'm';

export interface PostRow {
  letter: PostLetter;
  conversation_id: string;
  seq: bigint;
  expires_at: Date | null;
  reply_to_seq: bigint | null;
  receivers_box: Box;
}

const slots = ['items', 'senders', 'receivers', 'day', 'at'] as const;
type Slots = Record<(typeof slots)[number], unknown>;

const valuesOf = (batch: readonly Outgoing[], day: string, at: Date): Slots => ({
  items: JSON.stringify(
    batch.map((item, index) => ({
      n: index + 1,
      id: item.id,
      sender: item.sender,
      receiver: item.receiver,
      client_id: item.clientId,
      content: item.content,
      reply_to: item.replyTo ?? null,
      media_id: item.mediaId ?? null,
      media_type: item.mediaType ?? null,
      price: item.price ?? 0,
      tip: item.tip ?? null,
      send_cost: item.sendCost ?? 0,
      broadcast_id: item.broadcastId ?? null,
      quota: item.quota,
    })),
  ),
  senders: uuidArray(batch.map(({ sender }) => sender)),
  receivers: uuidArray(batch.map(({ receiver }) => receiver)),
  day,
  at,
});

/** The sender must see the receiver, and not hide from everybody themselves: nobody would know who wrote. */
const statement = ({ items, senders, receivers, day, at }: Record<keyof Slots, ReturnType<typeof sql>>) => sql<PostRow>`
  select posted.letter, posted.conversation_id, posted.seq, posted.expires_at, posted.reply_to_seq, posted.receivers_box
    from messages_post(
      ${items}::json, ${senders}::uuid[], ${receivers}::uuid[],
      array(
        select ${visibleTo(sql`pair.sender`, sql`pair.receiver`)} and ${isShown(sql`pair.sender`)}
          from unnest(${senders}::uuid[], ${receivers}::uuid[]) with ordinality as pair (sender, receiver, n)
          order by pair.n
      ),
      ${day}::date, ${at}::timestamptz
    ) as posted`;

export type PostBatch = (batch: readonly Outgoing[], day: string, at: Date) => Promise<PostRow[]>;

/** Makes the sending of batches in one statement and one commit; answers in the order of the batch. */
export function createPostBatch(database: Database): PostBatch {
  const send = prepare<keyof Slots & string, PostRow>(database, 'send messages', slots, statement);
  return (batch, day, at) => send(valuesOf(batch, day, at));
}

/** The same in the caller's transaction. */
export async function postWithin(db: Db, batch: readonly Outgoing[], day: string, at: Date): Promise<PostRow[]> {
  const values = valuesOf(batch, day, at);
  const slot = (name: keyof Slots) => sql`${values[name]}`;
  const { rows } = await statement({
    items: slot('items'),
    senders: slot('senders'),
    receivers: slot('receivers'),
    day: slot('day'),
    at: slot('at'),
  }).execute(db);
  return rows;
}
