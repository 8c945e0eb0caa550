import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { sameBytes } from '../../platform/keys.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import type { ValidSession } from '../../platform/realtime-handshake.ts';
import { createRelayCredentials, type RelayCredentials } from '../../platform/relay.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { Access } from './access.ts';
import type { Connection, Delivery, Receiver } from './delivery.ts';
import type { RightRow } from './store.ts';

/** A member and the token of the session they act with. */
export interface DirectCaller {
  viewer: Viewer;
  token: string;
}

export interface DirectOffer {
  connectionId: string;
  offer: string;
  iceServers: RelayCredentials['iceServers'];
}

/** Connections of browsers to the SFU. Each is bound to one session and one show, and lasts as long as the right. */
export interface Direct {
  readonly isDirect: boolean;
  /** Throws `NOT_FOUND` unless own. */
  iceServers(viewer: Viewer, id: string): Promise<RelayCredentials['iceServers']>;
  /** Returns the SFU's answer or null. Throws `NOT_FOUND` unless own, `CONFLICT` when over, `FORBIDDEN` for another key. */
  send(caller: DirectCaller, id: string, sent: { ingestKey: string; offer: string }): Promise<string | null>;
  /** Throws `NOT_FOUND`, and `FORBIDDEN` without the right. */
  watch(caller: DirectCaller, id: string): Promise<DirectOffer | null>;
  /** Throws `NOT_FOUND` for a connection that is over, answered, or of another session. */
  answer(viewer: Viewer, id: string, connectionId: string, answer: string): Promise<void>;
  /** Disconnects everybody from a show that is over. */
  end(id: string): Promise<void>;
  /** Asks again for the right of every connection and closes those without; run twice a second. */
  check(): Promise<unknown>;
  start(): () => Promise<void>;
  /** Disconnects everybody from this process. */
  close(): void;
}

interface Open {
  id: string;
  liveId: string;
  token: string;
  sessionId: string;
  accountId: string;
  /** Hash of the key of a show that is sent; null for a viewer. */
  ingestHash: Buffer | null;
  link: Connection & Partial<Pick<Receiver, 'accept'>>;
  since: number;
  isUp: boolean;
  /** When the right was last found to exist. */
  checkedAt: number;
}

const checkEveryMs = 500;
/** Media must flow so long after a connection began. */
const connectMs = 15_000;
/** A right that could not be asked for so long has ended. */
const uncheckedMs = 5_000;
/** Tabs of one account in one show; the oldest connection gives way. */
const maxTabs = 3;
/** Viewers of this process; others watch the segments. */
const maxViewers = 500;

const mayReceive = ({ canWatch, row }: { canWatch: boolean; row: RightRow }): boolean =>
  canWatch && !row.ended_at && !row.sample;
const maySend = (row: RightRow, hash: Buffer): boolean =>
  !row.ended_at && row.ingest_hash !== null && sameBytes(row.ingest_hash, hash);

export function createDirect(deps: {
  config: Pick<Config, 'turn' | 'keys'>;
  clock: Clock;
  logger: Logger;
  access: Pick<Access, 'get' | 'recent'>;
  delivery: Delivery;
  findSession(token: string): Promise<ValidSession | null>;
  onWatched(liveId: string, accountId: string): void;
}): Direct {
  const { access, clock, delivery, logger } = deps;
  const connections = new Map<string, Open>();
  const credentialsFor = createRelayCredentials(deps.config, 'lives.relay');
  const nowMs = () => performance.now();
  const viewers = () => [...connections.values()].filter(({ ingestHash }) => !ingestHash);

  function close(open: Open): void {
    if (connections.delete(open.id)) open.link.close();
  }

  /** Registers what `connect` opens, unless the show has ended. */
  async function register<Link extends Connection>(
    { viewer, token }: DirectCaller,
    of: Pick<Open, 'liveId' | 'ingestHash'>,
    connect: (events: { onUp(): void; onClosed(): void }) => Promise<Link | null>,
  ): Promise<{ id: string; link: Link } | null> {
    const id = newId();
    let isUp = false;
    let isOver = false;
    const link = await connect({
      onUp() {
        isUp = true;
        const open = connections.get(id);
        if (open) open.isUp = true;
      },
      onClosed() {
        isOver = true;
        connections.delete(id);
      },
    });
    if (!link || isOver) return null;
    const { accountId, sessionId } = viewer;
    const since = nowMs();
    connections.set(id, { ...of, id, token, sessionId, accountId, link, since, isUp, checkedAt: since });
    return { id, link };
  }

  async function requireOwn(viewer: Viewer, id: string): Promise<RightRow> {
    const { row, isOwn } = await access.get(viewer, id);
    if (!isOwn || row.sample) throw new AppError('NOT_FOUND');
    if (row.ended_at || row.is_planned) throw new AppError('CONFLICT', { message: 'This show is not under way' });
    return row;
  }

  async function isAllowed({ token, liveId, ingestHash }: Open): Promise<boolean> {
    const session = await deps.findSession(token);
    if (!session?.viewer.ageVerified) return false;
    const seen = await access.recent(session.viewer, liveId).seen;
    if (!seen) return false;
    if (!ingestHash) return mayReceive(seen);
    // It may have ended while its sender connected, or where Janus could not be reached.
    if (seen.row.ended_at) void delivery.end(liveId);
    return seen.isOwn && maySend(seen.row, ingestHash);
  }

  async function checkOne(open: Open): Promise<void> {
    const at = nowMs();
    try {
      if (!(await isAllowed(open))) return close(open);
      open.checkedAt = at;
      if (open.isUp && !open.ingestHash) deps.onWatched(open.liveId, open.accountId);
    } catch (error) {
      logger.warn('the right of a connection to the SFU could not be asked', errorFields(error));
    }
  }

  let checking: Promise<unknown> | null = null;
  function check(): Promise<unknown> {
    const now = nowMs();
    // Also while the answers of the check before are missing.
    for (const open of connections.values())
      if (now - open.checkedAt > uncheckedMs || (!open.isUp && now - open.since > connectMs)) close(open);
    checking ??= Promise.all([...connections.values()].map(checkOne)).finally(() => {
      checking = null;
    });
    return checking;
  }

  function closeAll(): void {
    for (const open of connections.values()) close(open);
    delivery.close();
  }

  const iceServersFor = (viewer: Viewer, id: string) => credentialsFor(id, viewer.accountId, clock.now()).iceServers;

  return {
    isDirect: delivery.isDirect,
    async iceServers(viewer, id) {
      const { row, isOwn } = await access.get(viewer, id);
      if (!isOwn || row.sample) throw new AppError('NOT_FOUND');
      return delivery.isDirect && !row.ended_at ? iceServersFor(viewer, id) : [];
    },

    async send(caller, id, { ingestKey, offer }) {
      const ingestHash = hashToken(ingestKey);
      if (!maySend(await requireOwn(caller.viewer, id), ingestHash)) throw new AppError('FORBIDDEN');
      for (const open of connections.values()) if (open.liveId === id && open.ingestHash) close(open);
      const sent = await register(caller, { liveId: id, ingestHash }, (events) => delivery.send(id, offer, events));
      return sent?.link.answer ?? null;
    },

    async watch(caller, id) {
      const { viewer } = caller;
      const seen = await access.get(viewer, id);
      if (seen.row.sample) throw new AppError('NOT_FOUND');
      if (!mayReceive(seen)) throw new AppError('FORBIDDEN');
      if (!delivery.isDirect) return null;
      const [all, own] = [
        viewers(),
        viewers().filter((open) => open.liveId === id && open.accountId === viewer.accountId),
      ];
      if (own.length >= maxTabs && own[0]) close(own[0]);
      else if (all.length >= maxViewers) return null;
      const opened = await register(caller, { liveId: id, ingestHash: null }, (events) => delivery.watch(id, events));
      return opened && { connectionId: opened.id, offer: opened.link.offer, iceServers: iceServersFor(viewer, id) };
    },

    async answer(viewer, id, connectionId, answer) {
      const open = connections.get(connectionId);
      const accept = open?.link.accept;
      if (!open || !accept || open.liveId !== id || open.sessionId !== viewer.sessionId)
        throw new AppError('NOT_FOUND');
      delete open.link.accept;
      try {
        await accept(answer);
      } catch (error) {
        logger.warn('a viewer of a show did not connect', errorFields(error));
        close(open);
        throw new AppError('NOT_FOUND');
      }
    },

    async end(id) {
      for (const open of connections.values()) if (open.liveId === id) close(open);
      await delivery.end(id);
    },

    check,
    close: closeAll,
    start() {
      const timer = setInterval(() => void check(), checkEveryMs);
      return async () => {
        clearInterval(timer);
        closeAll();
        await checking;
      };
    },
  };
}
