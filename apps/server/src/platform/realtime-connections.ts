import { isDeepStrictEqual } from 'node:util';
import type { Clock } from './clock.ts';
import { errorFields, type Logger } from './logger.ts';
import type { ClientSocket } from './realtime-client-socket.ts';
import type { Admission, ValidSession } from './realtime-handshake.ts';
import type { Viewer } from './viewer.ts';

/** A suspended member is disconnected within a second, so the check runs twice in it. */
const checkIntervalMs = 500;
/** Presence expires after 30 s, so a late timer does not show. */
const presenceEveryTicks = 10;
/** Minimum interval between two writes of a session's last use. */
const useIntervalMs = 60_000;

export interface Connection extends Admission {
  socket: ClientSocket;
  /** The rooms whose events it receives. */
  rooms: Set<string>;
  /** When its session was last used through it, in milliseconds since the epoch. */
  usedAt: number;
  /** When its tab last sent an event, by `performance.now()`. */
  activeAt: number;
}

/** Reports accounts whose session state changed since the last check. */
export interface AccessWatch {
  /** Account ids; null when any account may have changed: at the first check, and after too many changes. */
  changed(): Promise<readonly string[] | null>;
  /** The latest change reported, as a decimal number; null before the first check. */
  readonly position: string | null;
}

export interface ConnectionsDependencies {
  clock: Clock;
  logger: Logger;
  findSession(token: string): Promise<ValidSession | null>;
  /** Marks the session as used. */
  useSession(token: string): Promise<unknown>;
  watchAccess(): AccessWatch;
  seen(profileId: string): void;
  /** The session has ended. */
  onEnded(connection: Connection): void;
  /** The session is valid, with other rights or another profile than before. */
  onViewerChanged(connection: Connection, before: Viewer): void;
}

export interface Connections {
  readonly size: number;
  has(accountId: string): boolean;
  of(accountId: string): Iterable<Connection>;
  all(): Iterable<Connection>;
  /** Number of checks for changed rights so far: an admission older than the latest check must be checked too. */
  readonly checkCount: number;
  /** The access change up to which all connections were checked; null before the first check. */
  checkedUpTo(): string | null;
  /**
   * Starts a check for changed rights, shared by all callers that arrive before it ends. A session that ended is refused from
   * the next event on, as it is from the next call to any process.
   */
  refresh(): Promise<void>;
  /** Whether this connection's session was valid at the latest check. */
  hasValidSession(connection: Connection): boolean;
  /** Marks the connection's session as used. */
  markUsed(connection: Connection): void;
  add(connection: Connection, admittedAtCheck: number): void;
  remove(connection: Connection): void;
  stop(): void;
}

/**
 * The open connections of this process, by account. One timer serves all of them: it checks changed rights, ends
 * expired sessions, and marks members as present.
 */
export function createConnections(deps: ConnectionsDependencies): Connections {
  const { clock, logger, findSession, seen } = deps;
  const byAccount = new Map<string, Set<Connection>>();
  let size = 0;
  let checkCount = 0;
  let ticks = 0;
  let checkedUpTo: string | null = null;
  let timer: NodeJS.Timeout | null = null;
  let watch: ReturnType<typeof deps.watchAccess> | null = null;
  let checking = false;
  /** Callers waiting for the next check, which starts when the current one ends. */
  let nextCheck: PromiseWithResolvers<void> | null = null;

  function* all(): Generator<Connection> {
    for (const connections of byAccount.values()) yield* connections;
  }
  const of = (accountId: string): Iterable<Connection> => byAccount.get(accountId) ?? [];

  async function check(connection: Connection): Promise<void> {
    const session = await findSession(connection.token);
    if (!byAccount.get(connection.viewer.accountId)?.has(connection)) return;
    if (!session?.viewer.ageVerified) {
      // Invalid from now on, although the socket closes a moment later.
      connection.endsAt = 0;
      return deps.onEnded(connection);
    }
    connection.endsAt = session.endsAt;
    const before = connection.viewer;
    // Same rights as before: calls in progress keep the viewer they began with.
    if (isDeepStrictEqual(before, session.viewer)) return;
    connection.viewer = session.viewer;
    deps.onViewerChanged(connection, before);
  }

  async function checkAll(): Promise<void> {
    // Unknown until every connection concerned is checked.
    checkedUpTo = null;
    const changed = (await watch?.changed()) ?? null;
    checkCount += 1;
    const now = clock.now().getTime();
    const due = new Set(changed === null ? all() : changed.flatMap((accountId) => [...of(accountId)]));
    for (const connection of all()) if (now >= connection.endsAt) due.add(connection);
    const position = watch?.position ?? null;
    await Promise.all([...due].map(check));
    checkedUpTo = position;
  }

  function markPresent(): void {
    const now = clock.now().getTime();
    for (const { viewer, endsAt } of all()) if (viewer.profileId && now < endsAt) seen(viewer.profileId);
  }

  async function runChecks(): Promise<void> {
    while (nextCheck) {
      const turn = nextCheck;
      nextCheck = null;
      await checkAll().then(turn.resolve, turn.reject);
    }
    checking = false;
  }
  function requestCheck(): Promise<void> {
    nextCheck ??= Promise.withResolvers();
    const { promise } = nextCheck;
    if (!checking) {
      checking = true;
      // After this turn of the event loop, so that every event received in it shares the check.
      setImmediate(() => void runChecks());
    }
    return promise;
  }

  function tick(): void {
    ticks += 1;
    for (const { socket } of all()) socket.beat();
    if (ticks % presenceEveryTicks === 0) markPresent();
    // Without the database rights cannot change either; the next check finds what this one missed.
    requestCheck().catch((error) => logger.warn('sockets were not checked', errorFields(error)));
  }

  function markUsed(connection: Connection): void {
    const now = clock.now().getTime();
    if (now - connection.usedAt < useIntervalMs) return;
    connection.usedAt = now;
    deps.useSession(connection.token).catch((error) => logger.warn('a use was not noted', errorFields(error)));
  }

  function stop(): void {
    if (timer) clearInterval(timer);
    timer = null;
  }

  return {
    get size() {
      return size;
    },
    get checkCount() {
      return checkCount;
    },
    has: (accountId) => byAccount.has(accountId),
    of,
    all,
    checkedUpTo: () => checkedUpTo,
    refresh: requestCheck,
    hasValidSession: (connection) =>
      byAccount.get(connection.viewer.accountId)?.has(connection) === true && clock.now().getTime() < connection.endsAt,
    markUsed,
    add(connection, admittedAtCheck) {
      const { accountId, profileId } = connection.viewer;
      const others = byAccount.get(accountId);
      if (others) others.add(connection);
      else byAccount.set(accountId, new Set([connection]));
      size += 1;
      if (!timer) {
        // Changes from before this watch began are found by checking every connection once.
        watch = deps.watchAccess();
        timer = setInterval(tick, checkIntervalMs).unref();
      } else if (checkCount !== admittedAtCheck)
        check(connection).catch((error) => logger.warn('sockets were not checked', errorFields(error)));
      if (profileId) seen(profileId);
    },
    remove(connection) {
      const others = byAccount.get(connection.viewer.accountId);
      if (!others?.delete(connection)) return;
      size -= 1;
      if (others.size === 0) byAccount.delete(connection.viewer.accountId);
      if (size === 0) stop();
    },
    stop,
  };
}
