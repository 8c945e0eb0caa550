import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import type { Bucket } from '../../platform/bucket.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type BucketUploads, createBucketUploads } from './bucket-uploads.ts';
import type { UploadStore } from './upload-store.ts';

/** Finds the row of an upload in the database. */
type FindUpload = (id: string) => Promise<{ byteSize: number; kind: string } | undefined>;

interface BucketUploadStoreDependencies {
  bucket: Bucket;
  /** Local folder for bytes on their way to the store and for copies of uploads. */
  directory: string;
  find: FindUpload;
}

/** Uploads in a bucket: any process can take the next bytes, and any other can process the file. */
export function createBucketUploadStore({ bucket, directory, find }: BucketUploadStoreDependencies): UploadStore {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const stored = createBucketUploads(bucket, directory);

  return {
    datastore: new BucketDataStore(stored, find),
    received: (id) => orUnavailable(stored.received(id)),
    complete: (id, byteSize) => orUnavailable(stored.complete(id, byteSize)),
    readStart: async (id, byteCount) => (await orUnavailable(stored.read(id, byteCount))) ?? Buffer.alloc(0),
    async takeFile(id) {
      const path = join(directory, `${id}.${newId()}`);
      const exists = await orUnavailable(stored.copyToFile(id, path));
      return exists ? { path, release: () => rm(path, { force: true }) } : undefined;
    },
    readWhole: (id) => orUnavailable(stored.read(id)),
    removeFile: (id) => orUnavailable(stored.remove(id)),
    listFiles: (before) => orUnavailable(stored.list(before)),
    async clearLocalFiles(before) {
      for (const name of await readdir(directory)) {
        const file = await stat(join(directory, name)).catch(() => null);
        if (file && file.mtime < before) await rm(join(directory, name), { force: true });
      }
    },
  };
}

/** These uploads as the tus server needs them. */
class BucketDataStore extends DataStore {
  readonly #stored: BucketUploads;
  readonly #find: FindUpload;

  constructor(stored: BucketUploads, find: FindUpload) {
    super();
    this.#stored = stored;
    this.#find = find;
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async create(upload: Upload): Promise<Upload> {
    await orUnavailable(this.#stored.begin(upload.id));
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const [known, offset] = await Promise.all([this.#find(id), orUnavailable(this.#stored.received(id))]);
    if (!known || offset === undefined) throw { status_code: 404, body: 'Not found' };
    return new Upload({ id, size: known.byteSize, offset, metadata: { kind: known.kind } });
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const byteSize = (await this.#find(id))?.byteSize ?? 0;
    return orUnavailable(this.#stored.append(id, source, { offset, byteSize }));
  }

  override remove(id: string): Promise<void> {
    return orUnavailable(this.#stored.remove(id));
  }
}

async function orUnavailable<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw new AppError('UNAVAILABLE', { cause: error });
  }
}
