import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { readTcpQueues, remoteKey } from './tcp-queues.ts';

export interface ReaderTimeouts {
  /** Milliseconds without progress for a client whose receive window is closed. */
  closedWindowMs: number;
  /** The same for a client that sends no acknowledgement: a phone in a tunnel, or one that disconnected. */
  unacknowledgedMs: number;
  /** How often to check. */
  checkIntervalMs: number;
}

interface Reader {
  /** Bytes the client has acknowledged, counted from an arbitrary start. */
  taken: number;
  /** When that last grew. */
  since: number;
  /** `bytesWritten` when everything was last acknowledged. */
  settledAt: number;
}

/**
 * Drops clients that request a response and do not read it, whatever its size; `onCut` gets the number each time.
 * Node's own timeouts cannot: they count the bytes the kernel accepted, which on a slow network is one large piece in
 * half a minute, and restart with everything the client sends. So we ask the kernel what was acknowledged: two
 * kilobytes a second are then a steady reader. Connections without a response to read, and upgraded ones, are left
 * alone.
 */
export function cutSlowReaders(
  server: Server,
  { closedWindowMs, unacknowledgedMs, checkIntervalMs }: ReaderTimeouts,
  onCut: (count: number) => void,
): void {
  const readers = new Map<Socket, Reader>();
  server.on('connection', (socket) => {
    readers.set(socket, { taken: -1, since: -Infinity, settledAt: 0 });
    socket.once('close', () => readers.delete(socket));
  });
  server.on('upgrade', (_request, socket) => readers.delete(socket as Socket));
  // Replaces Node's socket timeout, which would close slow connections that still read.
  server.on('timeout', (socket) => {
    const { since = -Infinity } = readers.get(socket) ?? {};
    if (socket.writableLength === 0 || performance.now() - since > unacknowledgedMs) socket.destroy();
  });

  async function checkReaders(): Promise<void> {
    const open = [...readers].filter(([socket, { settledAt }]) => socket.bytesWritten !== settledAt);
    const port = open[0]?.[0].localPort;
    const queues = port === undefined ? null : await readTcpQueues(port);
    if (!queues) return;
    const now = performance.now();
    let cut = 0;
    for (const [socket, reader] of open) {
      const queue = queues.get(remoteKey(socket.remoteAddress ?? '', socket.remotePort ?? 0));
      const waiting = (queue?.waiting ?? 0) + socket.writableLength;
      if (waiting === 0) reader.settledAt = socket.bytesWritten;
      const acknowledged = socket.bytesWritten - waiting;
      if (waiting === 0 || acknowledged !== reader.taken) {
        reader.taken = acknowledged;
        reader.since = now;
      } else if (now - reader.since >= (queue?.isShut ? closedWindowMs : unacknowledgedMs)) {
        // No close frame: it would wait in the kernel behind all the rest.
        socket.resetAndDestroy();
        cut += 1;
      }
    }
    if (cut > 0) onCut(cut);
  }

  let checking = false;
  server.on('listening', () => {
    const timer = setInterval(() => {
      if (checking) return;
      checking = true;
      void checkReaders().finally(() => {
        checking = false;
      });
    }, checkIntervalMs).unref();
    server.once('close', () => clearInterval(timer));
  });
}
