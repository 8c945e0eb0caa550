import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { realtimeLimits, type ServerEvent, type ServerPayload } from '@vlam/contract/realtime';
import { movingCode, sessionEndedCode } from '@vlam/contract/realtime-protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import { AppError } from './errors.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import type { RateLimiter } from './rate-limit.ts';
import { type Bus, openBus } from './realtime-bus.ts';
import { openRedisBus } from './realtime-bus-redis.ts';
import { createClientEvents, type EventHandlers } from './realtime-client-events.ts';
import { createClientSocket } from './realtime-client-socket.ts';
import { type AccessWatch, type Connection, createConnections } from './realtime-connections.ts';
import { createDelivery, type Item } from './realtime-delivery.ts';
import { planDrain } from './realtime-drain.ts';
import { createFeed, type Feed } from './realtime-feed.ts';
import { type Admission, createHandshake, refuseUpgrade, type ValidSession } from './realtime-handshake.ts';
import { createMessageHandler, type SenderSession, type SendMessage } from './realtime-message-handler.ts';
import { createRecentEvents } from './realtime-recent.ts';
import { createRooms } from './realtime-rooms.ts';
import { createTopics, type TopicRule } from './realtime-topics.ts';

export type { SenderSession, SendMessage };

/**
 * Publishes events to browsers. Call it after the commit (`afterCommit`): an event of a rolled back change is false.
 */
export interface Realtime {
  toAccount<Name extends ServerEvent>(accountId: string, event: Name, payload: ServerPayload<Name>): void;
  /** `except` is the connection that already has the result. */
  toProfile<Name extends ServerEvent>(
    profileId: string,
    event: Name,
    payload: ServerPayload<Name>,
    except?: Connection,
  ): void;
  /** To the connections that joined it. Where the topic's kind has a rule, it is checked again at each send. */
  toTopic<Name extends ServerEvent>(topic: string, event: Name, payload: ServerPayload<Name>): void;
  /** The same for connections of this process only, for events that every process publishes by itself. */
  toTopicHere<Name extends ServerEvent>(topic: string, event: Name, payload: ServerPayload<Name>): void;
  /** Topics of a kind with members in this process: their ids, with the profiles that joined. */
  joinedHere(kind: string): { id: string; profileIds: string[] }[];
  /**
   * For a view that is read at the last moment. The returned function takes the accounts whose view changed; those that
   * are connected are sent what `view` reads, changes of a moment together.
   */
  feed<Name extends ServerEvent>(
    event: Name,
    view: (accountIds: readonly string[]) => Promise<ReadonlyMap<string, ServerPayload<Name>>>,
  ): (accountIds: Iterable<string>) => void;
  /** Connections of this process. */
  readonly size: number;
  /** Whether events reach the other processes; true where there are none. */
  busWorks(): boolean;
  /** Connects to the other processes; await it before listening or publishing. */
  open(): Promise<void>;
  /** Whether this upgrade is for the WebSocket endpoint. */
  owns(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Takes no new connection and sends the open ones elsewhere, one by one within so many milliseconds. */
  drain(withinMs: number): Promise<void>;
  /** Ends every connection at once; browsers reconnect elsewhere or later. */
  disconnect(): void;
  /** Also disconnects from the other processes: what is published afterwards reaches no one. */
  close(): Promise<void>;
  /** Aborted by `disconnect`: ends what runs for connections. */
  readonly closing: AbortSignal;
}

export interface RealtimeDependencies {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  rateLimiter: RateLimiter;
  floodWindowMs?: number | undefined;
  findSession(token: string): Promise<ValidSession | null>;
  useSession(token: string): Promise<unknown>;
  watchAccess(): AccessWatch;
  seen(profileId: string): void;
  /** Handles `message.send`. */
  sendMessage: SendMessage;
  /** By kind: `discovery` for everyone, `conversation:…` by a rule. Other kinds cannot be joined. */
  topicRules: Readonly<Record<string, TopicRule>>;
  eventHandlers: EventHandlers;
}

/** Handshakes whose session is being looked up; more than this are refused. */
const maxHandshakes = 5_000;

export function createRealtime(deps: RealtimeDependencies): Realtime {
  const { config, logger } = deps;
  const admit = createHandshake(deps);
  const traffic = { received: 0, sent: 0 };
  const refused: Record<string, number> = {};
  let gaps = 0;
  const heldBy = new Map<string, number>();
  const feeds = new Map<ServerEvent, Feed>();
  const rooms = createRooms();
  let handshakes = 0;
  let isDraining = false;
  let server: WebSocketServer | null = null;
  let bus: Bus<Item> | null = null;
  const closing = new AbortController();

  const connections = createConnections({
    ...deps,
    onEnded: ({ socket }) => socket.close(sessionEndedCode),
    onViewerChanged(connection, before) {
      const { viewer } = connection;
      if (before.profileId === viewer.profileId) return;
      if (before.profileId) rooms.leave(connection, `profile:${before.profileId}`);
      if (viewer.profileId) rooms.join(connection, `profile:${viewer.profileId}`);
    },
  });
  const rules = new Map(Object.entries(deps.topicRules));
  const sendMessage = createMessageHandler({ rateLimiter: deps.rateLimiter, connections, send: deps.sendMessage });
  const topics = createTopics(rules, { roomOf: (topic) => rooms.membersOf(`topic:${topic}`) });
  const recent = createRecentEvents(deps.clock, (topic, event) => {
    const rule = deps.topicRules[topic];
    return typeof rule === 'object' && 'replayed' in rule && rule.replayed === event;
  });
  const { deliver, receive, replay } = createDelivery({ rooms, topics, recent, feeds, logger });
  const handleEvent = createClientEvents({ rooms, topics, replay, handlers: deps.eventHandlers, sendMessage, logger });
  deps.metrics.gauge('vlam_sockets', 'Open sockets of this process', () => connections.size);
  deps.metrics.counts('vlam_socket_packets_total', 'Frames over sockets', 'direction', () => ({ ...traffic }));
  deps.metrics.counts('vlam_socket_refusals_total', 'Sockets refused or cut, by cause', 'cause', () => refused);
  deps.metrics.gauge('vlam_bus_works', 'Whether events reach other processes', () => Number(busWorks()));
  deps.metrics.gauge('vlam_bus_waiting', 'Events that wait for other processes', () => bus?.state().waiting ?? 0);
  deps.metrics.count('vlam_bus_gaps_total', 'Times that events of other processes were lost', () => gaps);

  const busWorks = () => bus?.state().works ?? true;
  const note = (cause: string) => {
    refused[cause] = (refused[cause] ?? 0) + 1;
  };
  const terminateAll = () => {
    for (const { socket } of [...connections.all()]) socket.terminate();
  };
  function publish(item: Exclude<Item, { feed: ServerEvent }>, except?: Connection): void {
    if (connections.size > 0 || 'topic' in item) deliver(item, except);
    bus?.send(item);
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // A broken connection is not an error of the program.
    socket.on('error', () => {});
    const admittedAtCheck = connections.checkCount;
    handshakes += 1;
    begin(request, socket)
      .then((admission) => {
        if (socket.destroyed || !server) return socket.destroy();
        server.handleUpgrade(request, socket, head, (ws) => enter(ws, socket, admission, admittedAtCheck));
      })
      .catch((error) => note(refuseUpgrade(socket, error, deps).code))
      .finally(() => {
        handshakes -= 1;
      });
  }

  async function begin(request: IncomingMessage, socket: Duplex): Promise<Admission> {
    const isClosed = () => !server || isDraining || closing.signal.aborted;
    if (isClosed() || handshakes > maxHandshakes) throw new AppError('UNAVAILABLE');
    const admission = await admit(request);
    if (isClosed()) throw new AppError('UNAVAILABLE');
    const { accountId } = admission.viewer;
    const held = heldBy.get(accountId) ?? 0;
    if (held >= realtimeLimits.connectionsPerAccount)
      throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: 60 } });
    // Counted until the connection closes, whatever stage it reaches.
    heldBy.set(accountId, held + 1);
    socket.once('close', () => {
      const left = (heldBy.get(accountId) ?? 1) - 1;
      if (left > 0) heldBy.set(accountId, left);
      else heldBy.delete(accountId);
    });
    return admission;
  }

  function enter(ws: WebSocket, stream: Duplex, admission: Admission, admittedAtCheck: number): void {
    const socket = createClientSocket(ws, stream, {
      traffic,
      onFrame: (text) => handleEvent(connection, text),
      onCut: note,
      windowMs: deps.floodWindowMs,
    });
    const connection: Connection = {
      ...admission,
      socket,
      rooms: new Set(),
      usedAt: deps.clock.now().getTime(),
      activeAt: performance.now(),
    };
    const { accountId, profileId } = connection.viewer;
    rooms.join(connection, `account:${accountId}`);
    if (profileId) rooms.join(connection, `profile:${profileId}`);
    connections.add(connection, admittedAtCheck);
    ws.once('close', () => {
      rooms.leaveAll(connection);
      connections.remove(connection);
    });
  }

  function disconnect(): void {
    closing.abort();
    connections.stop();
    terminateAll();
  }

  return {
    toAccount: (accountId, event, payload) => publish({ room: `account:${accountId}`, event, payload }),
    toProfile: (profileId, event, payload, except) => publish({ room: `profile:${profileId}`, event, payload }, except),
    toTopic: (topic, event, payload) => publish({ topic, event, payload }),
    toTopicHere: (topic, event, payload) => void (connections.size > 0 && deliver({ topic, event, payload })),
    joinedHere(kind) {
      const prefix = `topic:${kind}:`;
      return [...rooms.names()]
        .filter((room) => room.startsWith(prefix))
        .map((room) => ({
          id: room.slice(prefix.length),
          profileIds: [...rooms.membersOf(room)].flatMap(({ viewer }) => viewer.profileId ?? []),
        }));
    },
    feed(event, view) {
      const feed = createFeed({
        logger,
        view,
        isHere: connections.has,
        send: (accountId, payload) => deliver({ room: `account:${accountId}`, event, payload }),
        publishElsewhere: () => bus && ((accountIds) => bus?.send({ feed: event, accountIds })),
      });
      feeds.set(event, feed);
      return (accountIds) => {
        if (connections.size > 0 || bus) feed.touchEverywhere(accountIds);
      };
    },
    get size() {
      return connections.size;
    },
    busWorks,
    async open() {
      const news = {
        logger,
        receive(items: readonly Item[]) {
          for (const item of items) receive(item);
        },
        // Browsers refetch when they reconnect.
        onGap() {
          gaps += 1;
          terminateAll();
        },
      };
      if (config.redisUrl) bus = await openRedisBus<Item>({ url: config.redisUrl, ...news });
      else if (config.databaseUrl)
        bus = await openBus<Item>({ databaseUrl: config.databaseUrl, pool: deps.database.pool, ...news });
      server = new WebSocketServer({
        noServer: true,
        clientTracking: false,
        // Frames of a few hundred bytes: deflating them costs more memory and time than it saves.
        perMessageDeflate: false,
        maxPayload: realtimeLimits.messageBytes,
      });
    },
    owns: ({ url = '', headers }) => headers.upgrade?.toLowerCase() === 'websocket' && /^\/realtime\/?(\?|$)/.test(url),
    upgrade,
    async drain(withinMs) {
      isDraining = true;
      const since = performance.now();
      for (const { connection, afterMs } of planDrain(connections.all(), withinMs)) {
        const leftMs = since + afterMs - performance.now();
        if (leftMs > 1) await sleep(leftMs, undefined, { signal: closing.signal }).catch(() => {});
        if (closing.signal.aborted) return;
        connection.socket.close(movingCode);
      }
    },
    disconnect,
    async close() {
      disconnect();
      await bus?.close();
      server = null;
      bus = null;
    },
    closing: closing.signal,
  };
}
