import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { addAbortSignal, PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { S3 } from '@aws-sdk/client-s3';
import type { ByteRange } from './storage.ts';

/** Address of an S3-compatible store, and access to one of its buckets. */
export interface BucketSettings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket's name is in the path instead of the host name. */
  pathStyle: boolean;
}

/** A stored part of an unfinished multipart object. */
export interface Part {
  number: number;
  byteSize: number;
  tag: string;
}

export interface BucketObject {
  key: string;
  modifiedAt: Date;
}

/** One bucket of an S3-compatible store. Every method rejects when the store refuses or does not respond. */
export interface Bucket {
  put(key: string, data: Buffer | Readable): Promise<void>;
  /** Undefined when there is no such object. */
  stat(key: string): Promise<{ byteSize: number } | undefined>;
  /** A stream without a time limit: a viewer may read slowly. */
  read(key: string, range?: ByteRange): Readable;
  /** The bytes of an object or a range of it; undefined when there is none. Rejects after ten minutes. */
  readWhole(key: string, range?: ByteRange): Promise<Buffer | undefined>;
  /** Copies an object to a new local file; returns false when there is none. Rejects after ten minutes. */
  copyToFile(key: string, path: string): Promise<boolean>;
  /** Idempotent. */
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<BucketObject>;
  /** Begins a multipart object; returns its id for the calls below. */
  begin(key: string): Promise<string>;
  putPart(key: string, id: string, number: number, bytes: Buffer): Promise<Part>;
  /** Parts in order; undefined when the object was completed or abandoned. */
  parts(key: string, id: string): Promise<Part[] | undefined>;
  complete(key: string, id: string, parts: readonly Part[]): Promise<void>;
  abandon(key: string, id: string): Promise<void>;
}

/** The smallest part S3 accepts, except for the last one of an object. */
export const minPartBytes = 5 * 1024 ** 2;
/** A store that stops in the middle of an object must not hold a job or a lock. */
const copyTimeoutMs = 10 * 60_000;

/** Loads the client with the first call, so a site without a store never does. */
export function openBucket(settings: BucketSettings): Bucket {
  const Bucket = settings.bucket;
  let client: Promise<S3> | null = null;
  const s3 = () => {
    client ??= connect(settings);
    return client;
  };

  const bucket: Bucket = {
    async put(Key, Body) {
      if (Buffer.isBuffer(Body)) return void (await (await s3()).putObject({ Bucket, Key, Body }));
      const { Upload } = await import('@aws-sdk/lib-storage');
      await new Upload({ client: await s3(), params: { Bucket, Key, Body }, queueSize: 2 }).done();
    },
    stat: (Key) =>
      unlessMissing(async () => ({ byteSize: (await (await s3()).headObject({ Bucket, Key })).ContentLength ?? 0 })),
    read(Key, range) {
      const output = new PassThrough();
      const request = new AbortController();
      output.once('close', () => request.abort());
      const Range = range && `bytes=${range.start}-${range.end}`;
      const copy = async () => {
        const { Body } = await (await s3()).getObject({ Bucket, Key, Range }, { abortSignal: request.signal });
        await pipeline(Body as Readable, output);
      };
      copy().catch((error: Error) => output.destroy(error));
      return output;
    },
    readWhole: (key, range) =>
      unlessMissing(() => buffer(addAbortSignal(AbortSignal.timeout(copyTimeoutMs), bucket.read(key, range)))),
    async copyToFile(key, path) {
      try {
        const file = createWriteStream(path, { mode: 0o600, flags: 'wx' });
        await pipeline(bucket.read(key), file, { signal: AbortSignal.timeout(copyTimeoutMs) });
        return true;
      } catch (error) {
        await rm(path, { force: true });
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async remove(Key) {
      await unlessMissing(async () => (await s3()).deleteObject({ Bucket, Key }));
    },
    async *list(Prefix) {
      let ContinuationToken: string | undefined;
      do {
        const page = await (await s3()).listObjectsV2({ Bucket, Prefix, ContinuationToken });
        for (const { Key: key, LastModified: modifiedAt } of page.Contents ?? [])
          if (key && modifiedAt) yield { key, modifiedAt };
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken);
    },
    async begin(Key) {
      const { UploadId } = await (await s3()).createMultipartUpload({ Bucket, Key });
      if (!UploadId) throw new Error('the store named no upload');
      return UploadId;
    },
    async putPart(Key, UploadId, number, bytes) {
      const { ETag } = await (await s3()).uploadPart({ Bucket, Key, UploadId, PartNumber: number, Body: bytes });
      return { number, byteSize: bytes.length, tag: ETag ?? '' };
    },
    parts: (Key, UploadId) =>
      unlessMissing(async () => {
        const found: Part[] = [];
        let PartNumberMarker: string | undefined;
        do {
          const page = await (await s3()).listParts({ Bucket, Key, UploadId, PartNumberMarker });
          for (const { PartNumber: number = 0, Size: byteSize = 0, ETag: tag = '' } of page.Parts ?? [])
            found.push({ number, byteSize, tag });
          PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
        } while (PartNumberMarker);
        return found.sort((one, other) => one.number - other.number);
      }),
    async complete(Key, UploadId, parts) {
      const Parts = parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }));
      await (await s3()).completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload: { Parts } });
    },
    async abandon(Key, UploadId) {
      await unlessMissing(async () => (await s3()).abortMultipartUpload({ Bucket, Key, UploadId }));
    },
  };
  return bucket;
}

async function connect(settings: BucketSettings): Promise<S3> {
  const { S3: Client } = await import('@aws-sdk/client-s3');
  const { endpoint, region, accessKeyId, secretAccessKey, pathStyle } = settings;
  const agent = { keepAlive: true, maxSockets: 500 };
  return new Client({
    ...{ endpoint, region, forcePathStyle: pathStyle, credentials: { accessKeyId, secretAccessKey } },
    maxAttempts: 3,
    // By default bodies carry trailing checksums; many compatible stores refuse them or store them as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // By default each larger body opens a connection of its own.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: 3_000,
      // Until the response begins. Its body has no time limit.
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

const missing = new Set(['NotFound', 'NoSuchKey', 'NoSuchUpload']);
const isMissing = (error: unknown): boolean => error instanceof Error && missing.has(error.name);

async function unlessMissing<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
