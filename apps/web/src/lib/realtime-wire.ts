import { eventFrame, heartbeat, heartbeatFrame, readFrame, sessionEndedCode } from '@vlam/contract/realtime-protocol';

/** Delays before the next attempt, in milliseconds; each is doubled by a failure and spread by up to 90 % either way. */
const firstDelayMs = 2_000;
const longestDelayMs = 30_000;
const spread = 0.9;
/** How long opening may take. */
const openingMs = 10_000;

export interface WireHandlers {
  onOpen(): void;
  /** It was open, and is no longer. After `session-ended` it stays closed until `open` is called. */
  onClosed(why: 'lost' | 'session-ended' | 'closed-here'): void;
  /** An attempt failed; another follows. */
  onFailed(): void;
  onEvent(name: string, payload: unknown): void;
}

/** A WebSocket that is opened again, after random delays, whenever it is lost. */
export interface Wire {
  readonly isOpen: boolean;
  /** Opens it now, unless it is open or opening. */
  open(): void;
  /** Closes it until `open` is called. */
  close(): void;
  send(name: string, payload: unknown): void;
  /** Resolves with the answer; null when it does not come within `withinMs`, or cannot. */
  call(name: string, payload: unknown, withinMs: number): Promise<unknown>;
}

const randomShare = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 0xff_ff_ff_ff;

export function createWire(url: string, handlers: WireHandlers): Wire {
  let socket: WebSocket | null = null;
  let isOpen = false;
  let failures = 0;
  let lastId = 0;
  let heardAt = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setInterval> | undefined;
  const waiting = new Map<number, (answer: unknown) => void>();

  function retryLater(): void {
    const delay = Math.min(longestDelayMs, firstDelayMs * 2 ** failures);
    retry = setTimeout(open, Math.min(longestDelayMs, delay * (1 - spread + 2 * spread * randomShare())));
  }

  /** Lets go of the socket, whatever state it is in: none of its events counts any more. */
  function drop(why: 'lost' | 'session-ended' | 'closed-here'): void {
    const wasOpen = isOpen;
    isOpen = false;
    clearTimeout(retry);
    clearInterval(watch);
    const old = socket;
    socket = null;
    old?.close();
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
    if (why === 'lost') {
      retryLater();
      failures += 1;
      if (!wasOpen) handlers.onFailed();
    }
    if (wasOpen) handlers.onClosed(why);
  }

  function hear(data: unknown): void {
    heardAt = Date.now();
    const frame = typeof data === 'string' ? readFrame(data) : null;
    if (frame?.kind === 'heartbeat') socket?.send(heartbeatFrame);
    else if (frame?.kind === 'event') handlers.onEvent(frame.name, frame.payload);
    else if (frame?.kind === 'answer') waiting.get(frame.id)?.(frame.value);
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
      heardAt = Date.now();
      handlers.onOpen();
    });
    opening.onmessage = ({ data }) => current(() => hear(data))();
    opening.onclose = ({ code }) => current(() => drop(code === sessionEndedCode ? 'session-ended' : 'lost'))();
    // A connection that a network dropped says nothing, and never will.
    watch = setInterval(
      current(() => {
        const silentMs = Date.now() - (isOpen ? heardAt : startedAt);
        if (silentMs > (isOpen ? heartbeat.everyMs + heartbeat.withinMs : openingMs)) drop('lost');
      }),
      openingMs / 2,
    );
  }

  const send = (frame: string) => {
    if (isOpen) socket?.send(frame);
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
          waiting.delete(id);
          done(answer);
        };
        const timer = setTimeout(() => settle(null), withinMs);
        waiting.set(id, settle);
        send(eventFrame(name, payload, id));
      });
    },
  };
}
