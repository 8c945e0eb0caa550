import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { BucketSettings } from '../src/platform/bucket.ts';
import { freePort } from './free-port.ts';
import { checkSignature } from './s3-signature.ts';

interface StoredFile {
  path: string;
  size: number;
  tag: string;
  modifiedAt: Date;
}

export interface S3Server {
  /** What reaches its only bucket. */
  settings: BucketSettings;
  /** Keys of all objects, sorted. */
  keys(): string[];
  /** The same, with the keys of unfinished multipart objects. */
  contents(): Promise<string[]>;
  /** The requests so far, such as "PUT media/…", and "PUT media/…?part=2". */
  requests: string[];
  /** Answers these requests with an error of the server until it returns false. */
  fail(matches: (request: string) => boolean): void;
  /** Breaks all connections and accepts no more, until `start`; what is stored stays. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const minPartBytes = 5 * 1024 ** 2;
/** Small, so that tests read several pages. */
const pageSize = 3;

class S3Error extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number) {
    super(code);
    this.code = code;
    this.status = status;
  }
}

/**
 * A server of the part of S3 that is used here, true to its protocol where clients go wrong: it checks signatures and
 * hashes, takes no body without a length or in chunks of its own framing, and no part that is too small.
 */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'vlam-s3-'));
  const port = await freePort();
  const settings: BucketSettings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'af-south-1',
    bucket: 'vlam-media',
    accessKeyId: 'AKIDTEST',
    secretAccessKey: randomBytes(20).toString('base64url'),
    pathStyle: true,
  };
  const objects = new Map<string, StoredFile>();
  const unfinished = new Map<string, { key: string; parts: Map<number, StoredFile> }>();
  const requests: string[] = [];
  let fails: (request: string) => boolean = () => false;

  async function receive(request: IncomingMessage): Promise<StoredFile> {
    const { 'content-length': length, 'x-amz-content-sha256': signed, 'content-encoding': encoding } = request.headers;
    if (encoding?.includes('aws-chunked') || String(signed).startsWith('STREAMING'))
      throw new S3Error('NotImplemented', 501);
    if (length === undefined) throw new S3Error('MissingContentLength', 411);
    const path = join(folder, randomBytes(8).toString('hex'));
    const [sha256, md5] = [createHash('sha256'), createHash('md5')];
    request.on('data', (chunk: Buffer) => {
      sha256.update(chunk);
      md5.update(chunk);
    });
    await pipeline(request, createWriteStream(path));
    const { size } = await stat(path);
    if (size !== Number(length)) throw new S3Error('IncompleteBody', 400);
    if (signed !== 'UNSIGNED-PAYLOAD' && signed !== sha256.digest('hex'))
      throw new S3Error('XAmzContentSHA256Mismatch', 400);
    return { path, size, tag: `"${md5.digest('hex')}"`, modifiedAt: new Date() };
  }

  async function complete(key: string, id: string, body: string): Promise<string> {
    const { parts } = partsOf(key, id);
    const named = [...body.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      tag: (/<ETag>(.*?)<\/ETag>/.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
    }));
    const files = named.map(({ number, tag }, index) => {
      const file = parts.get(number);
      if (!file || file.tag !== tag) throw new S3Error('InvalidPart', 400);
      if (number <= (named[index - 1]?.number ?? 0)) throw new S3Error('InvalidPartOrder', 400);
      if (file.size < minPartBytes && index < named.length - 1) throw new S3Error('EntityTooSmall', 400);
      return file;
    });
    if (files.length === 0) throw new S3Error('MalformedXML', 400);
    const path = join(folder, randomBytes(8).toString('hex'));
    await copyFile(files[0]?.path ?? '', path);
    for (const file of files.slice(1))
      await pipeline(createReadStream(file.path), createWriteStream(path, { flags: 'a' }));
    const tag = `"${randomBytes(16).toString('hex')}-${files.length}"`;
    objects.set(key, { path, size: (await stat(path)).size, tag, modifiedAt: new Date() });
    unfinished.delete(id);
    return `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`;
  }

  function partsOf(key: string, id: string) {
    const found = unfinished.get(id);
    if (found?.key !== key) throw new S3Error('NoSuchUpload', 404);
    return found;
  }

  function list(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? '';
    const matching = [...objects.keys()]
      .sort()
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
    const page = matching.slice(0, pageSize);
    const more = matching.length > page.length;
    const entries = page.map((key) => {
      const { size, tag, modifiedAt } = objects.get(key) as StoredFile;
      const shown = `<Size>${size}</Size><ETag>${tag}</ETag><LastModified>${modifiedAt.toISOString()}</LastModified>`;
      return `<Contents><Key>${key}</Key>${shown}</Contents>`;
    });
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`;
  }

  function listParts(key: string, id: string, marker: number): string {
    const matching = [...partsOf(key, id).parts].sort(([one], [other]) => one - other).filter(([n]) => n > marker);
    const page = matching.slice(0, pageSize);
    const more = matching.length > page.length;
    const entries = page.map(
      ([number, { size, tag }]) =>
        `<Part><PartNumber>${number}</PartNumber><Size>${size}</Size><ETag>${tag}</ETag></Part>`,
    );
    const next = more ? `<NextPartNumberMarker>${page.at(-1)?.[0]}</NextPartNumberMarker>` : '';
    return `<ListPartsResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListPartsResult>`;
  }

  async function send(request: IncomingMessage, response: ServerResponse, file: StoredFile): Promise<void> {
    const { path, size, tag, modifiedAt } = file;
    const headers = { etag: tag, 'last-modified': modifiedAt.toUTCString(), 'accept-ranges': 'bytes' };
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(first ?? 0);
    const end = Math.min(last ? Number(last) : size - 1, size - 1);
    if (first !== undefined && start >= size) throw new S3Error('InvalidRange', 416);
    const range = first === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${size}` };
    response.writeHead(first === undefined ? 200 : 206, { ...headers, ...range, 'content-length': end - start + 1 });
    if (request.method === 'HEAD' || size === 0) return void response.end();
    await pipeline(createReadStream(path, { start, end }), response);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', settings.endpoint);
    const [, bucket = '', ...rest] = address.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    const { searchParams: query } = address;
    const method = request.method ?? '';
    const part = query.get('partNumber');
    const name = `${method} ${key}${query.has('uploads') ? '?uploads' : ''}${part ? `?part=${part}` : ''}`;
    requests.push(name);
    if (fails(name)) throw new S3Error('InternalError', 500);
    const refusal = checkSignature(request, settings);
    if (refusal) throw new S3Error(refusal, 403);
    if (bucket !== settings.bucket) throw new S3Error('NoSuchBucket', 404);
    // A grant beyond the owner would open the bucket to strangers.
    if (Object.keys(request.headers).some((header) => /^x-amz-(acl|grant)/.test(header)))
      throw new S3Error('AccessControlListNotSupported', 400);
    const id = query.get('uploadId');
    const xml = (body: string) => void response.writeHead(200, { 'content-type': 'application/xml' }).end(body);
    if (method === 'GET' && key === '') return xml(list(query));
    if (method === 'GET' && id) return xml(listParts(key, id, Number(query.get('part-number-marker') ?? 0)));
    if (method === 'POST' && query.has('uploads')) {
      const made = randomBytes(12).toString('hex');
      unfinished.set(made, { key, parts: new Map() });
      return xml(`<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (method === 'POST' && id) return xml(await complete(key, id, await text(request)));
    if (method === 'PUT') {
      const into = id ? partsOf(key, id).parts : null;
      const file = await receive(request);
      if (into) into.set(Number(query.get('partNumber')), file);
      else objects.set(key, file);
      return void response.writeHead(200, { etag: file.tag }).end();
    }
    if (method === 'DELETE') {
      if (id && partsOf(key, id)) unfinished.delete(id);
      else objects.delete(key);
      return void response.writeHead(204).end();
    }
    const file = objects.get(key);
    if (!file) throw new S3Error('NoSuchKey', 404);
    await send(request, response, file);
  }

  let server: Server | null = null;
  async function start(): Promise<void> {
    const made = createServer((request, response) => {
      answer(request, response).catch((error: unknown) => {
        if (response.headersSent || request.destroyed) return void response.destroy();
        const { code, status } = error instanceof S3Error ? error : new S3Error('InternalError', 500);
        const body = request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
        response.writeHead(status, { 'content-type': 'application/xml', connection: 'close' }).end(body);
      });
    });
    await new Promise<void>((done) => made.listen(port, '127.0.0.1', done));
    server = made;
  }
  async function stop(): Promise<void> {
    const stopped = server;
    server = null;
    if (!stopped) return;
    stopped.closeAllConnections();
    await new Promise((done) => stopped.close(done));
  }

  await start();
  return {
    settings,
    keys: () => [...objects.keys()].sort(),
    contents: async () => [...objects.keys(), ...[...unfinished.values()].map(({ key }) => key)].sort(),
    requests,
    fail(matches) {
      fails = matches;
    },
    stop,
    start,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
