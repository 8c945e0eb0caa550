import type { FastifyReply } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { ByteRange } from '../../platform/storage.ts';
import type { OpenedFile } from './files.ts';
import type { OpenedStreamFile } from './stream/stream-reader.ts';

/** A file is no page: nothing in it runs. */
export const lockedHeaders = { 'content-security-policy': "default-src 'none'; sandbox" };
/** Of an address; `expires` in seconds since 1970. */
export const secondsUntil = (clock: Clock, expires: number): number =>
  expires - Math.floor(clock.now().getTime() / 1000);

const textTypes = { playlist: 'application/vnd.apple.mpegurl', captions: 'text/vtt; charset=utf-8' } as const;

/** Answers with a file of a stream; lists are not stored, and bytes only by the viewer's browser. */
export function sendStreamFile(
  reply: FastifyReply,
  file: OpenedStreamFile,
  { secondsLeft, range }: { secondsLeft: number; range: string | undefined },
): FastifyReply {
  reply.headers(lockedHeaders);
  // A list holds addresses: it is made for each request.
  // Captions are replaced under the same address.
  if ('text' in file)
    return reply.headers({ 'content-type': textTypes[file.type], 'cache-control': 'no-store' }).send(file.text);
  reply.headers({
    'content-type': file.type === 'segment' ? 'video/iso.segment' : 'video/mp4',
    'cache-control': `private, max-age=${secondsLeft}`,
    'accept-ranges': 'bytes',
  });
  return sendFile(reply, file, range);
}

/** Answers with a file or the one range that is asked for. */
export function sendFile(reply: FastifyReply, file: OpenedFile, header: string | undefined): FastifyReply {
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
