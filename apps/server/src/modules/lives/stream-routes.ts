import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { requireAccess } from '../../platform/guard.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { guardRoute, type RouteGuardDependencies } from '../media/service.ts';
import type { Access } from './access.ts';
import type { LiveAddresses } from './addresses.ts';
import { parseName } from './playlist.ts';
import type { StreamFiles } from './stream-files.ts';

interface StreamRoute {
  Params: { id: string; name: string };
  Querystring: Record<string, unknown>;
}

export interface StreamRouteDependencies extends RouteGuardDependencies {
  authenticate(request: Pick<FastifyRequest, 'cookies'>): Promise<Viewer | null>;
  clock: Clock;
  access: Pick<Access, 'recent'>;
  addresses: LiveAddresses;
  files: StreamFiles;
  onWatched(liveId: string, accountId: string): void;
}

/** A session that was let into a show, and the query of its addresses. */
interface Grant {
  /** When its right was read. */
  at: number;
  viewer: Viewer;
  query: string;
}

/** Who watches, with what is asked again each second: the session of these cookies, and its right. */
interface Watcher {
  id: string;
  to: 'show' | 'replay';
  cookies: FastifyRequest['cookies'];
  grant: Grant;
  askedAt: number;
  /** Null when it failed: then the next request is refused with the reason. */
  renewal: Promise<Grant | null> | null;
}

/** As long as a right may be old. */
const grantedMs = 1_000;
const rule = { name: 'liveStream', access: 'adult', rate: 'read' } as const;
const idFormat = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Whether `at` is less than `ms` ago, and not ahead of a clock that was set back. */
const isWithin = (at: number, now: number, ms: number): boolean => now >= at && now - at < ms;
const positive = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : undefined;

/**
 * Playlist and files of a show. The viewer's right is asked for each of them, at most a second old; the addresses of
 * files are signed for the account besides, so that a copied one is worth nothing. Players of a replay, whose list is
 * read once, read it again for a newer signature.
 */
export function registerStreams(app: FastifyInstance, deps: StreamRouteDependencies): void {
  const { access, addresses, files } = deps;

  /** Sessions that were let into a show: a player asks six times in a second. */
  const watchers = new Map<string, Watcher>();
  let renewedAt = 0;
  const now = () => deps.clock.now().getTime();

  async function readRight(viewer: Viewer, id: string, to: Watcher['to'], maxAgeMs = grantedMs): Promise<Grant> {
    const { at, seen: right } = idFormat.test(id) ? access.recent(viewer, id, maxAgeMs) : { at: 0, seen: null };
    const seen = await right;
    if (!seen || seen.row.sample) throw new AppError('NOT_FOUND');
    const may = to === 'replay' ? seen.canReplay : seen.canWatch && !seen.row.ended_at;
    if (!may) throw new AppError('FORBIDDEN');
    return { at, viewer, query: addresses.sign(viewer.accountId, id) };
  }

  async function renew({ cookies, id, to }: Watcher): Promise<Grant> {
    const viewer = await deps.authenticate({ cookies });
    requireAccess(rule.access, viewer, false);
    return readRight(viewer as Viewer, id, to, grantedMs / 2);
  }

  /**
   * The rights of all who watch are read together once a second, in statements for all of them: read one by one they
   * cost the database more than the show costs the server.
   */
  function renewAll(at: number): void {
    renewedAt = at;
    for (const [key, watcher] of watchers) {
      if (!isWithin(watcher.askedAt, at, grantedMs)) watchers.delete(key);
      else if (!watcher.renewal && !isWithin(watcher.grant.at, at, grantedMs / 2))
        watcher.renewal = renew(watcher).then(
          (grant) => {
            Object.assign(watcher, { grant, renewal: null });
            return grant;
          },
          () => {
            watchers.delete(key);
            return null;
          },
        );
    }
  }

  /** What this session was granted, at most a second ago; null when all of it has to be asked. */
  async function findGranted(key: string): Promise<Grant | null> {
    const watcher = watchers.get(key);
    if (!watcher) return null;
    const asked = now();
    const { grant } = watcher;
    const isRecent = isWithin(grant.at, asked, grantedMs);
    // It removes a session that paused, which is then authenticated again.
    if (!isRecent && !watcher.renewal) renewAll(asked);
    watcher.askedAt = asked;
    if (isRecent) return grant;
    const renewed = await watcher.renewal;
    return renewed && isWithin(renewed.at, now(), grantedMs) ? renewed : null;
  }

  async function requireRight(request: FastifyRequest<StreamRoute>, to: Watcher['to']): Promise<Grant> {
    const { id } = request.params;
    const key = `${to} ${id} ${request.headers.cookie}`;
    const known = await findGranted(key);
    if (known) {
      await guardRoute({ rateLimiter: deps.rateLimiter, authenticate: async () => known.viewer }, request, rule);
      return known;
    }
    const viewer = await guardRoute(deps, request, rule);
    const grant = await readRight(viewer, id, to);
    const askedAt = now();
    // Those who left are forgotten, also when no one else stays.
    if (!isWithin(renewedAt, askedAt, grantedMs)) renewAll(askedAt);
    watchers.set(key, { id, to, cookies: request.cookies, grant, askedAt, renewal: null });
    return grant;
  }

  function requireSignature(request: FastifyRequest<StreamRoute>, { viewer, query }: Grant): void {
    // Most ask with the query that they were just given.
    if (!request.url.endsWith(query) && !addresses.verify(viewer.accountId, request.params.id, request.query))
      throw new AppError('FORBIDDEN');
  }

  /** For a cache in front, which asks before it serves bytes that it has: 204, or 401 or 403. */
  const answerRight = (to: Watcher['to']) => async (request: FastifyRequest<StreamRoute>, reply: FastifyReply) => {
    // A cache decodes addresses: only a name that is whole belongs to the show whose right was asked.
    if (!parseName(request.params.name)) throw new AppError('FORBIDDEN');
    const grant = await requireRight(request, to).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'NOT_FOUND' ? new AppError('FORBIDDEN') : error;
    });
    requireSignature(request, grant);
    return reply.code(204).header('cache-control', 'no-store').send();
  };
  app.get<StreamRoute>('/m/live-right/:id/:name', answerRight('show'));
  app.get<StreamRoute>('/m/live-right/:id/replay/:name', answerRight('replay'));

  const common = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' };

  app.get<StreamRoute>('/m/live/:id/index.m3u8', async (request, reply) => {
    const { viewer, query } = await requireRight(request, 'show');
    const { id } = request.params;
    deps.onWatched(id, viewer.accountId);
    const { _HLS_msn: segment, _HLS_part: part } = request.query;
    const number = positive(segment);
    const playlist = await files.playlist(id, {
      wait: number === undefined ? null : { number, part: positive(part) },
      query,
    });
    return reply
      .headers({ ...common, 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'no-store' })
      .send(playlist);
  });

  app.get<StreamRoute>('/m/live/:id/:name', async (request, reply) => {
    requireSignature(request, await requireRight(request, 'show'));
    const { id, name } = request.params;
    const file = await files.find(id, name);
    if (!file) throw new AppError('NOT_FOUND');
    return reply
      .headers({ ...common, 'content-type': 'video/mp4', 'cache-control': 'private, max-age=180, immutable' })
      .send(file);
  });

  app.get<StreamRoute>('/m/live/:id/replay/:name', async (request, reply) => {
    const grant = await requireRight(request, 'replay');
    const { id, name } = request.params;
    const isList = name === 'index.m3u8';
    if (!isList) requireSignature(request, grant);
    const found = isList ? await files.replay(id, grant.query) : await files.findKept(id, name);
    if (!found) throw new AppError('NOT_FOUND');
    return reply
      .headers({
        ...common,
        'content-type': isList ? 'application/vnd.apple.mpegurl' : 'video/mp4',
        'cache-control': isList ? 'no-store' : 'private, max-age=180, immutable',
      })
      .send(found);
  });
}
