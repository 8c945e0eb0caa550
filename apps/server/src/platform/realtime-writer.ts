import type { RawConnection } from './realtime-limits.ts';

/** First characters of what Socket.IO sends often: events and answers. */
const event = 50;
const answer = 51;
/** Engine.IO's mark of a message, which stands before each of them. */
const message = 52;

/** A whole text frame of a server: its head by length, then the words. */
function writeFrame(into: Buffer, at: number, text: string, bytes: number): number {
  const length = bytes + 1;
  let next = at;
  into[next++] = 0x81;
  if (length < 126) into[next++] = length;
  else if (length < 65_536) {
    into[next++] = 126;
    next = into.writeUInt16BE(length, next);
  } else {
    into[next++] = 127;
    next = into.writeUInt32BE(0, next);
    next = into.writeUInt32BE(length, next);
  }
  into[next++] = message;
  return next + into.write(text, next, 'utf8');
}
const longestHead = 11;

export type Writer = (raw: RawConnection) => void;

/**
 * Sends all that is said to one connection in a turn of the event loop in one write: a batch of messages has an answer
 * and an event for many of its people, and each write is a call to the kernel that wakes the other side. Order stays.
 */
export function createWriter(onFrames: (count: number) => void): Writer {
  const waiting = new Map<RawConnection, string[]>();

  function flush(raw: RawConnection, write: RawConnection['write'], texts: readonly string[]): void {
    const sizes = texts.map((text) => Buffer.byteLength(text));
    const frames = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size + longestHead, 0));
    let end = 0;
    for (let index = 0; index < texts.length; index += 1)
      end = writeFrame(frames, end, texts[index] ?? '', sizes[index] ?? 0);
    onFrames(texts.length - 1);
    // As Socket.IO hands on what it has encoded for many: Engine.IO passes these bytes to the line as they are.
    write.call(raw, texts[0] ?? '', { wsPreEncodedFrame: [frames.subarray(0, end)] });
  }

  return (raw) => {
    const write = raw.write;
    const flushNow = () => {
      const texts = waiting.get(raw);
      if (!texts) return;
      waiting.delete(raw);
      flush(raw, write, texts);
    };
    raw.write = (packet, options) => {
      const kind = typeof packet === 'string' ? packet.charCodeAt(0) : 0;
      if (kind !== event && kind !== answer) {
        // Greetings, farewells, and what is no text go by themselves, behind what waits.
        flushNow();
        return void write.call(raw, packet, options);
      }
      const texts = waiting.get(raw);
      if (texts) texts.push(packet);
      else {
        waiting.set(raw, [packet]);
        // After every promise that this turn has settled.
        process.nextTick(flushNow);
      }
    };
  };
}
