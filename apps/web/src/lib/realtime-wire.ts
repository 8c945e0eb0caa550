import {
  eventFrame,
  heartbeat,
  heartbeatFrame,
  movingCode,
  movingDelayMs,
  readFrame,
  reconnectDelayMs,
  sessionEndedCode,
} from '@vlam/contract/realtime-protocol';
import { countData } from './data-use.ts';
import { randomFraction } from './random.ts';

/** Timeout for opening a connection, in milliseconds. */
const openTimeoutMs = 10_000;

export interface WireHandlers {
  onOpen(): void;
  /** An open connection has closed. After `session-ended` it stays closed until `open` is called. */
  onClosed(why: 'lost' | 'session-ended' | 'closed-here'): void;
  /** An attempt to connect failed; another is scheduled. */
  onFailed(): void;
  onEvent(name: string, payload: unknown): void;
}

/** A WebSocket that reconnects after random delays. */
export interface Wire {
  readonly isOpen: boolean;
  /** Connects now; does nothing while open or connecting. */
  open(): void;
  /** Closes it until `open` is called. */
  close(): void;
  send(name: string, payload: unknown): void;
  /**
   * Resolves with the answer; null when it does not arrive within `withinMs` milliseconds or the connection is lost.
   */
  call(name: string, payload: unknown, withinMs: number): Promise<unknown>;
}

export function createWire(url: string, handlers: WireHandlers): Wire {
  let socket: WebSocket | null = null;
  let isOpen = false;
  let failures = 0;
  let lastId = 0;
  let lastFrameAt = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let watchdog: ReturnType<typeof setInterval> | undefined;
  const pendingCalls = new Map<number, (answer: unknown) => void>();

  /** Drops the socket in any state; its later events are ignored. */
  function drop(why: 'lost' | 'session-ended' | 'closed-here', code?: number): void {
    const wasOpen = isOpen;
    isOpen = false;
    clearTimeout(retry);
    clearInterval(watchdog);
    const old = socket;
    socket = null;
    old?.close();
    for (const answer of pendingCalls.values()) answer(null);
    pendingCalls.clear();
    if (why === 'lost') {
      const random = randomFraction();
      retry = setTimeout(open, code === movingCode ? movingDelayMs(random) : reconnectDelayMs(failures, random));
      failures += 1;
      if (!wasOpen) handlers.onFailed();
    }
    if (wasOpen) handlers.onClosed(why);
  }

  function receive(data: unknown): void {
    lastFrameAt = Date.now();
    if (typeof data === 'string') countData('messages', data.length);
    const frame = typeof data === 'string' ? readFrame(data) : null;
    if (frame?.kind === 'heartbeat') socket?.send(heartbeatFrame);
    else if (frame?.kind === 'event') handlers.onEvent(frame.name, frame.payload);
    else if (frame?.kind === 'answer') pendingCalls.get(frame.id)?.(frame.value);
  }

  function open(): void {
    if (socket) return;
    clearTimeout(retry);
    const opening = new WebSocket(url);
    socket = opening;
    const startedAt = Date.now();
    const current = (act: () => void) => () => {
      if (socket === opening) act();
    };
    opening.onopen = current(() => {
      isOpen = true;
      failures = 0;
      lastFrameAt = Date.now();
      handlers.onOpen();
    });
    opening.onmessage = ({ data }) => current(() => receive(data))();
    opening.onclose = ({ code }) => current(() => drop(code === sessionEndedCode ? 'session-ended' : 'lost', code))();
    // A connection dropped by the network fires no event.
    watchdog = setInterval(
      current(() => {
        const silentMs = Date.now() - (isOpen ? lastFrameAt : startedAt);
        if (silentMs > (isOpen ? heartbeat.everyMs + heartbeat.withinMs : openTimeoutMs)) drop('lost');
      }),
      openTimeoutMs / 2,
    );
  }

  const send = (frame: string) => {
    if (!isOpen) return;
    countData('messages', frame.length);
    socket?.send(frame);
  };
  return {
    get isOpen() {
      return isOpen;
    },
    open,
    close: () => drop('closed-here'),
    send: (name, payload) => send(eventFrame(name, payload)),
    call(name, payload, withinMs) {
      if (!isOpen) return Promise.resolve(null);
      lastId += 1;
      const id = lastId;
      return new Promise((done) => {
        const settle = (answer: unknown) => {
          clearTimeout(timer);
          pendingCalls.delete(id);
          done(answer);
        };
        const timer = setTimeout(() => settle(null), withinMs);
        pendingCalls.set(id, settle);
        send(eventFrame(name, payload, id));
      });
    },
  };
}
