import { describe, expect, it } from 'vitest';
import {
  fromKept,
  isOrphan,
  type KeptThread,
  keptLimits,
  renewed,
  stays,
  toKept,
  withoutMessages,
} from './kept-rules.ts';
import { aMessage, me, other } from './testing.ts';
import type { Thread } from './thread.ts';
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
const kept = (change: Partial<KeptThread> = {}): KeptThread => {
  const made = toKept(writer, conversation, aThread(many), now);
  if (!made) throw new Error('not kept');
  return { ...made, ...change };
};
const seqs = (thread: KeptThread | null) => thread?.thread.messages.map(({ seq }) => seq);

describe('what of a thread stays on the device', () => {
  it('is its newest fifty, and says that there are more', () => {
    expect(seqs(kept())).toEqual(many.slice(30).map(({ seq }) => seq));
    expect(kept().thread).toMatchObject({ hasOlder: true, revision: 99 });
  });

  it('is nothing that was taken back or whose time is over, then or when it is read', () => {
    const messages = [
      aMessage(1, { deletedAt: '2026-11-21T11:00:00Z', content: '' }),
      aMessage(2, { expiresAt: '2026-11-21T11:59:00Z' }),
      aMessage(3, { expiresAt: '2026-11-21T13:00:00Z' }),
      aMessage(4),
    ];
    const made = toKept(writer, conversation, aThread(messages), now);
    expect(seqs(made)).toEqual([3, 4]);
    expect(made && seqs(fromKept(made, me, now + 3_600_001))).toEqual([4]);
  });

  it('is no address of a picture, paid or not, and none that carries a key', () => {
    const media = { id: 'm', width: 1, height: 1, duration: null, previewUrl: '/m/veil?k=1', sources: [] };
    const photo = aMessage(1, { mediaType: 'photo', mediaUrl: '/m/file?k=1', media, price: 25, isPaid: true });
    const text = JSON.stringify(toKept(writer, conversation, aThread([photo]), now));
    expect(text).not.toMatch(/\/m\/|secret|\?k=/);
    expect(text).toContain('"mediaType":"photo"');
  });

  it('is no thread of a stranger', () => {
    expect(toKept(writer, { ...conversation, isRequest: true }, aThread(many), now)).toBeNull();
    expect(toKept(writer, { ...conversation, isWaiting: true }, aThread(many), now)).toBeNull();
  });

  it('is bounded in size and number', () => {
    const long = many.map((each) => ({ ...each, content: 'x'.repeat(2_000) }));
    const made = toKept(writer, conversation, aThread(long), now);
    expect(JSON.stringify(made?.thread.messages).length).toBeLessThan(keptLimits.size + 1_000);
    expect(seqs(made)?.at(-1)).toBe(80);
    const all = Array.from({ length: 30 }, (_, index) => kept({ profileId: `p${index}`, keptAt: now - index }));
    expect(stays(all, me, now).map(({ profileId }) => profileId)).toEqual(
      Array.from({ length: keptLimits.threads }, (_, index) => `p${index}`),
    );
  });

  it('belongs to one account alone, and not for ever', () => {
    const old = kept({ profileId: 'old', keptAt: now - keptLimits.ageMs - 1 });
    expect(fromKept(kept(), 'somebody else', now)).toBeNull();
    expect(stays([kept({ accountId: 'somebody else' }), kept(), old], me, now)).toEqual([kept()]);
  });

  it('is no message that has changed elsewhere', () => {
    expect(seqs(withoutMessages(kept(), ['id-79']))?.slice(-2)).toEqual([78, 80]);
  });

  it('is no word of a message that is not kept, in the quote of another one', () => {
    const quote = (seq: number, of: number) =>
      aMessage(seq, { replyTo: { id: `id-${of}`, seq: of, senderId: me, content: `secret ${of}`, mediaType: null } });
    const messages = [
      aMessage(2, { expiresAt: '2026-11-21T13:00:00Z' }),
      aMessage(3),
      quote(4, 1),
      quote(5, 2),
      quote(6, 3),
    ];
    const made = kept({ thread: toKept(writer, conversation, aThread(messages), now)?.thread ?? aThread([]) });
    const quotes = (one: KeptThread | null) => one?.thread.messages.flatMap(({ replyTo }) => replyTo?.content ?? []);
    expect(quotes(made)).toEqual(['secret 2', 'secret 3']);
    expect(quotes(fromKept(made, me, now + 3_600_001))).toEqual(['secret 3']);
    expect(quotes(withoutMessages(made, ['id-2', 'id-3']))).toEqual([]);
  });

  it('is, after a time without a connection, nothing that the server says was changed or cleared meanwhile', () => {
    expect(renewed(kept(), [{ profileId: 'somebody', changed: [] }])).toBeNull();
    expect(renewed(kept(), [])).toBeNull();
    const made = renewed(kept(), [{ profileId: other, changed: ['id-79', 'never kept'] }]);
    expect(seqs(made)?.slice(-2)).toEqual([78, 80]);
    expect(made?.thread.revision).toBe(99);
  });

  it('is no thread that is in the inbox no more, unless it came after the inbox was read', () => {
    const inbox = { accountId: me, profileIds: ['still there'], readAt: now + 1 };
    expect(isOrphan(kept(), inbox)).toBe(true);
    expect(isOrphan(kept({ profileId: 'still there' }), inbox)).toBe(false);
    expect(isOrphan(kept({ keptAt: now + 2 }), inbox)).toBe(false);
    expect(isOrphan(kept({ accountId: 'who came after' }), inbox)).toBe(false);
  });
});
