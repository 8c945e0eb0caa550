import { keptThreadsAtMost } from '@vlam/contract/rules/messaging';
import type { Answer } from '../../lib/api.ts';
import type { Thread } from './thread.ts';
import { isOver } from './time-over.ts';
import type { Conversation, MessageView, Writer } from './types.ts';

/** What of a thread stays on the device. */
export interface KeptThread {
  /** Profile of the other. */
  profileId: string;
  accountId: string;
  isCreator: boolean;
  /** Milliseconds. */
  keptAt: number;
  conversation: Conversation;
  thread: Thread;
}

export const keptLimits = {
  threads: keptThreadsAtMost,
  messages: 50,
  /** Of one thread, as characters of its JSON. */
  size: 64_000,
  /** Untouched for so long, nobody looks for it any more; in milliseconds. */
  ageMs: 14 * 86_400_000,
} as const;

/** Nothing of a picture but that there is one: its addresses open it, and what was sold is not for the disk. */
function withoutMedia(message: MessageView): MessageView {
  return { ...message, mediaUrl: null, media: null };
}

const withoutQuery = (address: string) => (address.includes('?') ? '' : address);

/** A quote goes with the message it is of: when that is taken back or over, nothing here would say so. */
function withoutLostQuotes(messages: readonly MessageView[]): MessageView[] {
  const here = new Set(messages.map(({ id }) => id));
  return messages.map((each) => (each.replyTo && !here.has(each.replyTo.id) ? { ...each, replyTo: null } : each));
}

/** Messages that may be kept: not taken back, not over, and no more than fit. Newest last. */
function keptMessages(messages: readonly MessageView[], now: number): MessageView[] {
  const all = messages.filter((each) => !each.deletedAt && !isOver(each, now)).slice(-keptLimits.messages);
  const kept: MessageView[] = [];
  let size = 0;
  for (const message of all.map(withoutMedia).toReversed()) {
    size += JSON.stringify(message).length;
    if (size > keptLimits.size) break;
    kept.unshift(message);
  }
  return withoutLostQuotes(kept);
}

/** What of an open thread stays on the device; null for those of strangers that wait for an answer. */
export function toKept(writer: Writer, conversation: Conversation, thread: Thread, now: number): KeptThread | null {
  if (conversation.isRequest || conversation.isWaiting) return null;
  const { profile } = conversation;
  const messages = keptMessages(thread.messages, now);
  return {
    profileId: profile.id,
    accountId: writer.id,
    isCreator: writer.isCreator,
    keptAt: now,
    conversation: {
      ...conversation,
      profile: { ...profile, avatarUrl: withoutQuery(profile.avatarUrl), isOnline: false },
    },
    thread: { ...thread, messages, hasOlder: thread.hasOlder || messages.length < thread.messages.length },
  };
}

/** A kept thread as it may be shown now to this account; null when it is another's or too old. */
export function fromKept(kept: KeptThread, accountId: string, now: number): KeptThread | null {
  if (kept.accountId !== accountId || now - kept.keptAt > keptLimits.ageMs) return null;
  return { ...kept, thread: { ...kept.thread, messages: keptMessages(kept.thread.messages, now) } };
}

/** Everything of one account that may stay, the latest threads first; the rest goes. */
export const stays = (all: readonly KeptThread[], accountId: string, now: number): KeptThread[] =>
  all
    .flatMap((each) => fromKept(each, accountId, now) ?? [])
    .toSorted((one, other) => other.keptAt - one.keptAt)
    .slice(0, keptLimits.threads);

/** Without these messages: what they have become is not known here, and may be nothing. */
export const withoutMessages = (kept: KeptThread, ids: readonly string[]): KeptThread => ({
  ...kept,
  thread: { ...kept.thread, messages: withoutLostQuotes(kept.thread.messages.filter(({ id }) => !ids.includes(id))) },
});

/** What the server has to say of the threads that are kept here; one that it does not name is not to be kept. */
export type ChangedThreads = Answer<'conversationChanges'>['items'];

/** What of a thread may stay after a time in which nobody here could hear of changes; null for nothing. */
export function renewed(kept: KeptThread, answer: ChangedThreads): KeptThread | null {
  const found = answer.find(({ profileId }) => profileId === kept.profileId);
  return found ? withoutMessages(kept, found.changed) : null;
}

/** The whole of an account's inbox, as it was read at a time in milliseconds. */
export interface WholeInbox {
  accountId: string;
  profileIds: readonly string[];
  readAt: number;
}

/** Threads that were kept before the inbox was read and are not in it: their other has blocked, left or been suspended. */
export const isOrphan = (kept: KeptThread, { accountId, profileIds, readAt }: WholeInbox): boolean =>
  kept.accountId === accountId && kept.keptAt < readAt && !profileIds.includes(kept.profileId);
