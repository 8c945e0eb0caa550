import type { RawConnection } from './realtime-limits.ts';

/** How Socket.IO writes an event of the main namespace, with the number of the answer that is wanted. */
const sendWord = /^2(\d{0,15})\["message\.send",/;

/** Writes the one value of Socket.IO's answer to an event. */
export type Answer = (value: unknown) => void;

/**
 * Hears `message.send` before Socket.IO does, the one word that comes in masses: it is parsed once, waits for no turn of
 * its own and is answered without an acknowledgement made for it. Everything else, and what is not plainly that word,
 * goes to Socket.IO as it came.
 */
export function hearSends(raw: RawConnection, hear: (payload: unknown, answer: Answer) => boolean): void {
  const [socketIo] = raw.listeners('data') as ((packet: unknown) => void)[];
  if (!socketIo) throw new Error('Socket.IO does not listen to its connection');
  raw.off('data', socketIo);
  raw.on('data', (packet: unknown) => {
    const word = typeof packet === 'string' ? readSend(packet) : null;
    const answer: Answer = (value) => {
      if (word?.number) raw.write(`3${word.number}${JSON.stringify([value])}`);
    };
    if (!word || !hear(word.payload, answer)) socketIo.call(raw, packet);
  });
}

function readSend(packet: string): { number: string; payload: unknown } | null {
  const head = sendWord.exec(packet);
  if (!head) return null;
  const number = head[1] ?? '';
  try {
    const [, payload, ...more] = JSON.parse(packet.slice(1 + number.length)) as unknown[];
    return more.length === 0 ? { number, payload } : null;
  } catch {
    return null;
  }
}
