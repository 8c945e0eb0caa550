import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

const compressInPool = promisify(brotliCompress);
/** Waking a thread of the pool and being woken costs more than compressing a page of the feed. */
const largestInPlace = 48_000;
/** A smaller response fits one packet either way. */
const worthwhileBytes = 1_000;
/** A fifth of a millisecond for a page of the feed, which shrinks to a sixth. */
const quality = 3;

/** JSON, and the lists and captions of recordings. */
const compressedTypes = /^(?:application\/json|application\/vnd\.apple\.mpegurl|text\/vtt)/;

/**
 * Compresses texts for clients that accept brotli. Responses never hold a secret beside text chosen by the
 * caller (sessions live in cookies), so their length reveals nothing.
 */
export function registerCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < worthwhileBytes) return payload;
    if (!compressedTypes.test(String(reply.getHeader('content-type')))) return payload;
    reply.header('vary', 'accept-encoding');
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return payload;
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: payload.length };
    const packed =
      payload.length > largestInPlace
        ? await compressInPool(payload, { params })
        : brotliCompressSync(payload, { params });
    reply.header('content-encoding', 'br').removeHeader('content-length');
    return packed;
  });
}
