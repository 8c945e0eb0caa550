import type { Waiting } from './outbox-storage.ts';
import { isOver } from './time-over.ts';
import type { MessageView } from './types.ts';

/** All of South Africa is this far from UTC, the whole year, in milliseconds. */
const clockMs = 2 * 3_600_000;
/** The calendar day of a time in South Africa; asked of every message of a thread, so it formats nothing. */
export const dayOf = (at: string): number => Math.floor((Date.parse(at) + clockMs) / 86_400_000);

/** Messages of one person that follow each other within this time stand together, in milliseconds. */
const togetherMs = 5 * 60_000;

/** A message of the thread, or one that is still on its way. */
export type Entry = { message: MessageView; waiting?: never } | { message?: never; waiting: Waiting };

export type Row =
  | { kind: 'day'; key: string; at: string; message?: never }
  /** Everything below is new since the thread was last read. */
  | { kind: 'new'; key: string; message?: never }
  /** `ends`: the last of a run, which carries the time. */
  | ({ kind: 'message'; key: string; at: string; isOwn: boolean; ends: boolean } & Entry);

export interface RowsInput {
  messages: readonly MessageView[];
  /** On their way from this device to this thread, in order. */
  waiting: readonly Waiting[];
  /** The other's profile. */
  otherId: string;
  /** By this device's clock, in milliseconds. */
  now: number;
  /** The first message after this place is marked as new, when the other wrote it; null marks none. */
  newAfter: number | null;
  /** Being taken back: not shown any more. */
  hidden: ReadonlySet<string>;
  /** The calendar day of a time, in any form that is the same for the same day. */
  dayOf(at: string): string | number;
}

/** Nothing stands in what was unsent. */
const isNew = ({ seq, deletedAt }: MessageView, after: number) => seq > after && !deletedAt;

/** What stands in a thread from top to bottom: days, the place where the new begins, and messages in runs. */
export function rowsOf({ messages, waiting, otherId, now, newAfter, hidden, dayOf }: RowsInput): Row[] {
  const over = new Set(messages.flatMap((each) => (isOver(each, now) ? each.id : [])));
  const shown = messages
    .filter((each) => !hidden.has(each.id) && !over.has(each.id))
    .map((each) => (each.replyTo && over.has(each.replyTo.id) ? { ...each, replyTo: null } : each));
  // A message whose answer was lost is here already, under the name this device gave it.
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
    // One key from the device to the thread, so that what is sent stays the same element.
    const key = 'message' in entry ? (entry.message.clientId ?? entry.message.id) : entry.waiting.clientId;
    rows.push({ kind: 'message', key, ends, ...entry });
  }
  return rows;
}
