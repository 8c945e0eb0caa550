import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { liveFailedMs, liveIngestCodes, liveIngestPath, liveLimits } from '@vlam/contract/rules/lives';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { createHandshake, refuseUpgrade, type ValidSession } from '../../platform/realtime-handshake.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import * as store from './segment-store.ts';
import { findLive } from './store.ts';
import type { Streams } from './streams.ts';
import { createFrameCheck, readHello } from './wire.ts';

/** A show that the server sends itself. */
export interface LocalBroadcast {
  /** Takes a message of the wire. Throws for one that breaks its rules. */
  take(message: Uint8Array): void;
  /** False once the show is over or another connection sends it. */
  readonly isOpen: boolean;
}

export interface Ingest {
  /** Whether this upgrade is for a show. */
  owns(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes connections of shows that are over or that another connection sends; run twice a second. */
  check(): Promise<void>;
  /** Begins a broadcast without a socket, with the same first message; null when its key is wrong or the show is over. */
  openLocal(liveId: string, hello: string): Promise<LocalBroadcast | null>;
  start(): () => Promise<void>;
  close(): Promise<void>;
}

const checkEveryMs = 500;
const helloTimeoutMs = 5_000;
/** Frames that wait while the first message is checked. */
const maxWaiting = { frames: 300, bytes: 4 * 1024 * 1024 };
/** RFC 6455's registry: try again later. */
const overloaded = 1013;
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const address = new RegExp(`^${liveIngestPath}(${uuid})$`);

/** Receives shows from the browsers that broadcast them. */
export function createIngest(deps: {
  config: Config;
  db: Db;
  clock: Clock;
  logger: Logger;
  rateLimiter: RateLimiter;
  streams: Streams;
  findSession(token: string): Promise<ValidSession | null>;
}): Ingest {
  const { db, logger, streams } = deps;
  const admit = createHandshake(deps);
  const nowMs = () => performance.now();
  const sockets = new Set<WebSocket>();
  const closedAtMs = new Map<string, number>();
  /** Connections whose first message is being checked, by show. */
  const opening = new Map<string, number>();
  function count(liveId: string, change: 1 | -1): void {
    const open = (opening.get(liveId) ?? 0) + change;
    if (open > 0) opening.set(liveId, open);
    else opening.delete(liveId);
  }
  let server: WebSocketServer | null = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: liveLimits.messageBytes,
  });

  /** Begins a connection of a show and returns its number; null after `close`. */
  async function openStream(
    liveId: string,
    hello: string,
    { isWanted, close }: { isWanted(): boolean; close(code: number): void },
  ): Promise<number | null> {
    const { key, tracks } = readHello(hello);
    count(liveId, 1);
    try {
      const show = await store.openEpoch(db, liveId, hashToken(key));
      const current = streams.find(liveId);
      if (!show || !isWanted()) close(liveIngestCodes.refused);
      else if (current && current.epoch > show.epoch) close(liveIngestCodes.replaced);
      else {
        current?.close(liveIngestCodes.replaced);
        streams.open(show, tracks, close);
        closedAtMs.delete(liveId);
        return show.epoch;
      }
      return null;
    } finally {
      count(liveId, -1);
    }
  }

  function receive(ws: WebSocket, liveId: string): void {
    sockets.add(ws);
    const check = createFrameCheck(nowMs);
    let isGreeted = false;
    let isOpen = false;
    let waiting: Buffer[] = [];
    let waitingBytes = 0;
    const timer = setTimeout(() => ws.close(liveIngestCodes.refused), helloTimeoutMs);
    const refuse = (code: number) => {
      isOpen = false;
      waiting = [];
      ws.close(code);
    };
    function wait(message: Buffer): void {
      waitingBytes += message.length;
      if (waiting.length < maxWaiting.frames && waitingBytes <= maxWaiting.bytes) waiting.push(message);
      else refuse(overloaded);
    }

    async function greet(text: string): Promise<void> {
      const epoch = await openStream(liveId, text, { isWanted: () => ws.readyState === ws.OPEN, close: refuse });
      if (epoch === null) return;
      ws.send(JSON.stringify({ epoch }));
      isOpen = true;
      const waited = waiting;
      waiting = [];
      for (const message of waited) take(message);
    }

    function take(message: Buffer): void {
      const stream = streams.find(liveId);
      if (!isOpen || !stream) return;
      try {
        stream.packager.add(check.read(message));
      } catch (error) {
        logger.warn('a show sent an invalid frame', { ...errorFields(error), liveId });
        refuse(liveIngestCodes.invalid);
      }
    }

    ws.on('error', () => {});
    ws.on('message', (data: Buffer, isBinary) => {
      // A closing socket still delivers what the browser has sent.
      if (ws.readyState !== ws.OPEN) return;
      if (!isGreeted) {
        isGreeted = true;
        clearTimeout(timer);
        if (isBinary) return refuse(liveIngestCodes.refused);
        greet(data.toString('utf8')).catch(() => refuse(liveIngestCodes.refused));
        return;
      }
      if (!isBinary) return refuse(liveIngestCodes.invalid);
      if (isOpen) take(data);
      else wait(data);
    });
    ws.on('close', () => {
      clearTimeout(timer);
      sockets.delete(ws);
      waiting = [];
      if (isOpen) closedAtMs.set(liveId, nowMs());
      isOpen = false;
    });
  }

  async function begin(request: IncomingMessage, liveId: string): Promise<void> {
    if (!server) throw new AppError('UNAVAILABLE');
    const { viewer } = await admit(request);
    const live = await findLive(db, liveId);
    if (!live || live.sample || live.creator_id !== viewer.profileId) throw new AppError('NOT_FOUND');
  }

  async function check(): Promise<void> {
    const ids = streams.ids().filter((id) => !opening.has(id));
    if (ids.length === 0) return;
    const epochs = await store.listEpochs(db, ids);
    for (const id of ids) {
      const stream = streams.find(id);
      if (!stream || opening.has(id)) continue;
      const epoch = epochs.get(id);
      const isLost = nowMs() - (closedAtMs.get(id) ?? nowMs()) > liveFailedMs;
      if (epoch === stream.epoch && !isLost) continue;
      stream.close(epoch === undefined ? liveIngestCodes.ended : liveIngestCodes.replaced);
      streams.drop(id);
      closedAtMs.delete(id);
    }
  }

  return {
    owns: ({ url = '', headers }) => headers.upgrade?.toLowerCase() === 'websocket' && address.test(url),
    upgrade(request, socket, head) {
      socket.on('error', () => {});
      const liveId = address.exec(request.url ?? '')?.[1] ?? '';
      begin(request, liveId)
        .then(() => {
          if (socket.destroyed || !server) return socket.destroy();
          server.handleUpgrade(request, socket, head, (ws) => receive(ws, liveId));
        })
        .catch((error) => refuseUpgrade(socket, error, deps));
    },
    check,
    async openLocal(liveId, hello) {
      let isOpen = true;
      const close = () => {
        isOpen = false;
      };
      if ((await openStream(liveId, hello, { isWanted: () => server !== null, close })) === null) return null;
      const wire = createFrameCheck(nowMs);
      return {
        take: (message) => {
          if (isOpen) streams.find(liveId)?.packager.add(wire.read(message));
        },
        get isOpen() {
          return isOpen;
        },
      };
    },
    start() {
      let last: Promise<unknown> = Promise.resolve();
      let isRunning = false;
      const timer = setInterval(() => {
        if (isRunning) return;
        isRunning = true;
        last = check()
          .catch((error) => logger.warn('shows were not checked', errorFields(error)))
          .finally(() => {
            isRunning = false;
          });
      }, checkEveryMs);
      return async () => {
        clearInterval(timer);
        await last;
      };
    },
    async close() {
      server = null;
      // 1012: the browser reconnects at once, to this process or another.
      for (const ws of sockets) ws.close(1012);
      await streams.settled();
      for (const ws of sockets) ws.terminate();
    },
  };
}
