import type { Waiting } from './outbox-storage.ts';
import { isExpired } from './row-parts/expiry.ts';
import type { MessageView } from './types.ts';

/** South Africa's offset from UTC all year, in milliseconds. */
const clockMs = 2 * 3_600_000;
/** Calendar day in South Africa. Called for every message, so it formats nothing. */
export const dayOf = (at: string): number => Math.floor((Date.parse(at) + clockMs) / 86_400_000);

/** Consecutive messages of one sender within this time form a run, in milliseconds. */
const togetherMs = 5 * 60_000;

/** A stored message, or an unsent one. */
export type Entry = { message: MessageView; waiting?: never } | { message?: never; waiting: Waiting };

export type Row =
  | { kind: 'day'; key: string; at: string; message?: never }
  /** The line that marks new messages. */
  | { kind: 'new'; key: string; message?: never }
  /** `ends`: the last message of a run, which shows the time. */
  | ({ kind: 'message'; key: string; at: string; isOwn: boolean; ends: boolean } & Entry);

export interface RowsInput {
  messages: readonly MessageView[];
  /** Unsent messages to this member, in order. */
  waiting: readonly Waiting[];
  /** The other member's profile id. */
  otherId: string;
  /** This device's clock, in milliseconds. */
  now: number;
  /** The first message of the other member after this seq is marked as new; null marks none. */
  newAfter: number | null;
  /** Ids of messages being unsent. */
  hidden: ReadonlySet<string>;
  /** Calendar day of a time, as any string that is equal for equal days. */
  dayOf(at: string): string | number;
}

/** An unsent message has nothing new to read. */
const isNew = ({ seq, deletedAt }: MessageView, after: number) => seq > after && !deletedAt;

/** Rows of a thread from top to bottom: days, the new mark, and messages in runs. */
export function rowsOf({ messages, waiting, otherId, now, newAfter, hidden, dayOf }: RowsInput): Row[] {
  const over = new Set(messages.flatMap((each) => (isExpired(each, now) ? each.id : [])));
  const shown = messages
    .filter((each) => !hidden.has(each.id) && !over.has(each.id))
    .map((each) => (each.replyTo && over.has(each.replyTo.id) ? { ...each, replyTo: null } : each));
  // The server has stored this unsent message; its answer was lost.
  const arrived = new Set(messages.map((each) => each.clientId));
  const entries = [
    ...shown.map((message) => ({ message, at: message.timestamp, isOwn: message.senderId !== otherId })),
    ...waiting
      .filter((each) => !arrived.has(each.clientId))
      .map((each) => ({ waiting: each, at: each.writtenAt, isOwn: true })),
  ];
  const rows: Row[] = [];
  let isMarked = newAfter === null;
  const days = entries.map((entry) => dayOf(entry.at));
  for (const [index, entry] of entries.entries()) {
    const after = entries[index + 1];
    const day = days[index];
    if (days[index - 1] !== day) rows.push({ kind: 'day', key: `day:${day}`, at: entry.at });
    if (!isMarked && !entry.isOwn && 'message' in entry && isNew(entry.message, newAfter ?? 0)) {
      isMarked = true;
      rows.push({ kind: 'new', key: 'new' });
    }
    const ends =
      !after ||
      after.isOwn !== entry.isOwn ||
      days[index + 1] !== day ||
      new Date(after.at).getTime() - new Date(entry.at).getTime() > togetherMs;
    // The client id is the key in both states, so that the element stays the same.
    const key = 'message' in entry ? (entry.message.clientId ?? entry.message.id) : entry.waiting.clientId;
    rows.push({ kind: 'message', key, ends, ...entry });
  }
  return rows;
}
