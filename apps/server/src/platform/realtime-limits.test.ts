import { EventEmitter } from 'node:events';
import { realtimeLimits } from '@vlam/contract/realtime';
import { expect, it } from 'vitest';
import { limitConnection, type RawConnection } from './realtime-limits.ts';

/** A connection whose kernel is full: Engine.IO keeps what is sent until it hands all of it on at once. */
function aFullLine() {
  const cuts: string[] = [];
  const socket = Object.assign(new EventEmitter(), { bufferedAmount: 0, terminate: () => {} });
  const raw = Object.assign(new EventEmitter(), { transport: { writable: false, socket } });
  limitConnection(raw as unknown as RawConnection, { received: 0, sent: 0 }, (why) => cuts.push(why));
  return {
    cuts,
    send: (bytes: number) => raw.emit('packetCreate', { data: 'x'.repeat(bytes) }),
    handOn(bytes: number) {
      socket.bufferedAmount = bytes;
      raw.emit('flush');
    },
  };
}
const quarter = realtimeLimits.waitingBytes / 4;

it('T67: a slow reader that keeps reading stays, however much it was sent in all', () => {
  const line = aFullLine();
  for (let round = 0; round < 20; round += 1) {
    line.send(quarter);
    line.send(quarter);
    line.handOn(quarter * 2);
  }
  expect(line.cuts).toEqual([]);
});

it('T67: one that reads too slowly is cut when 1 MB waits, here or on the line', () => {
  const line = aFullLine();
  line.send(quarter * 3);
  line.handOn(quarter * 3);
  line.send(quarter);
  expect(line.cuts).toEqual([]);
  line.send(1);
  expect(line.cuts).toEqual(['slow reader']);
});
