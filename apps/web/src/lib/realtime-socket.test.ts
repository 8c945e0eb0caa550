import { ApiError } from '@vlam/contract/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage, me, other } from '../features/messaging/testing.ts';
import { onEvent, onResume } from './realtime.ts';
import { say } from './realtime-say.ts';
import { openSocket } from './realtime-socket.ts';

const wire = vi.hoisted(() => ({
  isOpen: true,
  answer: (_name: string, _payload: unknown): unknown => null,
  hear: (_name: string, _payload: unknown): void => {},
}));
vi.mock('./realtime-wire.ts', () => ({
  createWire: (_url: string, handlers: { onEvent(name: string, payload: unknown): void }) => {
    wire.hear = handlers.onEvent;
    return {
      get isOpen() {
        return wire.isOpen;
      },
      open: () => {},
      close: () => {},
      send: () => {},
      call: async (name: string, payload: unknown) => wire.answer(name, payload),
    };
  },
}));

const own = aMessage(1, {
  id: '0190a000-0000-7000-8000-000000000009',
  clientId: 'device-1',
  senderId: me,
  receiverId: other,
});
const send = () => say('message.send', { to: other, message: { clientId: 'device-1', content: 'message 1' } });
let close = () => {};
beforeEach(() => {
  wire.isOpen = true;
  close = openSocket(() => {});
});
afterEach(() => close());

describe('a message over the socket', () => {
  it('is answered with the message, and told to this page as its event is to others', async () => {
    wire.answer = () => ({ ok: true, sent: own });
    const told = vi.fn();
    const stop = onEvent('message.created', told);
    expect(await send()).toEqual({ ok: true, sent: own });
    expect(told.mock.calls).toEqual([
      [{ conversationId: own.conversationId, profileId: other, id: own.id, seq: 1, message: own }],
    ]);
    stop();
  });

  it('that is refused says so as the call does, with what it would cost', async () => {
    const details = { cost: 2, perDay: 5 };
    wire.answer = () => ({ ok: false, code: 'MESSAGE_QUOTA_USED', message: 'This one costs 2 credits', details });
    const error = await send().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).body).toMatchObject({ code: 'MESSAGE_QUOTA_USED', details });
  });

  it.each([
    ['nobody answers', () => null],
    ['an older server does not know the word', () => ({ ok: false, code: 'NOT_FOUND' })],
    ['the server is away', () => ({ ok: false, code: 'UNAVAILABLE', message: 'Later' })],
    ['the session ended', () => ({ ok: false, code: 'UNAUTHORIZED', message: 'Sign in' })],
  ])('is left to the call when %s', async (_name, answer) => {
    wire.answer = answer;
    expect((await send()).ok).toBe(false);
  });

  it('is left to the call without a socket, and when there are too many in a moment', async () => {
    wire.isOpen = false;
    expect(await send()).toEqual({ ok: false, code: 'UNAVAILABLE' });
    wire.isOpen = true;
    wire.answer = () => ({ ok: true, sent: own });
    const answers = [];
    for (let count = 0; count < 12; count += 1) answers.push(await send());
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
  });
});

describe('an event', () => {
  it('that a server of another version says in another way has everything read anew, once for many', () => {
    vi.useFakeTimers();
    const [told, again] = [vi.fn(), vi.fn()];
    const stops = [onEvent('message.created', told), onResume(again)];
    for (let time = 0; time < 5; time += 1) wire.hear('message.created', { of: 'another time' });
    wire.hear('something.unknown', {});
    expect(again).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2_000);
    expect(again).toHaveBeenCalledOnce();
    expect(told).not.toHaveBeenCalled();
    for (const stop of stops) stop();
    vi.useRealTimers();
  });
});
