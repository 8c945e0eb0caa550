import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
/** Below this many characters the headers weigh more than what is saved. */
const worthwhile = 1_200;

/** Brotli of an answer for a client that takes it, or null when it is not worth it. Level 4 costs well under a millisecond. */
export async function compressAnswer(body: string, acceptEncoding: string | undefined): Promise<Buffer | null> {
  if (body.length < worthwhile || !/\bbr\b/.test(acceptEncoding ?? '')) return null;
  return compress(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}
