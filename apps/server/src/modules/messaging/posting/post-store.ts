import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from '../../../platform/database.ts';
import { violatesUnique } from '../../../platform/postgres-errors.ts';
import { prepare } from '../../../platform/prepared.ts';
import { latestAccessChange } from '../../identity/service.ts';
import { isShown, visibleTo } from '../../profiles/service.ts';
import { messagesPerDaySql } from '../../vip/service.ts';
import type { Box, Outgoing } from '../types.ts';
import { type EncodedPosts, encodePosts, type PostArgument, type PostTime, postArguments } from './post-encoding.ts';

/** Result codes of `messages_post`. */
const resultCodes = {
  p: 'posted',
  r: 'repeated',
  // A duplicate of a message that was deleted since.
  g: 'deleted',
  n: 'not_open',
  x: 'not_allowed',
  q: 'quota_used',
  // It replies to a message of another thread.
  m: 'wrong_reply',
} as const;
export type PostResult = (typeof resultCodes)[keyof typeof resultCodes];

/** Result of one item; positions are the earlier message's for a duplicate. */
export interface PostRow {
  result: PostResult;
  conversationId: string;
  seq: bigint;
  /** Minutes until it expires; 0 for never. */
  minutes: number;
  replyToSeq: bigint | null;
  receiversBox: Box;
}

interface Answer {
  letters: string;
  thread_list: string;
  places: string;
  replied_places: string | null;
  boxes: string;
  minutes_list: string;
}

const names = Object.keys(postArguments) as PostArgument[];
const passedOn = names.filter((name) => name !== 'payer_accounts' && name !== 'checked_up_to');
const types = {
  'uuid[]': sql`uuid[]`,
  'integer[]': sql`integer[]`,
  'text[]': sql`text[]`,
  date: sql`date`,
  timestamptz: sql`timestamptz`,
  boolean: sql`boolean`,
  bigint: sql`bigint`,
} as const;
const boxOf: Record<string, Box> = { i: 'inbox', r: 'request', d: 'declined' };

/**
 * The sender must see the receiver, and must not be hidden: the receiver could not see who wrote. Returns no row, and
 * posts nothing, when access changed since the sessions were checked.
 */
const statement = (slot: Record<PostArgument, RawBuilder<unknown>>): RawBuilder<Answer> => {
  const given = (name: PostArgument) => sql`${slot[name]}::${types[postArguments[name]]}`;
  const named = (name: string, value: RawBuilder<unknown>) => sql`${sql.id(name)} => ${value}`;
  const allowed = sql`array(
    select ${visibleTo(sql`pair.sender`, sql`pair.receiver`)} and ${isShown(sql`pair.sender`)}
      from unnest(${given('senders')}, ${given('receivers')}) with ordinality as pair (sender, receiver, n)
      order by pair.n)`;
  const quotas = messagesPerDaySql(given('payer_accounts'), given('sent_at'));
  const all = [named('allowed', allowed), named('quotas', quotas), ...passedOn.map((name) => named(name, given(name)))];
  return sql<Answer>`select letters, thread_list, places, replied_places, boxes, minutes_list
    from messages_post(${sql.join(all)})
    where ${given('checked_up_to')} is null or ${given('checked_up_to')} = ${latestAccessChange}`;
};

function resultOf(code: string | undefined): PostResult {
  const result = resultCodes[code as keyof typeof resultCodes];
  if (!result) throw new Error(`messages_post returned "${code}"`);
  return result;
}

function rowsOf({ pairOf, threadOf }: EncodedPosts, answer: Answer | undefined): PostRow[] {
  if (!answer) throw new Error('a batch of messages got no result');
  const threads = answer.thread_list.split(',');
  const places = answer.places.split(',');
  const replied = answer.replied_places?.split(',');
  const minutes = answer.minutes_list.split(',');
  return pairOf.map((pair, index) => ({
    result: resultOf(answer.letters[index]),
    conversationId: threads[threadOf[pair] ?? -1] ?? '',
    seq: BigInt(places[index] ?? 0),
    minutes: Number(minutes[pair]),
    replyToSeq: Number(replied?.[index] ?? 0) > 0 ? BigInt(replied?.[index] ?? 0) : null,
    receiversBox: boxOf[answer.boxes[pair] ?? ''] ?? 'declined',
  }));
}

const checkedBatches = 100;

/** Null when nothing was posted because access changed since `checkedUpTo`. */
export type PostBatch = (batch: readonly Outgoing[], when: PostTime) => Promise<PostRow[] | null>;

/**
 * Posts a batch in one statement and one commit; returns rows in the order of the batch. Duplicates are rare, so they are
 * checked for only after one occurred, and for some batches longer: late replies make many clients retry.
 */
export function createPostBatch(database: Database): PostBatch {
  const send = prepare<PostArgument, Answer>(database, 'send messages', names, statement, database.planned);
  const post = async (encoded: EncodedPosts) => {
    const [answer] = await send(encoded.values);
    return !answer && encoded.values.checked_up_to !== null ? null : rowsOf(encoded, answer);
  };
  let checkedBatchesLeft = 0;
  return async (batch, when) => {
    if (checkedBatchesLeft > 0) checkedBatchesLeft -= 1;
    else if (!batch.some(({ isRetry }) => isRetry))
      try {
        return await post(encodePosts(batch, when, false));
      } catch (error) {
        if (!violatesUnique(error, 'messages_conversation_id_sender_id_client_id_key')) throw error;
        checkedBatchesLeft = checkedBatches;
      }
    const rows = await post(encodePosts(batch, when, true));
    if (rows?.some(({ result }) => result === 'repeated')) checkedBatchesLeft = checkedBatches;
    return rows;
  };
}

/** Posts in the caller's transaction. */
export async function postWithin(db: Db, batch: readonly Outgoing[], at: Date): Promise<PostRow[]> {
  if (batch.length === 0) return [];
  const encoded = encodePosts(batch, { at }, true);
  const slots = Object.fromEntries(names.map((name) => [name, sql`${encoded.values[name]}`]));
  const { rows } = await statement(slots as Record<PostArgument, RawBuilder<unknown>>).execute(db);
  return rowsOf(encoded, rows[0]);
}
