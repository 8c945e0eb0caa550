import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { farEnd, readTcpQueues } from './tcp-queues.ts';

export interface ReaderPatience {
  /** Milliseconds without taking anything for who says that there is no room. */
  shutMs: number;
  /** The same for who says nothing at all: a line in a tunnel, or one that is gone. */
  silentMs: number;
  /** How often to look. */
  everyMs: number;
}

interface Reader {
  /** Bytes that the other side has confirmed, from some beginning of its own. */
  taken: number;
  /** When that was seen to grow. */
  since: number;
  /** What had been written when everything was taken. */
  settledAt: number;
}

/**
 * Drops clients that request an answer and do not read it, whatever its size; `onCut` gets the number each time.
 * Node's own limits cannot: they count the bytes the kernel accepted, which for a thin line is one large piece in half
 * a minute, and are renewed by whatever else the other side sends. So the kernel is asked what was confirmed: then two
 * kilobytes a second are a steady reader. Connections without an answer to take, and upgraded ones, are left alone.
 */
export function cutSlowReaders(
  server: Server,
  { shutMs, silentMs, everyMs }: ReaderPatience,
  onCut: (count: number) => void,
): void {
  const readers = new Map<Socket, Reader>();
  server.on('connection', (socket) => {
    readers.set(socket, { taken: -1, since: -Infinity, settledAt: 0 });
    socket.once('close', () => readers.delete(socket));
  });
  server.on('upgrade', (_request, socket) => readers.delete(socket as Socket));
  // In the place of Node's own end of a connection on which nothing moved, which a thin line would seem to be.
  server.on('timeout', (socket) => {
    const { since = -Infinity } = readers.get(socket) ?? {};
    if (socket.writableLength === 0 || performance.now() - since > silentMs) socket.destroy();
  });

  async function look(): Promise<void> {
    const open = [...readers].filter(([socket, { settledAt }]) => socket.bytesWritten !== settledAt);
    const port = open[0]?.[0].localPort;
    const queues = port === undefined ? null : await readTcpQueues(port);
    if (!queues) return;
    const now = performance.now();
    let cut = 0;
    for (const [socket, reader] of open) {
      const queue = queues.get(farEnd(socket.remoteAddress ?? '', socket.remotePort ?? 0));
      const waiting = (queue?.waiting ?? 0) + socket.writableLength;
      if (waiting === 0) reader.settledAt = socket.bytesWritten;
      const taken = socket.bytesWritten - waiting;
      if (waiting === 0 || taken !== reader.taken) {
        reader.taken = taken;
        reader.since = now;
      } else if (now - reader.since >= (queue?.isShut ? shutMs : silentMs)) {
        // Without farewell: closing words would wait in the kernel behind all the rest.
        socket.resetAndDestroy();
        cut += 1;
      }
    }
    if (cut > 0) onCut(cut);
  }

  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void look().finally(() => {
      looking = false;
    });
  }, everyMs).unref();
  server.on('close', () => clearInterval(timer));
}
