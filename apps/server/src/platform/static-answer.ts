import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const [packBrotli, packGzip] = [promisify(brotliCompress), promisify(gzip)];

interface Built {
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/**
 * An answer that is the same for everybody: written and packed once, when it is first asked for, and after that only
 * sent. `write` must depend on nothing but this version of the program.
 */
export function createStaticAnswer(type: string, write: () => string) {
  let built: Promise<Built> | undefined;
  async function build(): Promise<Built> {
    const plain = Buffer.from(write());
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
    const [br, zipped] = await Promise.all([packBrotli(plain, { params }), packGzip(plain)]);
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    return { etag, plain, br, gzip: zipped };
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    built ??= build();
    const answer = await built;
    reply.headers({ etag: answer.etag, 'cache-control': 'public, max-age=300', vary: 'accept-encoding' }).type(type);
    if (request.headers['if-none-match']?.split(/,\s*/).some((mark) => mark.replace(/^W\//, '') === answer.etag))
      return reply.code(304).send();
    const accepted = request.headers['accept-encoding'] ?? '';
    const encoding = (['br', 'gzip'] as const).find((name) =>
      new RegExp(`\\b${name}\\b(?!;q=0(?:\\.0*)?(?:,|$))`).test(accepted),
    );
    return encoding ? reply.header('content-encoding', encoding).send(answer[encoding]) : reply.send(answer.plain);
  };
}
