import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { realtimeLimits } from '@vlam/contract/realtime';
import { heartbeat, heartbeatFrame } from '@vlam/contract/realtime-protocol';
import { afterEach, expect, it, vi } from 'vitest';
import { createClientSocket } from './realtime-client-socket.ts';

/** A connection whose kernel accepts `room` bytes, and no more until it is given more room. */
function aConnection(room = 0) {
  const cuts: string[] = [];
  const writes: string[] = [];
  let free = room;
  let pending: (() => void) | null = null;
  const stream = new Writable({
    highWaterMark: 1,
    writev(chunks, done) {
      const bytes = chunks.reduce((sum, { chunk }) => sum + chunk.length, 0);
      writes.push(chunks.map(({ chunk }) => chunk.toString()).join(''));
      const take = () => {
        pending = free < bytes ? take : null;
        if (pending) return;
        free -= bytes;
        done();
      };
      take();
    },
  });
  const ws = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    send: (frame: string) => void stream.write(frame),
    terminate: vi.fn(),
    close: vi.fn(),
  });
  Object.defineProperty(ws, 'bufferedAmount', { get: () => stream.writableLength });
  const traffic = { received: 0, sent: 0 };
  const socket = createClientSocket(ws as never, stream, {
    traffic,
    onFrame: () => {},
    onCut: (why) => cuts.push(why),
  });
  const read = (bytes: number) => {
    free += bytes;
    pending?.();
  };
  return { socket, ws, cuts, writes, traffic, read };
}
const quarter = realtimeLimits.waitingBytes / 4;
const turn = () => new Promise((done) => setImmediate(done));
afterEach(() => void vi.useRealTimers());

it('writes the frames of one turn at once, including those its promises send', async () => {
  const { socket, writes, traffic } = aConnection(1_000);
  socket.send('[1]');
  void Promise.resolve().then(() => socket.send('[2]'));
  socket.send('[3]');
  await turn();
  socket.send('[4]');
  await turn();
  expect(writes).toEqual(['[1][3][2]', '[4]']);
  expect(traffic.sent).toBe(4);
});

it('T67: keeps a slow reader that keeps reading, however much it is sent in total', async () => {
  const { socket, cuts, read } = aConnection();
  for (let round = 0; round < 20; round += 1) {
    socket.send('x'.repeat(quarter));
    socket.send('x'.repeat(quarter));
    await turn();
    read(quarter * 2);
    await turn();
  }
  expect(cuts).toEqual([]);
});

it('T67: cuts a reader that lets 1 MB wait', async () => {
  const { socket, cuts, ws } = aConnection();
  for (let count = 0; count < 4; count += 1) {
    socket.send('x'.repeat(quarter));
    await turn();
  }
  expect(cuts).toEqual([]);
  socket.send('x');
  expect(cuts).toEqual(['slow reader']);
  expect(ws.terminate).toHaveBeenCalledOnce();
});

it('sends a fast reader more than 1 MB in one turn', () => {
  const { socket, cuts } = aConnection(realtimeLimits.waitingBytes * 4);
  for (let count = 0; count < 8; count += 1) socket.send('x'.repeat(quarter));
  expect(cuts).toEqual([]);
});

it('keeps a browser that answers heartbeats, and cuts one that does not', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { socket, ws, cuts, traffic } = aConnection(1_000);
  const send = vi.spyOn(ws, 'send');
  for (let round = 0; round < 3; round += 1) {
    vi.advanceTimersByTime(heartbeat.everyMs + 1);
    socket.beat();
    expect(send).toHaveBeenLastCalledWith(heartbeatFrame, { binary: false });
    ws.emit('message', Buffer.from(heartbeatFrame), false);
  }
  expect(traffic).toEqual({ received: 3, sent: 3 });
  vi.advanceTimersByTime(heartbeat.everyMs + 1);
  socket.beat();
  vi.advanceTimersByTime(heartbeat.withinMs + 1);
  expect(cuts).toEqual([]);
  socket.beat();
  expect(cuts).toEqual(['silence']);
});

it('handles no frame once it is closing', () => {
  const onFrame = vi.fn();
  const ws = Object.assign(new EventEmitter(), { OPEN: 1, readyState: 2, send: vi.fn() });
  const socket = createClientSocket(ws as never, new Writable(), {
    traffic: { received: 0, sent: 0 },
    onFrame,
    onCut: () => {},
  });
  ws.emit('message', Buffer.from('["leave",{}]'), false);
  socket.send('[1]');
  expect(onFrame).not.toHaveBeenCalled();
  expect(ws.send).not.toHaveBeenCalled();
});
