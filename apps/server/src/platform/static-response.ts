import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const [packBrotli, packGzip] = [promisify(brotliCompress), promisify(gzip)];

interface Response {
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/**
 * A response that is the same for everyone: rendered and compressed at the first request, then reused. `write` must
 * depend only on this version of the program.
 */
export function createStaticResponse(type: string, write: () => string) {
  let built: Promise<Response> | undefined;
  async function build(): Promise<Response> {
    const plain = Buffer.from(write());
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
    const [br, zipped] = await Promise.all([packBrotli(plain, { params }), packGzip(plain)]);
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    return { etag, plain, br, gzip: zipped };
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    built ??= build();
    const response = await built;
    reply.headers({ etag: response.etag, 'cache-control': 'public, max-age=300', vary: 'accept-encoding' }).type(type);
    if (request.headers['if-none-match']?.split(/,\s*/).some((tag) => tag.replace(/^W\//, '') === response.etag))
      return reply.code(304).send();
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = (['br', 'gzip'] as const).find((name) =>
      new RegExp(`\\b${name}\\b(?!;q=0(?:\\.0*)?(?:,|$))`).test(accepted),
    );
    return encoding ? reply.header('content-encoding', encoding).send(response[encoding]) : reply.send(response.plain);
  };
}
