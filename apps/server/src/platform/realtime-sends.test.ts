import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { RawConnection } from './realtime-limits.ts';
import { hearSends } from './realtime-sends.ts';

/** A connection that Socket.IO listens to; what each of the two hears, and what is written. */
function aLine(isReady: boolean) {
  const [socketIo, heard, written]: unknown[][] = [[], [], []];
  const raw = Object.assign(new EventEmitter(), { write: (packet: string) => void written?.push(packet) });
  raw.on('data', (packet) => void socketIo?.push(packet));
  hearSends(raw as unknown as RawConnection, (payload, answer) => {
    if (!isReady) return false;
    heard?.push(payload);
    answer({ ok: true });
    return true;
  });
  return { say: (packet: unknown) => void raw.emit('data', packet), socketIo, heard, written };
}
const plain = '27["message.send",{"to":"somebody"}]';

it('hears message.send by itself and answers it under its number', () => {
  const line = aLine(true);
  line.say(plain);
  // Nobody waits for this one's answer.
  line.say('2["message.send",{"to":"another"}]');
  expect(line.heard).toEqual([{ to: 'somebody' }, { to: 'another' }]);
  expect(line.written).toEqual(['37[{"ok":true}]']);
  expect(line.socketIo).toEqual([]);
});

it.each([
  ['another word', '27["typing",{"to":"somebody"}]'],
  ['another namespace', '2/admin,7["message.send",{}]'],
  ['more than one value', '27["message.send",{},{}]'],
  ['broken text', '27["message.send",{"to":'],
  ['what is no text', new Uint8Array(3)],
  ['an answer', '37[{"ok":true}]'],
])('leaves %s to Socket.IO as it came', (_name, packet) => {
  const line = aLine(true);
  line.say(packet);
  expect(line.socketIo).toEqual([packet]);
  expect(line.heard).toEqual([]);
});

it('leaves everything to Socket.IO until the connection has joined', () => {
  const line = aLine(false);
  line.say(plain);
  expect(line.socketIo).toEqual([plain]);
});
