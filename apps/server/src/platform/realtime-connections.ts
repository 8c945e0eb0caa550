import { isDeepStrictEqual } from 'node:util';
import type { Clock } from './clock.ts';
import { errorFields, type Logger } from './logger.ts';
import type { ClientSocket } from './realtime-client-socket.ts';
import type { Admission, StandingSession } from './realtime-handshake.ts';
import type { Viewer } from './viewer.ts';

const lookEveryMs = 1_000;
/** Well within the half minute that presence is noted in, so that no timer's lateness shows. */
const seenEveryTicks = 5;
/** How often a use of the session is noted. */
const useEveryMs = 60_000;

export interface Connection extends Admission {
  socket: ClientSocket;
  /** The rooms whose events it is sent. */
  rooms: Set<string>;
  /** When its session was last used through it, in milliseconds of the epoch. */
  usedAt: number;
}

export interface ConnectionsDependencies {
  clock: Clock;
  logger: Logger;
  findSession(token: string): Promise<StandingSession | null>;
  /** Notes that the session is used. */
  useSession(token: string): Promise<unknown>;
  watchAccess(): { changed(): Promise<readonly string[] | null> };
  seen(profileId: string): void;
  /** The session is over. */
  onEnded(connection: Connection): void;
  /** The session stands, with other rights or another profile than before. */
  onViewerChanged(connection: Connection, before: Viewer): void;
}

export interface Connections {
  readonly size: number;
  has(accountId: string): boolean;
  of(accountId: string): Iterable<Connection>;
  all(): Iterable<Connection>;
  /** Counts looks at who has changed: an admission from before the latest one must be looked at again. */
  readonly looks: number;
  /**
   * A look at whose rights have changed that begins now, one for all who ask meanwhile: what ended a session is seen by
   * the next word, as by the next call of any process.
   */
  look(): Promise<void>;
  /** Whether this connection holds a session that is good, as of the latest look. */
  holds(connection: Connection): boolean;
  /** Its session is used. */
  used(connection: Connection): void;
  add(connection: Connection, admittedAtLook: number): void;
  remove(connection: Connection): void;
  stop(): void;
}

/**
 * The open connections of this process, by account. One timer serves all of them: it follows whose rights changed,
 * ends what has run out, and notes who is here.
 */
export function createConnections(deps: ConnectionsDependencies): Connections {
  const { clock, logger, findSession, seen } = deps;
  const byAccount = new Map<string, Set<Connection>>();
  let size = 0;
  let looks = 0;
  let ticks = 0;
  let timer: NodeJS.Timeout | null = null;
  let watch: ReturnType<typeof deps.watchAccess> | null = null;
  let looking = false;
  /** Those who wait for the next look: one for all that is said while the last one is under way. */
  let nextLook: PromiseWithResolvers<void> | null = null;

  function* all(): Generator<Connection> {
    for (const connections of byAccount.values()) yield* connections;
  }
  const of = (accountId: string): Iterable<Connection> => byAccount.get(accountId) ?? [];

  async function check(connection: Connection): Promise<void> {
    const session = await findSession(connection.token);
    if (!byAccount.get(connection.viewer.accountId)?.has(connection)) return;
    if (!session?.viewer.ageVerified) {
      // From here on, although the line goes down a moment later.
      connection.endsAt = 0;
      return deps.onEnded(connection);
    }
    connection.endsAt = session.endsAt;
    const before = connection.viewer;
    // Read again, and the same: what is under way goes on with the rights it began with.
    if (isDeepStrictEqual(before, session.viewer)) return;
    connection.viewer = session.viewer;
    deps.onViewerChanged(connection, before);
  }

  async function look(): Promise<void> {
    const changed = (await watch?.changed()) ?? null;
    looks += 1;
    const now = clock.now().getTime();
    const due = new Set(changed === null ? all() : changed.flatMap((accountId) => [...of(accountId)]));
    for (const connection of all()) if (now >= connection.endsAt) due.add(connection);
    await Promise.all([...due].map(check));
  }

  function noteWhoIsHere(): void {
    const now = clock.now().getTime();
    for (const { viewer, endsAt } of all()) if (viewer.profileId && now < endsAt) seen(viewer.profileId);
  }

  async function lookForAll(): Promise<void> {
    while (nextLook) {
      const turn = nextLook;
      nextLook = null;
      await look().then(turn.resolve, turn.reject);
    }
    looking = false;
  }
  function lookAnew(): Promise<void> {
    nextLook ??= Promise.withResolvers();
    const { promise } = nextLook;
    if (!looking) {
      looking = true;
      // After this turn of the event loop: whatever was heard in it shares the look.
      setImmediate(() => void lookForAll());
    }
    return promise;
  }

  function tick(): void {
    ticks += 1;
    for (const { socket } of all()) socket.beat();
    if (ticks % seenEveryTicks === 0) noteWhoIsHere();
    // Without the database nobody's rights can change either; the next look finds what it missed.
    lookAnew().catch((error) => logger.warn('sockets were not checked', errorFields(error)));
  }

  function used(connection: Connection): void {
    const now = clock.now().getTime();
    if (now - connection.usedAt < useEveryMs) return;
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
    get looks() {
      return looks;
    },
    has: (accountId) => byAccount.has(accountId),
    of,
    all,
    look: lookAnew,
    holds: (connection) =>
      byAccount.get(connection.viewer.accountId)?.has(connection) === true && clock.now().getTime() < connection.endsAt,
    used,
    add(connection, admittedAtLook) {
      const { accountId, profileId } = connection.viewer;
      const others = byAccount.get(accountId);
      if (others) others.add(connection);
      else byAccount.set(accountId, new Set([connection]));
      size += 1;
      if (!timer) {
        // What changed while nobody was here is found by looking at everybody once.
        watch = deps.watchAccess();
        timer = setInterval(tick, lookEveryMs).unref();
      } else if (looks !== admittedAtLook)
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
