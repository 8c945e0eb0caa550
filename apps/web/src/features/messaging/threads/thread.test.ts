import { describe, expect, it } from 'vitest';
import { aMessage } from '../testing.ts';
import type { MessagesPage } from '../types.ts';
import { addChanges, addMarks, addOlder, addOne, mergeRefetched, openThread } from './thread.ts';

const page = (items: MessagesPage['items'], change: Partial<MessagesPage> = {}): MessagesPage => ({
  items,
  hasMore: false,
  revision: Math.max(0, ...items.map((each) => each.revision)),
  deliveredSeq: 0,
  readSeq: 0,
  ownReadSeq: 0,
  ...change,
});
const seqs = (thread: { messages: readonly { seq: number }[] }) => thread.messages.map((each) => each.seq);

describe('a loaded thread', () => {
  it('adds older pages in front, each message once', () => {
    const thread = openThread(page([aMessage(5), aMessage(6)], { hasMore: true }));
    const grown = addOlder(thread, page([aMessage(3), aMessage(4), aMessage(5)]));
    expect(seqs(grown)).toEqual([3, 4, 5, 6]);
    expect(grown.hasOlder).toBe(false);
  });

  it('keeps events that arrived during a refetch', () => {
    const before = openThread(page([aMessage(1), aMessage(2, { content: 'old' })]));
    const read = openThread(page([aMessage(1), aMessage(2, { content: 'new' })], { readSeq: 1 }));
    const here = addOne(addMarks(before, { deliveredSeq: 2 }), aMessage(3)).thread;
    const whole = mergeRefetched(read, here);
    expect(whole.messages.map(({ content }) => content)).toEqual(['message 1', 'new', 'message 3']);
    expect(whole).toMatchObject({ revision: 3, deliveredSeq: 2, readSeq: 1 });
    // Messages the server already had follow the server.
    expect(mergeRefetched(openThread(page([aMessage(3)], { hasMore: true })), here)).toMatchObject({ revision: 3 });
    expect(seqs(mergeRefetched(openThread(page([aMessage(3)])), here))).toEqual([3]);
    expect(mergeRefetched(read, undefined)).toBe(read);
  });

  it('keeps the latest state of a message in any order of arrival', () => {
    const thread = openThread(page([aMessage(1, { revision: 4, content: '' })], { revision: 4 }));
    const again = addChanges(thread, page([aMessage(1, { revision: 2, content: 'before' })], { revision: 4 }));
    expect(again.messages[0]?.content).toBe('');
  });

  it('ignores changes of messages on pages not loaded yet', () => {
    const thread = openThread(page([aMessage(8), aMessage(9)], { hasMore: true }));
    expect(seqs(addChanges(thread, page([aMessage(2, { revision: 10 }), aMessage(11)], { revision: 11 })))).toEqual([
      8, 9, 11,
    ]);
  });

  it('applies events one by one and reports gaps', () => {
    const thread = openThread(page([aMessage(1)]));
    const next = addOne(thread, aMessage(2));
    expect([next.isGap, next.thread.revision]).toEqual([false, 2]);
    const later = addOne(next.thread, aMessage(5));
    expect([later.isGap, later.thread.revision, seqs(later.thread)]).toEqual([true, 2, [1, 2, 5]]);
    const whole = addChanges(later.thread, page([aMessage(3), aMessage(4), aMessage(5)]));
    expect([whole.revision, seqs(whole)]).toEqual([5, [1, 2, 3, 4, 5]]);
  });

  it('clears quotes of an unsent message, also of one not loaded', () => {
    const quote = (seq: number, of: number) =>
      aMessage(seq, { replyTo: { id: `id-${of}`, seq: of, senderId: 'x', content: `secret ${of}`, mediaType: null } });
    const unsent = (seq: number, revision: number) =>
      aMessage(seq, { revision, content: '', deletedAt: '2026-11-21T11:00:00Z' });
    const thread = openThread(page([aMessage(5), quote(6, 5), quote(7, 2), quote(8, 1)], { hasMore: true }));
    const quotes = (one: typeof thread) => one.messages.flatMap(({ replyTo }) => replyTo?.content ?? []);
    const later = addChanges(thread, page([unsent(5, 9), unsent(2, 10)], { revision: 10 }));
    expect(quotes(later)).toEqual(['', '', 'secret 1']);
    expect(quotes(addOne(thread, unsent(5, 9)).thread)).toEqual(['', 'secret 2', 'secret 1']);
    // Outdated events restore nothing.
    expect(quotes(addChanges(later, page([quote(6, 5)])))).toEqual(['', '', 'secret 1']);
  });

  it('applies a duplicate event once', () => {
    const { thread } = addOne(openThread(page([aMessage(1)])), aMessage(1));
    expect([seqs(thread), thread.revision]).toEqual([[1], 1]);
  });

  it('never reverts a tick', () => {
    const thread = addMarks(openThread(page([aMessage(1)], { readSeq: 7 })), { readSeq: 3, deliveredSeq: 9 });
    expect([thread.readSeq, thread.deliveredSeq]).toEqual([7, 9]);
  });
});
