import { describe, expect, it } from 'vitest';
import {
  isOrphan,
  type OfflineThread,
  offlineLimits,
  readableThread,
  storableThreads,
  toOfflineThread,
  withChanges,
  withoutMessages,
} from './offline-rules.ts';
import { aMessage, me, other } from './testing.ts';
import type { Thread } from './threads/thread.ts';
import type { Conversation, MessageView } from './types.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const writer = { id: me, isCreator: false };
const conversation = {
  profile: { id: other, displayName: 'Zanele', avatarUrl: '/img/p/a.webp?t=secret', isOnline: true },
  isRequest: false,
  isWaiting: false,
} as unknown as Conversation;
const aThread = (messages: readonly MessageView[]): Thread => ({
  messages,
  hasOlder: false,
  revision: 99,
  deliveredSeq: 0,
  readSeq: 0,
  ownReadSeq: 0,
});
const many = Array.from({ length: 80 }, (_, index) => aMessage(index + 1));
const stored = (change: Partial<OfflineThread> = {}): OfflineThread => {
  const made = toOfflineThread(writer, conversation, aThread(many), now);
  if (!made) throw new Error('not kept');
  return { ...made, ...change };
};
const seqs = (thread: OfflineThread | null) => thread?.thread.messages.map(({ seq }) => seq);

describe('an offline thread', () => {
  it('has the newest fifty messages and marks that there are more', () => {
    expect(seqs(stored())).toEqual(many.slice(30).map(({ seq }) => seq));
    expect(stored().thread).toMatchObject({ hasOlder: true, revision: 99 });
  });

  it('has no deleted or expired messages, neither when saved nor when read', () => {
    const messages = [
      aMessage(1, { deletedAt: '2026-11-21T11:00:00Z', content: '' }),
      aMessage(2, { expiresAt: '2026-11-21T11:59:00Z' }),
      aMessage(3, { expiresAt: '2026-11-21T13:00:00Z' }),
      aMessage(4),
    ];
    const made = toOfflineThread(writer, conversation, aThread(messages), now);
    expect(seqs(made)).toEqual([3, 4]);
    expect(made && seqs(readableThread(made, me, now + 3_600_001))).toEqual([4]);
  });

  it('has no picture URLs, paid or free, and no signed URLs', () => {
    const media = { id: 'm', width: 1, height: 1, duration: null, previewUrl: '/m/veil?k=1', sources: [] };
    const photo = aMessage(1, { mediaType: 'photo', mediaUrl: '/m/file?k=1', media, price: 25, isPaid: true });
    const text = JSON.stringify(toOfflineThread(writer, conversation, aThread([photo]), now));
    expect(text).not.toMatch(/\/m\/|secret|\?k=/);
    expect(text).toContain('"mediaType":"photo"');
  });

  it('is not saved for message requests', () => {
    expect(toOfflineThread(writer, { ...conversation, isRequest: true }, aThread(many), now)).toBeNull();
    expect(toOfflineThread(writer, { ...conversation, isWaiting: true }, aThread(many), now)).toBeNull();
  });

  it('is limited in size and number', () => {
    const long = many.map((each) => ({ ...each, content: 'x'.repeat(2_000) }));
    const made = toOfflineThread(writer, conversation, aThread(long), now);
    expect(JSON.stringify(made?.thread.messages).length).toBeLessThan(offlineLimits.size + 1_000);
    expect(seqs(made)?.at(-1)).toBe(80);
    const all = Array.from({ length: 30 }, (_, index) => stored({ profileId: `p${index}`, savedAt: now - index }));
    expect(storableThreads(all, me, now).map(({ profileId }) => profileId)).toEqual(
      Array.from({ length: offlineLimits.threads }, (_, index) => `p${index}`),
    );
  });

  it('belongs to one account and expires', () => {
    const old = stored({ profileId: 'old', savedAt: now - offlineLimits.ageMs - 1 });
    expect(readableThread(stored(), 'somebody else', now)).toBeNull();
    expect(storableThreads([stored({ accountId: 'somebody else' }), stored(), old], me, now)).toEqual([stored()]);
  });

  it('has no messages that changed elsewhere', () => {
    expect(seqs(withoutMessages(stored(), ['id-79']))?.slice(-2)).toEqual([78, 80]);
  });

  it('has no quotes of messages that are not saved', () => {
    const quote = (seq: number, of: number) =>
      aMessage(seq, { replyTo: { id: `id-${of}`, seq: of, senderId: me, content: `secret ${of}`, mediaType: null } });
    const messages = [
      aMessage(2, { expiresAt: '2026-11-21T13:00:00Z' }),
      aMessage(3),
      quote(4, 1),
      quote(5, 2),
      quote(6, 3),
    ];
    const made = stored({
      thread: toOfflineThread(writer, conversation, aThread(messages), now)?.thread ?? aThread([]),
    });
    const quotes = (one: OfflineThread | null) => one?.thread.messages.flatMap(({ replyTo }) => replyTo?.content ?? []);
    expect(quotes(made)).toEqual(['secret 2', 'secret 3']);
    expect(quotes(readableThread(made, me, now + 3_600_001))).toEqual(['secret 3']);
    expect(quotes(withoutMessages(made, ['id-2', 'id-3']))).toEqual([]);
  });

  it('loses everything changed or cleared while offline', () => {
    expect(withChanges(stored(), [{ profileId: 'somebody', changed: [] }])).toBeNull();
    expect(withChanges(stored(), [])).toBeNull();
    const made = withChanges(stored(), [{ profileId: other, changed: ['id-79', 'never kept'] }]);
    expect(seqs(made)?.slice(-2)).toEqual([78, 80]);
    expect(made?.thread.revision).toBe(99);
  });

  it('is deleted when it is no longer in the inbox, unless it was saved after the inbox was read', () => {
    const inbox = { accountId: me, profileIds: ['still there'], readAt: now + 1 };
    expect(isOrphan(stored(), inbox)).toBe(true);
    expect(isOrphan(stored({ profileId: 'still there' }), inbox)).toBe(false);
    expect(isOrphan(stored({ savedAt: now + 2 }), inbox)).toBe(false);
    expect(isOrphan(stored({ accountId: 'who came after' }), inbox)).toBe(false);
  });
});
