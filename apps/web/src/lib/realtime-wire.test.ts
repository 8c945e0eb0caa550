import {
  answerFrame,
  eventFrame,
  heartbeat,
  heartbeatFrame,
  movingCode,
  sessionEndedCode,
} from '@vlam/contract/realtime-protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWire, type Wire } from './realtime-wire.ts';

class FakeWebSocket {
  static all: FakeWebSocket[] = [];
  sent: string[] = [];
  closed = false;
  onopen = () => {};
  onmessage = (_event: { data: unknown }) => {};
  onclose = (_event: { code: number }) => {};
  constructor() {
    FakeWebSocket.all.push(this);
  }
  send(frame: string) {
    this.sent.push(frame);
  }
  // On a dead connection the browser may never fire the close event.
  close() {
    this.closed = true;
  }
}
const latest = () => FakeWebSocket.all.at(-1) as FakeWebSocket;
const maxDelayMs = 30_000;

const handlers = { onOpen: vi.fn(), onClosed: vi.fn(), onFailed: vi.fn(), onEvent: vi.fn() };
let wire: Wire;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeWebSocket);
  FakeWebSocket.all = [];
  for (const each of Object.values(handlers)) each.mockReset();
  wire = createWire('ws://here/realtime', handlers);
  wire.open();
});
afterEach(() => {
  wire.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const opened = () => {
  latest().onopen();
  return latest();
};

const mockRandom = (share: number) =>
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    (array as Uint32Array)[0] = Math.round(share * 0xff_ff_ff_ff);
    return array;
  });

/** Milliseconds until the next attempt to connect. */
function untilNext(): number {
  const since = Date.now();
  const before = FakeWebSocket.all.length;
  while (FakeWebSocket.all.length === before) vi.advanceTimersByTime(100);
  return Date.now() - since;
}

it('sends events, matches answers to calls by id, and returns heartbeats', async () => {
  const socket = opened();
  wire.send('leave', { topic: 'discovery' });
  const [first, second] = [wire.call('join', { topic: 'a' }, 1_000), wire.call('join', { topic: 'b' }, 1_000)];
  expect(socket.sent).toEqual([
    eventFrame('leave', { topic: 'discovery' }),
    eventFrame('join', { topic: 'a' }, 1),
    eventFrame('join', { topic: 'b' }, 2),
  ]);
  socket.onmessage({ data: answerFrame(2, 'two') });
  socket.onmessage({ data: answerFrame(1, 'one') });
  socket.onmessage({ data: answerFrame(9, 'no such call') });
  expect([await first, await second]).toEqual(['one', 'two']);
  socket.onmessage({ data: heartbeatFrame });
  expect(socket.sent.at(-1)).toBe(heartbeatFrame);
  socket.onmessage({ data: eventFrame('typing', { a: 1 }) });
  expect(handlers.onEvent).toHaveBeenCalledExactlyOnceWith('typing', { a: 1 });
});

it('resolves null when the answer is late, the connection is lost, or there is none', async () => {
  const late = wire.call('join', {}, 1_000);
  expect(await late).toBeNull();
  const socket = opened();
  const unanswered = wire.call('join', {}, 1_000);
  vi.advanceTimersByTime(1_000);
  expect(await unanswered).toBeNull();
  const cut = wire.call('join', {}, 1_000);
  socket.onclose({ code: 1006 });
  expect(await cut).toBeNull();
});

it('reconnects after a random delay that grows with each failure', () => {
  const delays: number[] = [];
  for (const random of [0, 0.5, 1]) {
    mockRandom(random);
    opened().onclose({ code: 1006 });
    delays.push(untilNext());
  }
  expect(delays).toEqual([200, 2_000, 3_800]);
  expect(handlers.onFailed).not.toHaveBeenCalled();
  mockRandom(0.5);
  for (let failure = 0; failure < 8; failure += 1) {
    latest().onclose({ code: 1006 });
    delays.push(untilNext());
  }
  expect(delays.slice(3)).toEqual([3_000, 4_500, 6_800, 10_200, 15_200, 20_000, 20_000, 20_000]);
  expect(handlers.onFailed).toHaveBeenCalledTimes(8);
  expect(handlers.onClosed).toHaveBeenCalledTimes(3);
  vi.restoreAllMocks();
});

it('reconnects within a second when the server sends it elsewhere, and by the usual delays when that fails', () => {
  const delays: number[] = [];
  for (const random of [0, 1]) {
    mockRandom(random);
    opened().onclose({ code: movingCode });
    delays.push(untilNext());
  }
  expect(delays).toEqual([100, 1_000]);
  expect(handlers.onClosed.mock.calls).toEqual([['lost'], ['lost']]);
  expect(handlers.onFailed).not.toHaveBeenCalled();
  mockRandom(0.5);
  latest().onclose({ code: 1006 });
  expect(untilNext()).toBe(3_000);
  vi.restoreAllMocks();
});

it('drops a connection that opens too slowly or has gone silent', () => {
  vi.advanceTimersByTime(15_000);
  expect(handlers.onFailed).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(maxDelayMs);
  const socket = opened();
  vi.advanceTimersByTime(heartbeat.everyMs);
  socket.onmessage({ data: heartbeatFrame });
  vi.advanceTimersByTime(heartbeat.everyMs);
  expect(wire.isOpen).toBe(true);
  vi.advanceTimersByTime(heartbeat.withinMs + 10_000);
  expect(handlers.onClosed).toHaveBeenCalledExactlyOnceWith('lost');
  expect(socket.closed).toBe(true);
});

it('stays closed after session end and after close() until open() is called', () => {
  opened().onclose({ code: sessionEndedCode });
  expect(handlers.onClosed).toHaveBeenLastCalledWith('session-ended');
  vi.advanceTimersByTime(10 * maxDelayMs);
  expect(FakeWebSocket.all).toHaveLength(1);
  wire.open();
  wire.open();
  expect(FakeWebSocket.all).toHaveLength(2);
  opened();
  wire.close();
  expect(handlers.onClosed).toHaveBeenLastCalledWith('closed-here');
  vi.advanceTimersByTime(10 * maxDelayMs);
  expect(FakeWebSocket.all).toHaveLength(2);
});

it('ignores events of a dropped socket', () => {
  const old = opened();
  wire.close();
  wire.open();
  old.onmessage({ data: eventFrame('typing', {}) });
  old.onclose({ code: 1006 });
  expect(handlers.onEvent).not.toHaveBeenCalled();
  expect(handlers.onClosed).toHaveBeenCalledOnce();
});

it('passes over frames of another form, and stays open', () => {
  const socket = opened();
  const frames = ['', 'null', '{}', '[]', '[[]]', '[-1]', '[true,{}]', '[99,{"ok":true}]', new ArrayBuffer(3)];
  for (const data of frames) socket.onmessage({ data });
  expect(handlers.onEvent).not.toHaveBeenCalled();
  socket.onmessage({ data: '["typing",{"a":1},null,"more"]' });
  expect(handlers.onEvent.mock.calls).toEqual([['typing', { a: 1 }]]);
  expect(socket.closed).toBe(false);
});
