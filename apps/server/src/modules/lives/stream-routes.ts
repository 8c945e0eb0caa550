import type { FastifyInstance, FastifyRequest } from 'fastify';
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
  access: Pick<Access, 'recent'>;
  addresses: LiveAddresses;
  files: StreamFiles;
  onWatched(liveId: string, accountId: string): void;
}

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

  async function requireRight(request: FastifyRequest<StreamRoute>, to: 'show' | 'replay'): Promise<Viewer> {
    const viewer = await guardRoute(deps, request, { name: 'liveStream', access: 'adult', rate: 'read' });
    const { id } = request.params;
    const seen = idFormat.test(id) ? await access.recent(viewer, id) : null;
    if (!seen || seen.row.sample) throw new AppError('NOT_FOUND');
    const may = to === 'replay' ? seen.canReplay : seen.canWatch && !seen.row.ended_at;
    if (!may) throw new AppError('FORBIDDEN');
    return viewer;
  }
  const common = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' };

  app.get<StreamRoute>('/m/live/:id/index.m3u8', async (request, reply) => {
    const { accountId } = await requireRight(request, 'show');
    const { id } = request.params;
    deps.onWatched(id, accountId);
    const { _HLS_msn: segment, _HLS_part: part } = request.query;
    const number = positive(segment);
    const query = addresses.sign(accountId, id);
    const playlist = await files.playlist(id, {
      wait: number === undefined ? null : { number, part: positive(part) },
      address: (name) => name + query,
    });
    return reply
      .headers({ ...common, 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'no-store' })
      .send(playlist);
  });

  app.get<StreamRoute>('/m/live/:id/:name', async (request, reply) => {
    const { accountId } = await requireRight(request, 'show');
    const { id, name } = request.params;
    if (!addresses.verify(accountId, id, request.query)) throw new AppError('FORBIDDEN');
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
