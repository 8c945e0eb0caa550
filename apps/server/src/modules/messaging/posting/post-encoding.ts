import { johannesburgDay } from '../../../platform/clock.ts';
import { uuidArray } from '../../../platform/prepared.ts';
import type { Outgoing } from '../types.ts';

/**
 * Values of the statement by name, with their types: the arguments of `messages_post`, except `allowed` and `quotas`,
 * which the statement computes, the accounts of the payers, and the access changes the sessions were checked up to.
 */
export const postArguments = {
  lows: 'uuid[]',
  highs: 'uuid[]',
  senders: 'uuid[]',
  receivers: 'uuid[]',
  threads: 'integer[]',
  payers: 'uuid[]',
  payer_accounts: 'uuid[]',
  pairs: 'integer[]',
  counted: 'integer[]',
  ids: 'uuid[]',
  client_ids: 'text[]',
  contents: 'text[]',
  replies: 'uuid[]',
  media_ids: 'uuid[]',
  media_types: 'text[]',
  prices: 'integer[]',
  tips: 'integer[]',
  send_costs: 'integer[]',
  broadcasts: 'uuid[]',
  on_day: 'date',
  sent_at: 'timestamptz',
  careful: 'boolean',
  checked_up_to: 'bigint',
} as const;
export type PostArgument = keyof typeof postArguments;

export interface PostTime {
  at: Date;
  /**
   * Sessions of the senders were checked up to this access change: nothing is posted when there is a later one. Without
   * it sessions do not matter.
   */
  checkedUpTo?: string | undefined;
}

export interface EncodedPosts {
  /** Positions, from 0, of each item's pair and of each pair's thread. */
  pairOf: number[];
  threadOf: number[];
  values: Record<PostArgument, string | boolean | Date | null>;
}

// The driver's own arrays quote and escape every element; numbers need neither.
const plain = (items: readonly (string | number | null)[]): string =>
  `{${items.map((item) => item ?? 'NULL').join(',')}}`;
const quoted = (items: readonly string[]): string =>
  `{${items.map((item) => `"${/["\\]/.test(item) ? item.replace(/["\\]/g, '\\$&') : item}"`).join(',')}}`;
/** Null when no item has the field. */
const unlessEmpty = (items: readonly (string | number | null | undefined)[]): string | null =>
  items.some((item) => item) ? plain(items.map((item) => item ?? null)) : null;

/** Encodes a batch as arguments: each thread and pair once, and items that point to them. */
export function encodePosts(batch: readonly Outgoing[], when: PostTime, careful: boolean): EncodedPosts {
  const threads = new Map<string, number>();
  const pairs = new Map<string, number>();
  const [lows, highs, senders, receivers, threadOf]: [string[], string[], string[], string[], number[]] = [
    [],
    [],
    [],
    [],
    [],
  ];
  const pairOf = batch.map(({ sender, receiver }) => {
    const name = sender + receiver;
    const known = pairs.get(name);
    if (known !== undefined) return known;
    const [low, high] = sender < receiver ? [sender, receiver] : [receiver, sender];
    let thread = threads.get(low + high);
    if (thread === undefined) {
      thread = lows.push(low) - 1;
      highs.push(high);
      threads.set(low + high, thread);
    }
    threadOf.push(thread);
    receivers.push(receiver);
    const pair = senders.push(sender) - 1;
    pairs.set(name, pair);
    return pair;
  });
  // Media for sale pay the platform its share, so they do not count against the day's quota.
  const isCounted = (item: Outgoing) => item.payerAccountId !== null && !item.sendCost && !item.price;
  const accountOf = new Map(
    batch.filter(isCounted).map(({ sender, payerAccountId }) => [sender, payerAccountId ?? '']),
  );
  const payers = [...accountOf.keys()].sort();
  const payerAt = new Map(payers.map((id, index) => [id, index + 1]));
  return {
    pairOf,
    threadOf,
    values: {
      lows: uuidArray(lows),
      highs: uuidArray(highs),
      senders: uuidArray(senders),
      receivers: uuidArray(receivers),
      threads: plain(threadOf.map((thread) => thread + 1)),
      payers: uuidArray(payers),
      payer_accounts: uuidArray(payers.map((id) => accountOf.get(id) ?? '')),
      pairs: plain(pairOf.map((pair) => pair + 1)),
      counted: plain(batch.map((item) => (isCounted(item) ? (payerAt.get(item.sender) ?? 0) : 0))),
      ids: uuidArray(batch.map(({ id }) => id)),
      client_ids: plain(batch.map(({ clientId }) => clientId)),
      contents: quoted(batch.map(({ content }) => content)),
      replies: unlessEmpty(batch.map(({ replyTo }) => replyTo)),
      media_ids: unlessEmpty(batch.map(({ mediaId }) => mediaId)),
      media_types: unlessEmpty(batch.map(({ mediaType }) => mediaType)),
      prices: unlessEmpty(batch.map(({ price }) => price)),
      tips: unlessEmpty(batch.map(({ tip }) => tip)),
      send_costs: unlessEmpty(batch.map(({ sendCost }) => sendCost)),
      broadcasts: unlessEmpty(batch.map(({ broadcastId }) => broadcastId)),
      on_day: johannesburgDay(when.at),
      sent_at: when.at,
      careful,
      checked_up_to: when.checkedUpTo ?? null,
    },
  };
}
