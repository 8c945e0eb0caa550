import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { parseAddress } from './addresses.ts';
import { guardRoute, type RouteGuardDependencies } from './guard-route.ts';
import { lockedHeaders, secondsUntil, sendFile, sendStreamFile } from './send-file.ts';
import type { MediaService } from './service.ts';
import { parseStreamAddress } from './stream/stream-addresses.ts';

/** Pictures and clips behind signed addresses, for our own pages only. */
export function registerMediaFiles(
  app: FastifyInstance,
  deps: RouteGuardDependencies & { media: MediaService; clock: Clock },
): void {
  app.get<{ Params: { '*': string }; Querystring: Record<string, unknown> }>('/m/*', async (request, reply) => {
    const viewer = await guardRoute(deps, request, { name: 'mediaFile', access: 'adult', rate: 'read' });
    const path = request.params['*'];
    const streamed = parseStreamAddress(path, request.query);
    if (streamed)
      return sendStreamFile(reply, await deps.media.openStreamFile(viewer, streamed), {
        secondsLeft: secondsUntil(deps.clock, streamed.grant.expires),
        range: request.headers.range,
      });
    const requested = parseAddress(path, request.query);
    if (!requested) throw new AppError('NOT_FOUND');
    const isContinued = /^bytes=[1-9]/.test(request.headers.range ?? '');
    const file = await deps.media.openFile(viewer, requested, { isContinued });
    const secondsLeft = secondsUntil(deps.clock, requested.address.expires);
    const [type, name] =
      requested.kind === 'clip'
        ? [`video/${requested.address.container}`, `clip.${requested.address.container}`]
        : [`image/${requested.address.format}`, `picture.${requested.address.format}`];
    reply.headers({
      'content-type': type,
      'cache-control': `private, max-age=${secondsLeft}`,
      ...lockedHeaders,
      'content-disposition': `inline; filename="${name}"`,
      'accept-ranges': 'bytes',
    });
    return sendFile(reply, file, request.headers.range);
  });
}
