import type { MessagesPage, MessageView } from '../types.ts';

/** The loaded part of a thread: the newest messages without a gap, oldest first. */
export interface Thread {
  messages: readonly MessageView[];
  /** True when the server has older messages. */
  hasOlder: boolean;
  /** All changes up to this revision are applied; `since` continues from it. */
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

/** Merges two lists in thread order, each message once in its latest state. */
function union(loaded: readonly MessageView[], news: readonly MessageView[]): readonly MessageView[] {
  const byId = new Map(loaded.map((each) => [each.id, each]));
  for (const each of news) {
    const known = byId.get(each.id);
    if (!known || known.revision <= each.revision) byId.set(each.id, each);
  }
  return withoutUnsent([...byId.values()], news).sort((one, other) => one.seq - other.seq);
}

/** Clears quotes of unsent messages; no event reports a change of the quoting message. */
function withoutUnsent(messages: MessageView[], news: readonly MessageView[]): MessageView[] {
  const unsent = new Set([...messages, ...news].flatMap(({ id, deletedAt }) => (deletedAt ? id : [])));
  if (unsent.size === 0) return messages;
  return messages.map((each) =>
    each.replyTo && unsent.has(each.replyTo.id) && (each.replyTo.content || each.replyTo.mediaType)
      ? { ...each, replyTo: { ...each.replyTo, content: '', mediaType: null } }
      : each,
  );
}

/** A thread made of its newest page. */
export const openThread = (page: MessagesPage): Thread => ({
  messages: union([], page.items),
  hasOlder: page.hasMore,
  revision: page.revision,
  ...marks(page, page),
});

/** Merges a refetched thread with events that arrived during the fetch. */
export function mergeRefetched(read: Thread, here: Thread | undefined): Thread {
  if (!here) return read;
  const later = here.messages.filter((each) => each.revision > read.revision);
  const revision = Math.max(read.revision, here.revision);
  return { ...read, ...marks(read, here), messages: union(read.messages, later), revision };
}

/** Adds the page before the oldest message. */
export function addOlder(thread: Thread, page: MessagesPage): Thread {
  return { ...thread, ...marks(thread, page), messages: union(thread.messages, page.items), hasOlder: page.hasMore };
}

/** Applies the changes since `thread.revision`. Changes to messages not loaded yet come with their page. */
export function addChanges(thread: Thread, page: MessagesPage): Thread {
  const oldest = thread.messages[0]?.seq ?? 0;
  const updates = thread.hasOlder ? page.items.filter((each) => each.seq >= oldest) : page.items;
  const revision = Math.max(thread.revision, page.revision);
  const messages = withoutUnsent([...union(thread.messages, updates)], page.items);
  return { ...thread, ...marks(thread, page), messages, revision };
}

/** Applies one message event. The revision moves only without a gap; `isGap` means that the changes must be fetched. */
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

/** Updates delivered and read marks: the other member's, and this member's from other devices. */
export const addMarks = (thread: Thread, news: Partial<Marks>): Thread => ({
  ...thread,
  ...marks(thread, { deliveredSeq: 0, readSeq: 0, ownReadSeq: 0, ...news }),
});

/** The seq after which messages are new; null when none are. */
export function firstNewAfter(thread: Thread, otherId: string): number | null {
  const newest = thread.messages.findLast((each) => each.senderId === otherId);
  return newest && newest.seq > thread.ownReadSeq ? thread.ownReadSeq : null;
}
