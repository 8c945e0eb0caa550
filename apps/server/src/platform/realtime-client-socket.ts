import type { Duplex } from 'node:stream';
import { realtimeLimits } from '@vlam/contract/realtime';
import { heartbeat, heartbeatFrame } from '@vlam/contract/realtime-protocol';
import type { WebSocket } from 'ws';

/** The server's end of one WebSocket. */
export interface ClientSocket {
  /** False from the moment either side has begun to close it. */
  readonly isOpen: boolean;
  /** Sends one text frame. All frames of one turn of the event loop leave in one write, in their order. */
  send(frame: string | Buffer): void;
  /** Sends a heartbeat when it is due; ends a connection that left the last one unanswered. */
  beat(): void;
  /** Closes with a code that the browser acts on, whether or not it responds. */
  close(code: number): void;
  terminate(): void;
}

export interface Traffic {
  received: number;
  sent: number;
}

const { messages, messagesPerMs, waitingBytes } = realtimeLimits;
const asText = { binary: false };
const closeTimeoutMs = 1_000;

/**
 * Wraps an accepted WebSocket; `stream` is the connection under it. Cuts a browser that sends more than `messages`
 * frames within `windowMs` (pings, heartbeats and unknown frames count too), and one that leaves more than
 * `waitingBytes` unread; then calls `onCut` once.
 */
export function createClientSocket(
  ws: WebSocket,
  stream: Pick<Duplex, 'cork' | 'uncork'>,
  options: {
    traffic: Traffic;
    onFrame(text: string): void;
    onCut(why: 'flood' | 'slow reader' | 'silence'): void;
    windowMs?: number | undefined;
  },
): ClientSocket {
  const { traffic, windowMs = messagesPerMs } = options;
  const latest = new Float64Array(messages).fill(-Infinity);
  let next = 0;
  let isCut = false;
  let corked = false;
  let beatAt = performance.now();
  let isAnswered = true;

  function cut(why: 'flood' | 'slow reader' | 'silence'): void {
    if (isCut) return;
    isCut = true;
    // A close frame would wait behind the unread bytes.
    ws.terminate();
    options.onCut(why);
  }
  function count(): void {
    const now = performance.now();
    traffic.received += 1;
    isAnswered = true;
    if (now - (latest[next] ?? 0) < windowMs) cut('flood');
    latest[next] = now;
    next = (next + 1) % messages;
  }
  function uncork(): void {
    if (!corked) return;
    corked = false;
    stream.uncork();
  }
  function send(frame: string | Buffer): void {
    if (ws.readyState !== ws.OPEN) return;
    traffic.sent += 1;
    if (!corked) {
      corked = true;
      stream.cork();
      // After every promise that settles in this turn: a batch of messages sends replies and events to many
      // connections.
      process.nextTick(uncork);
    }
    ws.send(frame, asText);
    if (ws.bufferedAmount <= waitingBytes) return;
    // The frames of this turn have not been offered to the kernel yet.
    uncork();
    if (ws.bufferedAmount > waitingBytes) cut('slow reader');
  }

  ws.on('message', (data, isBinary) => {
    count();
    if (!isBinary && ws.readyState === ws.OPEN) options.onFrame(data.toString());
  });
  ws.on('ping', count);
  ws.on('pong', count);
  // A broken connection is not an error of the program.
  ws.on('error', () => {});

  return {
    get isOpen() {
      return ws.readyState === ws.OPEN;
    },
    send,
    beat() {
      const since = performance.now() - beatAt;
      if (!isAnswered && since > heartbeat.withinMs) cut('silence');
      else if (since > heartbeat.everyMs) {
        beatAt = performance.now();
        isAnswered = false;
        send(heartbeatFrame);
      }
    },
    close(code) {
      ws.close(code);
      setTimeout(() => ws.terminate(), closeTimeoutMs).unref();
    },
    terminate: () => ws.terminate(),
  };
}
