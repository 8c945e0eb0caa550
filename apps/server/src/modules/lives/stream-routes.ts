import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { guardRoute, type RouteGuardDependencies } from '../media/service.ts';
import type { Access } from './access.ts';
import type { LiveAddresses } from './addresses.ts';
import type { StreamFiles } from './stream-files.ts';

interface StreamRoute {
  Params: { id: string; name: string };
  Querystring: Record<string, unknown>;
}

export interface StreamRouteDependencies extends RouteGuardDependencies {
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

/** As long as a right may be old. */
const grantedMs = 1_000;
const idFormat = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const positive = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : undefined;

/**
 * Playlist and files of a show. The viewer's right is asked for each of them, at most a second old; the addresses of
 * files are signed for the account besides, so that a copied one is worth nothing. The list of a replay is read once and
 * outlives any signature: there the right alone decides, again for each file.
 */
export function registerStreams(app: FastifyInstance, deps: StreamRouteDependencies): void {
  const { access, addresses, files } = deps;

  /** Sessions that were let into a show within the last second: a player asks six times in one. */
  const granted = new Map<string, Grant>();

  function findGranted(key: string): Grant | undefined {
    const now = deps.clock.now().getTime();
    const isRecent = ({ at }: Grant) => now >= at && now - at < grantedMs;
    // Roughly the oldest first.
    for (const [each, grant] of granted) {
      if (isRecent(grant)) break;
      granted.delete(each);
    }
    const found = granted.get(key);
    return found && isRecent(found) ? found : undefined;
  }

  async function requireRight(request: FastifyRequest<StreamRoute>, to: 'show' | 'replay'): Promise<Grant> {
    const { id } = request.params;
    const key = `${to} ${id} ${request.headers.cookie}`;
    const known = findGranted(key);
    const rule = { name: 'liveStream', access: 'adult', rate: 'read' } as const;
    if (known) {
      await guardRoute({ rateLimiter: deps.rateLimiter, authenticate: async () => known.viewer }, request, rule);
      return known;
    }
    const viewer = await guardRoute(deps, request, rule);
    const { at, seen: right } = idFormat.test(id) ? access.recent(viewer, id) : { at: 0, seen: null };
    const seen = await right;
    if (!seen || seen.row.sample) throw new AppError('NOT_FOUND');
    const may = to === 'replay' ? seen.canReplay : seen.canWatch && !seen.row.ended_at;
    if (!may) throw new AppError('FORBIDDEN');
    const grant = { at, viewer, query: addresses.sign(viewer.accountId, id) };
    granted.delete(key);
    granted.set(key, grant);
    return grant;
  }
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
    const { viewer, query } = await requireRight(request, 'show');
    const { id, name } = request.params;
    // Most ask with the query that they were just given.
    if (!request.url.endsWith(query) && !addresses.verify(viewer.accountId, id, request.query))
      throw new AppError('FORBIDDEN');
    const file = await files.find(id, name);
    if (!file) throw new AppError('NOT_FOUND');
    return reply
      .headers({ ...common, 'content-type': 'video/mp4', 'cache-control': 'private, max-age=180, immutable' })
      .send(file);
  });

  app.get<StreamRoute>('/m/live/:id/replay/:name', async (request, reply) => {
    await requireRight(request, 'replay');
    const { id, name } = request.params;
    const isList = name === 'index.m3u8';
    const found = isList ? await files.replay(id) : await files.findKept(id, name);
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
