import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { ByteRange } from '../../platform/storage.ts';
import { parseAddress } from './addresses.ts';
import type { OpenedFile } from './files.ts';
import { guardRoute, type RouteGuardDependencies } from './guard-route.ts';
import type { MediaService } from './service.ts';
import { parseStreamAddress } from './stream/stream-addresses.ts';
import type { OpenedStreamFile } from './stream/stream-reader.ts';

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
      ...locked,
      'content-disposition': `inline; filename="${name}"`,
      'accept-ranges': 'bytes',
    });
    return sendFile(reply, file, request.headers.range);
  });
}

const locked = { 'content-security-policy': "default-src 'none'; sandbox" };
export const secondsUntil = (clock: Clock, expires: number): number =>
  expires - Math.floor(clock.now().getTime() / 1000);

/** Answers with a file of a stream; lists are not stored, and bytes only by the viewer's browser. */
export function sendStreamFile(
  reply: FastifyReply,
  file: OpenedStreamFile,
  { secondsLeft, range }: { secondsLeft: number; range: string | undefined },
): FastifyReply {
  reply.headers(locked);
  // A list holds addresses: it is made for each request.
  if (file.type === 'playlist')
    return reply
      .headers({ 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'no-store' })
      .send(file.text);
  reply.headers({
    'content-type': file.type === 'segment' ? 'video/iso.segment' : 'video/mp4',
    'cache-control': `private, max-age=${secondsLeft}`,
    'accept-ranges': 'bytes',
  });
  return sendFile(reply, file, range);
}

function sendFile(reply: FastifyReply, file: OpenedFile, header: string | undefined): FastifyReply {
  const range = readRange(header, file.byteSize);
  if (range === 'unsatisfiable')
    return reply
      .code(416)
      .header('content-range', `bytes */${file.byteSize}`)
      .header('cache-control', 'no-store')
      .send('');
  if (!range) return reply.header('content-length', file.byteSize).send(file.read());
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${file.byteSize}`)
    .header('content-length', range.end - range.start + 1)
    .send(file.read(range));
}

/** One range of bytes (RFC 9110 §14.2); null for the whole file, also when several are asked for. */
function readRange(header: string | undefined, byteSize: number): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, byteSize - Number(last)) : Number(first);
  const end = first === '' || last === '' ? byteSize - 1 : Math.min(Number(last), byteSize - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
