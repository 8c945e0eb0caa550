import { createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Bucket, minPartBytes, type Part } from '../../platform/bucket.ts';
import { newId } from '../../platform/ids.ts';

// An upload is one multipart object. A store takes no part below 5 MB except the last, so the bytes of an unfinished
// part are an object of their own, named after that part's number: an outdated one is never read.
//
//   uploads/<id>          the whole file, once it is complete
//   uploads/<id>.begun    the store's id of the multipart object
//   uploads/<id>.tail.7   the beginning of part 7

const folder = 'uploads/';
const keyFormat = /^uploads\/([0-9a-f-]{36})(\.|$)/;

/** What has arrived of an unfinished upload. */
interface Progress {
  multipartId: string;
  parts: Part[];
  /** Bytes in `parts`. */
  partBytes: number;
  /** Bytes of the next part. */
  tailBytes: number;
}

export interface BucketUploads {
  begin(id: string): Promise<void>;
  /** Bytes that have arrived, or undefined when there is no such upload. */
  received(id: string): Promise<number | undefined>;
  /**
   * Adds `source` at `offset`, which must be what has arrived, to an upload of `byteSize` in total. Returns how many
   * bytes have arrived then.
   */
  append(id: string, source: Readable, at: { offset: number; byteSize: number }): Promise<number>;
  /** Idempotent. Rejects unless all bytes have arrived. */
  complete(id: string, byteSize: number): Promise<void>;
  /** The first bytes of a complete upload, or all of them; undefined when there is none. */
  read(id: string, byteCount?: number): Promise<Buffer | undefined>;
  /** Returns false when there is no complete upload. */
  copyToFile(id: string, path: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** Ids of uploads older than a moment. */
  list(before: Date): Promise<string[]>;
}

/** `directory` holds the body of a request until the store has it. */
export function createBucketUploads(bucket: Bucket, directory: string): BucketUploads {
  const keyOf = (id: string) => `${folder}${id}`;
  const begunKey = (id: string) => `${keyOf(id)}.begun`;
  const tailKey = (id: string, part: number) => `${keyOf(id)}.tail.${part}`;

  async function findProgress(id: string): Promise<Progress | undefined> {
    const multipartId = (await bucket.readWhole(begunKey(id)))?.toString();
    const parts = multipartId ? await bucket.parts(keyOf(id), multipartId) : undefined;
    if (!multipartId || !parts) return undefined;
    const tail = await bucket.stat(tailKey(id, parts.length + 1));
    return { multipartId, parts, partBytes: sumOf(parts), tailBytes: tail?.byteSize ?? 0 };
  }

  async function finish(id: string, multipartId: string, parts: readonly Part[], byteSize: number): Promise<void> {
    // The response may be lost, or another process may have completed it: the stored object decides.
    const failure = await bucket.complete(keyOf(id), multipartId, parts).catch((error: unknown) => error);
    const stored = await bucket.stat(keyOf(id));
    if (stored?.byteSize !== byteSize) throw failure ?? new Error('the stored upload has another size');
  }

  /** Sends a file that begins with the tail, part after part; its last bytes become the next tail. */
  async function send(id: string, progress: Progress, path: string, byteSize: number): Promise<number> {
    const { multipartId, partBytes, tailBytes } = progress;
    const { size } = await stat(path);
    const parts = [...progress.parts];
    let sent = 0;
    while (sent < size) {
      const bytes = await readPart(path, sent, Math.min(minPartBytes, size - sent));
      const number = parts.length + 1;
      sent += bytes.length;
      const isLast = partBytes + sent === byteSize;
      if (isLast || bytes.length === minPartBytes)
        parts.push(await bucket.putPart(keyOf(id), multipartId, number, bytes));
      else await bucket.put(tailKey(id, number), bytes);
    }
    if (partBytes + size === byteSize) await finish(id, multipartId, parts, byteSize);
    // Only to save space; `remove` finds it too.
    if (tailBytes > 0 && parts.length > progress.parts.length)
      await bucket.remove(tailKey(id, progress.parts.length + 1)).catch(() => {});
    return partBytes + size;
  }

  const uploads: BucketUploads = {
    async begin(id) {
      await bucket.put(begunKey(id), Buffer.from(await bucket.begin(keyOf(id))));
    },
    async received(id) {
      const progress = await findProgress(id);
      return progress ? progress.partBytes + progress.tailBytes : (await bucket.stat(keyOf(id)))?.byteSize;
    },
    async append(id, source, { offset, byteSize }) {
      const progress = await findProgress(id);
      if (!progress || progress.partBytes + progress.tailBytes !== offset)
        throw new Error('the upload does not end at this offset');
      const path = join(directory, `${id}.${newId()}`);
      try {
        if (progress.tailBytes > 0) {
          await bucket.copyToFile(tailKey(id, progress.parts.length + 1), path);
          if ((await stat(path)).size !== progress.tailBytes)
            throw new Error('the upload has changed during this request');
        }
        await pipeline(source, createWriteStream(path, { mode: 0o600, flags: 'a' }));
        return await send(id, progress, path, byteSize);
      } finally {
        await rm(path, { force: true });
      }
    },
    async complete(id, byteSize) {
      if ((await bucket.stat(keyOf(id)))?.byteSize !== byteSize)
        await uploads.append(id, Readable.from([]), { offset: byteSize, byteSize });
    },
    read: (id, byteCount) => bucket.readWhole(keyOf(id), byteCount ? { start: 0, end: byteCount - 1 } : undefined),
    copyToFile: (id, path) => bucket.copyToFile(keyOf(id), path),
    async remove(id) {
      const multipartId = (await bucket.readWhole(begunKey(id)))?.toString();
      if (multipartId) await bucket.abandon(keyOf(id), multipartId);
      // The multipart id goes last: after a crash before that, the next removal finds the rest.
      for await (const { key } of bucket.list(keyOf(id))) if (key !== begunKey(id)) await bucket.remove(key);
      await bucket.remove(begunKey(id));
    },
    async list(before) {
      const ids = new Set<string>();
      for await (const { key, modifiedAt } of bucket.list(folder)) {
        const [, id] = keyFormat.exec(key) ?? [];
        if (id && modifiedAt < before) ids.add(id);
      }
      return [...ids];
    },
  };
  return uploads;
}

const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { byteSize }) => sum + byteSize, 0);

async function readPart(path: string, start: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
    if (bytesRead !== length) throw new Error('a part could not be read back');
    return buffer;
  } finally {
    await file.close();
  }
}
