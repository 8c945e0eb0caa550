import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from '../../../platform/database.ts';
import { violatesUnique } from '../../../platform/postgres-errors.ts';
import { prepare } from '../../../platform/prepared.ts';
import { isShown, visibleTo } from '../../profiles/service.ts';
import type { Box, Outgoing } from '../types.ts';
import { type EncodedPosts, encodePosts, type PostArgument, postArguments } from './post-encoding.ts';

/** The letters in which `messages_post` answers. */
const verdicts = {
  p: 'posted',
  r: 'repeated',
  // A repeat of a message that was deleted since.
  g: 'gone',
  n: 'not_open',
  x: 'not_allowed',
  q: 'quota_used',
  // It replies to a message of another thread.
  m: 'wrong_reply',
} as const;
export type PostVerdict = (typeof verdicts)[keyof typeof verdicts];

/** What came of one item; the places are the earlier message's where it was repeated. */
export interface PostRow {
  verdict: PostVerdict;
  conversationId: string;
  seq: bigint;
  /** Minutes after which it goes; 0 for never. */
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
const types = {
  'uuid[]': sql`uuid[]`,
  'integer[]': sql`integer[]`,
  'text[]': sql`text[]`,
  date: sql`date`,
  timestamptz: sql`timestamptz`,
  boolean: sql`boolean`,
} as const;
const boxOf: Record<string, Box> = { i: 'inbox', r: 'request', d: 'declined' };

/** The sender must see the receiver, and not hide from everybody themselves: nobody would know who wrote. */
const statement = (slot: Record<PostArgument, RawBuilder<unknown>>): RawBuilder<Answer> => {
  const given = (name: PostArgument) => sql`${slot[name]}::${types[postArguments[name]]}`;
  const named = (name: string, value: RawBuilder<unknown>) => sql`${sql.id(name)} => ${value}`;
  const allowed = sql`array(
    select ${visibleTo(sql`pair.sender`, sql`pair.receiver`)} and ${isShown(sql`pair.sender`)}
      from unnest(${given('senders')}, ${given('receivers')}) with ordinality as pair (sender, receiver, n)
      order by pair.n)`;
  const all = [named('allowed', allowed), ...names.map((name) => named(name, given(name)))];
  return sql<Answer>`select letters, thread_list, places, replied_places, boxes, minutes_list
    from messages_post(${sql.join(all)})`;
};

function verdictOf(letter: string | undefined): PostVerdict {
  const verdict = verdicts[letter as keyof typeof verdicts];
  if (!verdict) throw new Error(`messages_post answered "${letter}"`);
  return verdict;
}

function rowsOf({ pairOf, threadOf }: EncodedPosts, answer: Answer | undefined): PostRow[] {
  if (!answer) throw new Error('a batch of messages got no answer');
  const threads = answer.thread_list.split(',');
  const places = answer.places.split(',');
  const replied = answer.replied_places?.split(',');
  const minutes = answer.minutes_list.split(',');
  return pairOf.map((pair, index) => ({
    verdict: verdictOf(answer.letters[index]),
    conversationId: threads[threadOf[pair] ?? -1] ?? '',
    seq: BigInt(places[index] ?? 0),
    minutes: Number(minutes[pair]),
    replyToSeq: Number(replied?.[index] ?? 0) > 0 ? BigInt(replied?.[index] ?? 0) : null,
    receiversBox: boxOf[answer.boxes[pair] ?? ''] ?? 'declined',
  }));
}

const carefulBatches = 100;

export type PostBatch = (batch: readonly Outgoing[], day: string, at: Date) => Promise<PostRow[]>;

/**
 * Makes the sending of batches in one statement and one commit; answers in the order of the batch. Repeats are rare, so
 * they are looked for only after one has shown itself, and for a while longer: when answers are late, all repeat.
 */
export function createPostBatch(database: Database): PostBatch {
  const send = prepare<PostArgument, Answer>(database, 'send messages', names, statement, database.planned);
  const post = async (encoded: EncodedPosts) => rowsOf(encoded, (await send(encoded.values))[0]);
  let carefulFor = 0;
  return async (batch, day, at) => {
    if (carefulFor > 0) carefulFor -= 1;
    else if (!batch.some(({ again }) => again))
      try {
        return await post(encodePosts(batch, day, at, false));
      } catch (error) {
        if (!violatesUnique(error, 'messages_conversation_id_sender_id_client_id_key')) throw error;
        carefulFor = carefulBatches;
      }
    const rows = await post(encodePosts(batch, day, at, true));
    if (rows.some(({ verdict }) => verdict === 'repeated')) carefulFor = carefulBatches;
    return rows;
  };
}

/** The same in the caller's transaction. */
export async function postWithin(db: Db, batch: readonly Outgoing[], day: string, at: Date): Promise<PostRow[]> {
  if (batch.length === 0) return [];
  const encoded = encodePosts(batch, day, at, true);
  const slots = Object.fromEntries(names.map((name) => [name, sql`${encoded.values[name]}`]));
  const { rows } = await statement(slots as Record<PostArgument, RawBuilder<unknown>>).execute(db);
  return rowsOf(encoded, rows[0]);
}
