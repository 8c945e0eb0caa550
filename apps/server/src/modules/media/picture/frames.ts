import type { Writable } from 'node:stream';

/** A message between this process and the program that opens pictures: JSON, then bytes. */
export interface Frame {
  header: unknown;
  parts: Buffer[];
}

const maxHeader = 64 * 1024;
/** A picture of the most pixels that are decoded, as three bytes each. */
const maxParts = 160 * 1024 ** 2;

/** Length of the JSON, the JSON with the length of each part, and the parts. */
export function writeFrame(to: Writable, header: object, parts: readonly Buffer[] = []): void {
  const json = Buffer.from(JSON.stringify({ header, sizes: parts.map(({ length }) => length) }));
  const start = Buffer.alloc(4);
  start.writeUInt32BE(json.length);
  to.write(Buffer.concat([start, json]));
  for (const part of parts) to.write(part);
}

/** Takes bytes as they arrive, and returns the frames they complete. Throws when they are none. */
export function createFrameReader(): (chunk: Buffer) => Frame[] {
  let chunks: Buffer[] = [];
  let held = 0;
  /** Bytes until which nothing can be read. */
  let wanted = 4;
  return (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    const frames: Frame[] = [];
    while (held >= wanted) {
      const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      chunks = [bytes];
      const frame = frameAt(bytes);
      if (typeof frame === 'number') {
        wanted = frame;
        continue;
      }
      frames.push(frame.frame);
      chunks = [bytes.subarray(frame.end)];
      held -= frame.end;
      wanted = 4;
    }
    return frames;
  };
}

/** The first frame of these bytes, or how many bytes are needed to read on. */
function frameAt(bytes: Buffer): number | { frame: Frame; end: number } {
  const length = bytes.readUInt32BE(0);
  if (length > maxHeader) throw new Error('no frame');
  if (bytes.length < 4 + length) return 4 + length;
  const { header, sizes } = JSON.parse(bytes.toString('utf8', 4, 4 + length)) as { header: unknown; sizes: unknown };
  if (!isSizes(sizes)) throw new Error('no frame');
  let end = 4 + length;
  const parts = sizes.map((size) => {
    end += size;
    return bytes.subarray(end - size, end);
  });
  return bytes.length < end ? end : { frame: { header, parts }, end };
}

const isSizes = (sizes: unknown): sizes is number[] =>
  Array.isArray(sizes) &&
  sizes.length <= 16 &&
  sizes.every((size) => Number.isSafeInteger(size) && size >= 0) &&
  sizes.reduce((sum, size) => sum + size, 0) <= maxParts;
