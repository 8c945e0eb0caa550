import { describe, expect, it } from 'vitest';
import { rowsOf } from './rows.ts';
import { aMessage, aWaiting, me, other } from './testing.ts';

const dayOf = (at: string) => at.slice(0, 10);
const rows = (input: Partial<Parameters<typeof rowsOf>[0]>) =>
  rowsOf({
    messages: [],
    waiting: [],
    otherId: other,
    now: Date.parse('2026-11-21T12:00:00Z'),
    newAfter: null,
    hidden: new Set(),
    dayOf,
    ...input,
  });
const outline = (list: ReturnType<typeof rows>) =>
  list.map((row) => (row.kind === 'message' ? `${row.isOwn ? 'me' : 'they'}${row.ends ? '.' : ''}` : row.kind));

describe('rows of a thread', () => {
  it('mark no unsent message as new, but the one after it', () => {
    const at = '2026-11-21T08:00:00Z';
    const unsent = aMessage(2, { content: '', deletedAt: at });
    const list = (...messages: ReturnType<typeof aMessage>[]) => outline(rows({ messages, newAfter: 1 }));
    expect(list(aMessage(1), unsent)).toEqual(['day', 'they', 'they.']);
    expect(list(aMessage(1), unsent, aMessage(3))).toEqual(['day', 'they', 'they', 'new', 'they.']);
  });

  it('start each day with its date', () => {
    const messages = [
      aMessage(1, { timestamp: '2026-11-20T20:00:00Z' }),
      aMessage(2, { timestamp: '2026-11-21T08:00:00Z' }),
    ];
    expect(outline(rows({ messages }))).toEqual(['day', 'they.', 'day', 'they.']);
  });

  it('group messages of one sender within five minutes; the last shows the time', () => {
    const messages = [
      aMessage(1, { timestamp: '2026-11-21T08:00:00Z' }),
      aMessage(2, { timestamp: '2026-11-21T08:04:00Z' }),
      aMessage(3, { timestamp: '2026-11-21T08:10:00Z' }),
      aMessage(4, { senderId: me, receiverId: other, timestamp: '2026-11-21T08:10:30Z' }),
    ];
    expect(outline(rows({ messages }))).toEqual(['day', 'they', 'they.', 'they.', 'me.']);
  });

  it('mark the first new message once, and never before an own one', () => {
    const messages = [aMessage(1), aMessage(2, { senderId: me }), aMessage(3), aMessage(4)];
    expect(outline(rows({ messages, newAfter: 1 }))).toEqual(['day', 'they.', 'me.', 'new', 'they', 'they.']);
  });

  it('end with unsent messages in the order they were written', () => {
    const list = rows({ messages: [aMessage(1)], waiting: [aWaiting('one'), aWaiting('two')] });
    expect(list.filter((row) => row.kind === 'message').map((row) => row.key)).toEqual(['id-1', 'one', 'two']);
  });

  it('show a message once when its answer was lost: the thread has it under its client id', () => {
    const messages = [aMessage(1, { senderId: me, clientId: 'one' })];
    const list = rows({ messages, waiting: [aWaiting('one')] });
    expect(list.filter((row) => row.kind === 'message')).toHaveLength(1);
    expect(list.at(-1)?.key).toBe('one');
  });

  it('leave out messages being unsent and expired ones', () => {
    const messages = [aMessage(1), aMessage(2, { expiresAt: '2026-11-21T11:59:00Z' }), aMessage(3)];
    expect(outline(rows({ messages, hidden: new Set(['id-3']) }))).toEqual(['day', 'they.']);
  });

  it('quote no expired message', () => {
    const replyTo = (of: number) => ({ id: `id-${of}`, seq: of, senderId: me, content: 'words', mediaType: null });
    const over = aMessage(1, { expiresAt: '2026-11-21T11:59:00Z' });
    const messages = [over, aMessage(2), aMessage(3, { replyTo: replyTo(1) }), aMessage(4, { replyTo: replyTo(2) })];
    const quotes = rows({ messages }).flatMap(({ message }) => (message ? [message.replyTo?.id ?? null] : []));
    expect(quotes).toEqual([null, null, 'id-2']);
  });
});
