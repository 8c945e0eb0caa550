import { maxKeptThreads } from '@vlam/contract/rules/messaging';
import type { Answer } from '../../lib/api.ts';
import { isExpired } from './row-parts/expiry.ts';
import type { Thread } from './threads/thread.ts';
import type { Conversation, MessageView, Writer } from './types.ts';

/** The copy of a thread stored on this device. */
export interface OfflineThread {
  /** Profile id of the other member. */
  profileId: string;
  accountId: string;
  isCreator: boolean;
  /** Milliseconds since the epoch. */
  savedAt: number;
  conversation: Conversation;
  thread: Thread;
}

export const offlineLimits = {
  threads: maxKeptThreads,
  messages: 50,
  /** Limit per thread, in characters of its JSON. */
  size: 64_000,
  /** Threads not opened for this long are deleted, in milliseconds. */
  ageMs: 14 * 86_400_000,
} as const;

/** Removes media: its URLs grant access, and sold pictures must not be stored on disk. */
function withoutMedia(message: MessageView): MessageView {
  return { ...message, mediaUrl: null, media: null };
}

const withoutQuery = (address: string) => (address.includes('?') ? '' : address);

/** Removes quotes of messages that are not stored, because their deletion would go unnoticed here. */
function withoutLostQuotes(messages: readonly MessageView[]): MessageView[] {
  const here = new Set(messages.map(({ id }) => id));
  return messages.map((each) => (each.replyTo && !here.has(each.replyTo.id) ? { ...each, replyTo: null } : each));
}

/** Messages that may be stored: not deleted, not expired, and within the limits. Newest last. */
function storableMessages(messages: readonly MessageView[], now: number): MessageView[] {
  const all = messages.filter((each) => !each.deletedAt && !isExpired(each, now)).slice(-offlineLimits.messages);
  const stored: MessageView[] = [];
  let size = 0;
  for (const message of all.map(withoutMedia).toReversed()) {
    size += JSON.stringify(message).length;
    if (size > offlineLimits.size) break;
    stored.unshift(message);
  }
  return withoutLostQuotes(stored);
}

/** The copy of an open thread to store; null for message requests. */
export function toOfflineThread(
  writer: Writer,
  conversation: Conversation,
  thread: Thread,
  now: number,
): OfflineThread | null {
  if (conversation.isRequest || conversation.isWaiting) return null;
  const { profile } = conversation;
  const messages = storableMessages(thread.messages, now);
  return {
    profileId: profile.id,
    accountId: writer.id,
    isCreator: writer.isCreator,
    savedAt: now,
    conversation: {
      ...conversation,
      profile: { ...profile, avatarUrl: withoutQuery(profile.avatarUrl), isOnline: false },
    },
    thread: { ...thread, messages, hasOlder: thread.hasOlder || messages.length < thread.messages.length },
  };
}

/** A stored thread as it may be shown now; null for another account or an expired copy. */
export function readableThread(stored: OfflineThread, accountId: string, now: number): OfflineThread | null {
  if (stored.accountId !== accountId || now - stored.savedAt > offlineLimits.ageMs) return null;
  return { ...stored, thread: { ...stored.thread, messages: storableMessages(stored.thread.messages, now) } };
}

/** The stored threads an account may keep, newest first. */
export const storableThreads = (all: readonly OfflineThread[], accountId: string, now: number): OfflineThread[] =>
  all
    .flatMap((each) => readableThread(each, accountId, now) ?? [])
    .toSorted((one, other) => other.savedAt - one.savedAt)
    .slice(0, offlineLimits.threads);

/** Removes these messages, whose current state is unknown here. */
export const withoutMessages = (stored: OfflineThread, ids: readonly string[]): OfflineThread => ({
  ...stored,
  thread: {
    ...stored.thread,
    messages: withoutLostQuotes(stored.thread.messages.filter(({ id }) => !ids.includes(id))),
  },
});

/** The server's list of changes by thread; threads it does not name must be deleted. */
export type ChangedThreads = Answer<'conversationChanges'>['items'];

/** What remains of a thread after the changes missed while offline; null if nothing. */
export function withChanges(stored: OfflineThread, answer: ChangedThreads): OfflineThread | null {
  const found = answer.find(({ profileId }) => profileId === stored.profileId);
  return found ? withoutMessages(stored, found.changed) : null;
}

/** The complete inbox of an account, with its read time in milliseconds. */
export interface WholeInbox {
  accountId: string;
  profileIds: readonly string[];
  readAt: number;
}

/**
 * True for a thread saved before the inbox was read and missing from it: the other member has blocked, left or been
 * suspended.
 */
export const isOrphan = (stored: OfflineThread, { accountId, profileIds, readAt }: WholeInbox): boolean =>
  stored.accountId === accountId && stored.savedAt < readAt && !profileIds.includes(stored.profileId);
