import { ApiError } from '@vlam/contract/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage, me, other } from '../features/messaging/testing.ts';
import { onEvent, onSocketOpen } from './realtime.ts';
import { callServer } from './realtime-call.ts';
import { openSocket } from './realtime-socket.ts';

const wire = vi.hoisted(() => ({
  isOpen: true,
  answer: (_name: string, _payload: unknown): unknown => null,
  receive: (_name: string, _payload: unknown): void => {},
}));
vi.mock('./realtime-wire.ts', () => ({
  createWire: (_url: string, handlers: { onEvent(name: string, payload: unknown): void }) => {
    wire.receive = handlers.onEvent;
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

const sentMessage = aMessage(1, {
  id: '0190a000-0000-7000-8000-000000000009',
  clientId: 'device-1',
  senderId: me,
  receiverId: other,
});
const send = () => callServer('message.send', { to: other, message: { clientId: 'device-1', content: 'message 1' } });
let close = () => {};
beforeEach(() => {
  wire.isOpen = true;
  close = openSocket(() => {});
});
afterEach(() => close());

describe('message.send over the socket', () => {
  it('resolves with the message and emits message.created in this tab', async () => {
    wire.answer = () => ({ ok: true, sent: sentMessage });
    const handler = vi.fn();
    const stop = onEvent('message.created', handler);
    expect(await send()).toEqual({ ok: true, sent: sentMessage });
    expect(handler.mock.calls).toEqual([
      [
        {
          conversationId: sentMessage.conversationId,
          profileId: other,
          id: sentMessage.id,
          seq: 1,
          message: sentMessage,
        },
      ],
    ]);
    stop();
  });

  it('rejects with the ApiError of the HTTP call and its cost when refused', async () => {
    const details = { cost: 2, perDay: 5 };
    wire.answer = () => ({ ok: false, code: 'MESSAGE_QUOTA_USED', message: 'This one costs 2 credits', details });
    const error = await send().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).body).toMatchObject({ code: 'MESSAGE_QUOTA_USED', details });
  });

  it.each([
    ['no answer', () => null],
    ['an older server does not know the word', () => ({ ok: false, code: 'NOT_FOUND' })],
    ['a newer server refuses with a code of its own', () => ({ ok: false, code: 'PLAN_REQUIRED', message: 'A plan' })],
    ['the answer has another form', () => ['ok']],
    ['the server is away', () => ({ ok: false, code: 'UNAVAILABLE', message: 'Later' })],
    ['the session ended', () => ({ ok: false, code: 'UNAUTHORIZED', message: 'Sign in' })],
  ])('is left to the call when %s', async (_name, answer) => {
    wire.answer = answer;
    expect((await send()).ok).toBe(false);
  });

  it('drops what a newer server adds to an answer', async () => {
    wire.answer = () => ({ ok: true, sent: { ...sentMessage, mood: 'glad' }, takenMs: 3 });
    expect(await send()).toEqual({ ok: true, sent: sentMessage });
  });

  it('falls back to HTTP without a socket and above the rate limit', async () => {
    wire.isOpen = false;
    expect(await send()).toEqual({ ok: false, code: 'UNAVAILABLE' });
    wire.isOpen = true;
    wire.answer = () => ({ ok: true, sent: sentMessage });
    const answers = [];
    for (let count = 0; count < 12; count += 1) answers.push(await send());
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
  });
});

describe('an event', () => {
  it('of a newer server arrives without the fields that are unknown here', () => {
    const handler = vi.fn();
    const stop = onEvent('balance.changed', handler);
    wire.receive('balance.changed', { balance: 3, promotional: 0, plan: { name: 'gold' } });
    expect(handler.mock.calls).toEqual([[{ balance: 3, promotional: 0 }]]);
    stop();
  });

  it('of an unknown name changes nothing, not even one that every object has', () => {
    vi.useFakeTimers();
    const onOpen = vi.fn();
    const stop = onSocketOpen(onOpen);
    for (const name of ['plan.changed', 'constructor', '__proto__', '']) wire.receive(name, {});
    vi.advanceTimersByTime(10_000);
    expect(onOpen).not.toHaveBeenCalled();
    stop();
    vi.useRealTimers();
  });

  it('that cannot be parsed triggers one resync for many', () => {
    vi.useFakeTimers();
    const [handler, onOpen] = [vi.fn(), vi.fn()];
    const stops = [onEvent('message.created', handler), onSocketOpen(onOpen)];
    for (let time = 0; time < 5; time += 1) wire.receive('message.created', { of: 'another time' });
    wire.receive('something.unknown', {});
    expect(onOpen).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2_000);
    expect(onOpen).toHaveBeenCalledOnce();
    expect(handler).not.toHaveBeenCalled();
    for (const stop of stops) stop();
    vi.useRealTimers();
  });
});
