import { Server as HttpServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { realtimeLimits, realtimePath, type ServerEvent, type ServerPayload } from '@vlam/contract/realtime';
import { Server, type Socket } from 'socket.io';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import { AppError } from './errors.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import type { RateLimiter } from './rate-limit.ts';
import { type Bus, openBus } from './realtime-bus.ts';
import { openRedisBus } from './realtime-bus-redis.ts';
import { type Connection, createConnections } from './realtime-connections.ts';
import { createDelivery, type Item } from './realtime-delivery.ts';
import { createFeed, type Feed } from './realtime-feed.ts';
import { type Admission, createHandshake, refuseUpgrade, type StandingSession } from './realtime-handshake.ts';
import { type Hearing, type Hearings, listenTo, type ModuleEvent } from './realtime-hearing.ts';
import { limitConnection, type RawConnection } from './realtime-limits.ts';
import { createMessageDoor, type SendMessage, type Standing } from './realtime-message-door.ts';
import { hearSends } from './realtime-sends.ts';
import { createTopics, type TopicRule } from './realtime-topics.ts';
import { createWriter } from './realtime-writer.ts';

export type { Standing };

/** Events for browsers. Call it after the commit (`afterCommit`): what is said of a rolled back change is false. */
export interface Realtime {
  toAccount<Name extends ServerEvent>(accountId: string, event: Name, payload: ServerPayload<Name>): void;
  /** `except` is the connection that knows already. */
  toProfile<Name extends ServerEvent>(
    profileId: string,
    event: Name,
    payload: ServerPayload<Name>,
    except?: Connection,
  ): void;
  /** To those who joined it. Where its kind has a rule, that is asked again each time. */
  toTopic<Name extends ServerEvent>(topic: string, event: Name, payload: ServerPayload<Name>): void;
  /** The same to those of this process alone, for what each process finds out by itself. */
  toTopicHere<Name extends ServerEvent>(topic: string, event: Name, payload: ServerPayload<Name>): void;
  /** Topics of a kind that somebody has joined in this process: their ids, with the profiles that joined. */
  joinedHere(kind: string): { id: string; profileIds: string[] }[];
  /** Makes topics of one kind: `discovery` for everybody, `conversation:…` by a rule. Without this nobody can join. */
  addTopics(kind: string, rule: TopicRule): void;
  /** Has what browsers say under this name answered by `hearing`. */
  hear<Name extends ModuleEvent>(event: Name, hearing: Hearing<Name>): void;
  /** Has `message.send` done by `send`. */
  sendMessagesWith(send: SendMessage): void;
  /**
   * For a view that is read at the last moment: the function it answers takes accounts for whom the view changed,
   * and those of them who are connected are sent what `view` reads, all of a moment together.
   */
  feed<Name extends ServerEvent>(
    event: Name,
    view: (accountIds: readonly string[]) => Promise<ReadonlyMap<string, ServerPayload<Name>>>,
  ): (accountIds: Iterable<string>) => void;
  /** Connections of this process. */
  readonly size: number;
  /** Joins the other processes; to be awaited before anything is listened on or said. */
  open(): Promise<void>;
  /** Whether this upgrade is ours. */
  owns(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes every connection so that browsers come back, elsewhere or later, and leaves the other processes. */
  close(): Promise<void>;
}

export interface RealtimeDependencies {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  rateLimiter: RateLimiter;
  floodWindowMs?: number | undefined;
  findSession(token: string): Promise<StandingSession | null>;
  useSession(token: string): Promise<unknown>;
  watchAccess(): { changed(): Promise<readonly string[] | null> };
  seen(profileId: string): void;
}

/** Handshakes whose session is being looked up; more than this waits outside. */
const handshakesAtMost = 5_000;

export function createRealtime(deps: RealtimeDependencies): Realtime {
  const { config, logger } = deps;
  const admit = createHandshake(deps);
  const traffic = { received: 0, sent: 0 };
  const gatherWrites = createWriter((count) => {
    traffic.sent += count;
  });
  const refused: Record<string, number> = {};
  const admissions = new WeakMap<object, Admission & { look: number }>();
  const byRaw = new WeakMap<object, Connection>();
  const heldBy = new Map<string, number>();
  const feeds = new Map<ServerEvent, Feed>();
  let handshakes = 0;
  let io: Server | null = null;
  let bus: Bus<Item> | null = null;
  let closed = false;

  const connections = createConnections({
    ...deps,
    // Said by the server, so the browser does not come back by itself but asks who it is.
    onEnded: (connection) => (connection.socket ? connection.socket.disconnect(true) : end(connection)),
    onViewerChanged(connection, before) {
      const { socket, viewer } = connection;
      if (!socket || before.profileId === viewer.profileId) return;
      if (before.profileId) socket.leave(`profile:${before.profileId}`);
      if (viewer.profileId) socket.join(`profile:${viewer.profileId}`);
    },
  });
  const rules = new Map<string, TopicRule>();
  const hearings: Hearings = {};
  let send: SendMessage | null = null;
  const sendMessage = createMessageDoor({ rateLimiter: deps.rateLimiter, connections, send: () => send });
  const topics = createTopics(rules, { roomOf: (topic) => membersOf(`topic:${topic}`) });
  deps.metrics.gauge('vlam_sockets', 'Open sockets of this process', () => connections.size);
  deps.metrics.counts('vlam_socket_packets_total', 'Packets over sockets', 'direction', () => ({ ...traffic }));
  deps.metrics.counts('vlam_socket_refusals_total', 'Sockets refused or cut, by cause', 'cause', () => refused);

  const note = (cause: string) => {
    refused[cause] = (refused[cause] ?? 0) + 1;
  };
  const end = (connection: Connection) => connection.raw.transport.socket.terminate();

  const { deliver, membersOf } = createDelivery({
    space: () => io?.of('/') ?? null,
    byRaw,
    topics: () => topics,
    feeds,
    logger,
  });
  function publish(item: Exclude<Item, { feed: ServerEvent }>, except?: Connection): void {
    if (connections.size > 0) deliver(item, except);
    bus?.send(item);
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Whatever becomes of the connection from here on is not an error of the program.
    socket.on('error', () => {});
    const look = connections.looks;
    handshakes += 1;
    begin(request, socket)
      .then((admission) => {
        if (socket.destroyed || !io) return socket.destroy();
        admissions.set(request, { ...admission, look });
        io.engine.handleUpgrade(request, socket, head);
      })
      .catch((error) => note(refuseUpgrade(socket, error, deps).code))
      .finally(() => {
        handshakes -= 1;
      });
  }

  async function begin(request: IncomingMessage, socket: Duplex): Promise<Admission> {
    if (!io || closed || handshakes > handshakesAtMost) throw new AppError('UNAVAILABLE');
    const admission = await admit(request);
    const { accountId } = admission.viewer;
    const held = heldBy.get(accountId) ?? 0;
    if (held >= realtimeLimits.connectionsPerAccount)
      throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: 60 } });
    // From now until the line is down, whatever stage it reaches.
    heldBy.set(accountId, held + 1);
    socket.once('close', () => {
      const left = (heldBy.get(accountId) ?? 1) - 1;
      if (left > 0) heldBy.set(accountId, left);
      else heldBy.delete(accountId);
    });
    return admission;
  }

  function enter(raw: RawConnection): void {
    const admission = admissions.get(raw.request as object);
    // The request holds headers and buffers that nobody reads again.
    raw.request = null;
    if (!admission) {
      raw.transport.socket.terminate();
      return;
    }
    const { look, ...session } = admission;
    const connection: Connection = { ...session, raw, socket: null, send: null, usedAt: deps.clock.now().getTime() };
    byRaw.set(raw, connection);
    gatherWrites(raw);
    limitConnection(raw, traffic, note, deps.floodWindowMs);
    hearSends(raw, (payload, answer) => {
      connection.send?.(payload, answer);
      return connection.send !== null;
    });
    connections.add(connection, look);
    raw.once('close', () => connections.remove(connection));
  }

  function welcome(socket: Socket): void {
    const connection = byRaw.get(socket.conn);
    if (!connection) return void socket.disconnect(true);
    connection.socket = socket;
    const { accountId, profileId } = connection.viewer;
    socket.join(profileId ? [`account:${accountId}`, `profile:${profileId}`] : `account:${accountId}`);
    listenTo(socket, connection, { topics, hearings, sendMessage, logger });
  }

  return {
    toAccount: (accountId, event, payload) => publish({ room: `account:${accountId}`, event, payload }),
    toProfile: (profileId, event, payload, except) => publish({ room: `profile:${profileId}`, event, payload }, except),
    toTopic: (topic, event, payload) => publish({ topic, event, payload }),
    toTopicHere: (topic, event, payload) => void (connections.size > 0 && deliver({ topic, event, payload })),
    joinedHere(kind) {
      const prefix = `topic:${kind}:`;
      return [...(io?.of('/').adapter.rooms.keys() ?? [])]
        .filter((room) => room.startsWith(prefix))
        .map((room) => ({
          id: room.slice(prefix.length),
          profileIds: [...membersOf(room)].flatMap(({ viewer }) => viewer.profileId ?? []),
        }));
    },
    addTopics: (kind, rule) => void rules.set(kind, rule),
    sendMessagesWith(next) {
      send = next;
    },
    hear: (event, hearing) => void Object.assign(hearings, { [event]: hearing }),
    feed(event, view) {
      const feed = createFeed({
        logger,
        view,
        isHere: connections.has,
        send: (accountId, payload) => deliver({ room: `account:${accountId}`, event, payload }),
        tell: () => bus && ((accountIds) => bus?.send({ feed: event, accountIds })),
      });
      feeds.set(event, feed);
      return (accountIds) => {
        if (connections.size > 0 || bus) feed.touchEverywhere(accountIds);
      };
    },
    get size() {
      return connections.size;
    },
    async open() {
      // A server of its own that never listens: Engine.IO wants one, and ours stays as Fastify made it.
      const server = new Server(new HttpServer(), {
        path: realtimePath,
        transports: ['websocket'],
        allowUpgrades: false,
        serveClient: false,
        perMessageDeflate: false,
        maxHttpBufferSize: realtimeLimits.messageBytes,
        connectTimeout: 10_000,
        pingInterval: 25_000,
        pingTimeout: 20_000,
      });
      server.engine.on('connection', (raw: unknown) => enter(raw as RawConnection));
      server.on('connection', welcome);
      const news = {
        logger,
        receive(items: readonly Item[]) {
          for (const item of items) deliver(item);
        },
        // Coming back is how a browser learns that it missed something.
        onGap: () => [...connections.all()].forEach(end),
      };
      if (config.redisUrl) bus = await openRedisBus<Item>({ url: config.redisUrl, ...news });
      else if (config.databaseUrl)
        bus = await openBus<Item>(server, {
          databaseUrl: config.databaseUrl,
          pool: deps.database.pool,
          ...news,
        });
      io = server;
    },
    owns: ({ url = '', headers }) => headers.upgrade?.toLowerCase() === 'websocket' && /^\/realtime\/?(\?|$)/.test(url),
    upgrade,
    async close() {
      closed = true;
      connections.stop();
      for (const connection of connections.all()) connection.raw.transport.socket.terminate();
      await bus?.close();
      io?.engine.close();
      io = null;
      bus = null;
    },
  };
}
