import type { MessagesPage, MessageView } from './types.ts';

/** The part of a thread that is on this device: the newest messages without a gap, oldest first. */
export interface Thread {
  messages: readonly MessageView[];
  /** Older ones lie on the server. */
  hasOlder: boolean;
  /** Everything up to this change is here; `since` continues from it. */
  revision: number;
  deliveredSeq: number;
  readSeq: number;
  ownReadSeq: number;
}

type Marks = Pick<Thread, 'deliveredSeq' | 'readSeq' | 'ownReadSeq'>;

const marks = (thread: Marks, news: Marks): Marks => ({
  deliveredSeq: Math.max(thread.deliveredSeq, news.deliveredSeq),
  readSeq: Math.max(thread.readSeq, news.readSeq),
  ownReadSeq: Math.max(thread.ownReadSeq, news.ownReadSeq),
});

/** Both lists in the order of the thread, each message once and in its latest state. */
function union(here: readonly MessageView[], news: readonly MessageView[]): readonly MessageView[] {
  const byId = new Map(here.map((each) => [each.id, each]));
  for (const each of news) {
    const known = byId.get(each.id);
    if (!known || known.revision <= each.revision) byId.set(each.id, each);
  }
  return withoutUnsent([...byId.values()], news).sort((one, other) => one.seq - other.seq);
}

/** What quotes a message does not change when that is unsent, so that nobody says so: its words go here. */
function withoutUnsent(messages: MessageView[], news: readonly MessageView[]): MessageView[] {
  const unsent = new Set([...messages, ...news].flatMap(({ id, deletedAt }) => (deletedAt ? id : [])));
  if (unsent.size === 0) return messages;
  return messages.map((each) =>
    each.replyTo && unsent.has(each.replyTo.id) && (each.replyTo.content || each.replyTo.mediaType)
      ? { ...each, replyTo: { ...each.replyTo, content: '', mediaType: null } }
      : each,
  );
}

/** The thread from its newest page. */
export const openThread = (page: MessagesPage): Thread => ({
  messages: union([], page.items),
  hasOlder: page.hasMore,
  revision: page.revision,
  ...marks(page, page),
});

/** What was read anew, with what has come by itself since the server looked. */
export function readAnew(read: Thread, here: Thread | undefined): Thread {
  if (!here) return read;
  const later = here.messages.filter((each) => each.revision > read.revision);
  const revision = Math.max(read.revision, here.revision);
  return { ...read, ...marks(read, here), messages: union(read.messages, later), revision };
}

/** Puts the page before the oldest message in front. */
export function addOlder(thread: Thread, page: MessagesPage): Thread {
  return { ...thread, ...marks(thread, page), messages: union(thread.messages, page.items), hasOlder: page.hasMore };
}

/** Takes over what has changed since `thread.revision`. Changes to messages that are not here yet come with them. */
export function addChanges(thread: Thread, page: MessagesPage): Thread {
  const oldest = thread.messages[0]?.seq ?? 0;
  const news = thread.hasOlder ? page.items.filter((each) => each.seq >= oldest) : page.items;
  const revision = Math.max(thread.revision, page.revision);
  const messages = withoutUnsent([...union(thread.messages, news)], page.items);
  return { ...thread, ...marks(thread, page), messages, revision };
}

/**
 * Takes over one message that came by itself. The revision moves only when nothing lies between; otherwise
 * `isGap` says that the changes must be read.
 */
export function addOne(thread: Thread, message: MessageView): { thread: Thread; isGap: boolean } {
  const follows = message.revision === thread.revision + 1;
  const messages = union(thread.messages, [message]);
  const oldest = thread.messages[0]?.seq ?? 0;
  const isUnknown = thread.hasOlder && message.seq < oldest;
  return {
    thread: { ...thread, ...(isUnknown ? {} : { messages }), ...(follows ? { revision: message.revision } : {}) },
    isGap: message.revision > thread.revision + 1,
  };
}

/** Up to where the other's device has got, or oneself elsewhere. */
export const addMarks = (thread: Thread, news: Partial<Marks>): Thread => ({
  ...thread,
  ...marks(thread, { deliveredSeq: 0, readSeq: 0, ownReadSeq: 0, ...news }),
});

/** The place after which something is new; null when nothing is. */
export function placeOfNew(thread: Thread, otherId: string): number | null {
  const newest = thread.messages.findLast((each) => each.senderId === otherId);
  return newest && newest.seq > thread.ownReadSeq ? thread.ownReadSeq : null;
}
