import type { EventEmitter } from 'node:events';
import { realtimeLimits } from '@vlam/contract/realtime';

/** What this file needs of Engine.IO's connection, which speaks WebSocket and nothing else here. */
export interface RawConnection extends EventEmitter {
  readonly id: string;
  request: unknown;
  /** Sends one packet of Socket.IO as it stands; frames that are encoded already take the place of its text. */
  write(packet: string, options?: { wsPreEncodedFrame?: Buffer[] }): void;
  readonly transport: EventEmitter & {
    /** Whether it takes the next packet at once. */
    readonly writable: boolean;
    readonly socket: EventEmitter & { readonly bufferedAmount: number; terminate(): void };
  };
}

interface Created {
  data?: string | Buffer;
  options?: { wsPreEncodedFrame?: Buffer[] };
}

export interface Traffic {
  received: number;
  sent: number;
}

const { messages, messagesPerMs, waitingBytes } = realtimeLimits;

/**
 * Closes a connection that says too much or reads too slowly. Everything it sends counts: events, answers to
 * heartbeats, frames that mean nothing; too much is more than `messages` within `windowMs`. `onOver` is told why, once, after the connection is cut.
 */
export function limitConnection(
  raw: RawConnection,
  traffic: Traffic,
  onOver: (why: 'flood' | 'slow reader') => void,
  windowMs: number = messagesPerMs,
): void {
  const wire = raw.transport.socket;
  const latest = new Float64Array(messages).fill(-Infinity);
  let next = 0;
  // Bytes that Engine.IO holds back while what it handed on before is not yet taken by the kernel.
  let held = 0;
  let over = false;

  function cut(why: 'flood' | 'slow reader'): void {
    if (over) return;
    over = true;
    // No closing words: they would wait behind what is not being read.
    wire.terminate();
    onOver(why);
  }
  function count(): void {
    const now = performance.now();
    traffic.received += 1;
    if (now - (latest[next] ?? 0) < windowMs) cut('flood');
    latest[next] = now;
    next = (next + 1) % messages;
  }
  raw.on('packet', count);
  wire.on('ping', count);
  raw.on('flush', () => {
    // All that was held back is handed on, and counts among what the line has buffered until the kernel takes it.
    held = 0;
  });
  raw.on('packetCreate', ({ data, options }: Created) => {
    traffic.sent += 1;
    // It goes on at once.
    if (raw.transport.writable) return;
    held += options?.wsPreEncodedFrame?.[0]?.length ?? (data === undefined ? 1 : Buffer.byteLength(data));
    if (held + wire.bufferedAmount > waitingBytes) cut('slow reader');
  });
}
