import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { Server } from '@tus/server';
import { type ErrorCode, errorCatalogue } from '@vlam/contract/errors';
import { uploadPath as path, uploadLimits } from '@vlam/contract/media';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import { guardRoute, type RouteGuardDependencies } from './guard-route.ts';
import type { StoredMedia } from './media.ts';
import type { MediaService } from './service.ts';
import type { SentKind, Uploads } from './uploads.ts';

/** The id reserved for a new upload; set here, never accepted from a request. */
const reservedId = 'x-reserved-id';
const idFormat = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const forwardedHeaders = /^(tus-|upload-|content-type$|content-length$)/;
const returnedHeaders = /^(tus-|upload-|location$)/;

type Body = { Params: { id: string } };

/** Resumable uploads (tus 1.0). Permissions are checked here; the protocol is the library's. */
export function registerUploads(
  app: FastifyInstance,
  deps: RouteGuardDependencies & { media: MediaService; logger: Logger },
): void {
  const { uploads } = deps.media;
  app.addHook('onClose', uploads.locks.close);
  const tus = createTusServer(uploads, deps.logger);
  const guard = (request: FastifyRequest, rate: 'upload' | 'read') =>
    guardRoute(deps, request, { name: 'uploads', access: 'adult', rate });
  const answer = async (request: FastifyRequest, reply: FastifyReply, id?: string) =>
    present(request, reply, await tus.handleWeb(toWebRequest(request, id)));

  // The bytes are streamed to the file: they are not buffered in memory, and no limit for JSON bodies applies.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));

  app.options(path, async (request, reply) => {
    await guard(request, 'read');
    return answer(request, reply);
  });
  app.post(path, async (request, reply) => {
    const viewer = await guard(request, 'upload');
    if (request.headers['tus-resumable'] !== '1.0.0') return answer(request, reply);
    const metadata = readMetadata(request.headers['upload-metadata']);
    // A tab can outlive its session: a file chosen in it must not be stored for the next account.
    if (metadata.account !== undefined && metadata.account !== viewer.accountId) throw new AppError('UNAUTHORIZED');
    const kind = readKind(metadata.kind);
    // Sound has one form, whether it is published or delivered.
    const isStream = kind === 'audio' || (kind === 'video' && metadata.use === 'publish');
    if (isStream && !viewer.isCreator) throw new AppError('CREATOR_PROFILE_REQUIRED');
    const byteSize = readLength(request.headers['upload-length']);
    const { id } = await uploads.reserve(viewer, { kind, byteSize, isStream });
    const response = await tus.handleWeb(toWebRequest(request, id));
    if (!response.ok) await uploads.cancel(id, 'This upload was not finished');
    return present(request, reply, response);
  });
  app.head<Body>(`${path}/:id`, async (request, reply) => {
    const media = await findOwn(request, await guard(request, 'read'));
    if (media.state === 'uploading') {
      // The last byte arrived but its response was lost: the client asks for the offset only, without another PATCH.
      const received = await uploads.received(media.id);
      if (received === undefined) throw new AppError('NOT_FOUND');
      if (received === media.byteSize) await uploads.finish(media.id);
      return answer(request, reply);
    }
    if (media.state === 'failed' || media.state === 'blocked') throw new AppError('NOT_FOUND');
    const size = String(media.byteSize);
    return reply.headers({ 'tus-resumable': '1.0.0', 'upload-length': size, 'upload-offset': size }).send();
  });
  app.patch<Body>(`${path}/:id`, async (request, reply) => {
    const media = await findOwn(request, await guard(request, 'upload'));
    if (media.state !== 'uploading') throw new AppError('CONFLICT');
    return answer(request, reply);
  });
  app.delete<Body>(`${path}/:id`, async (request, reply) => {
    const media = await findOwn(request, await guard(request, 'upload'));
    if (media.state !== 'uploading') throw new AppError('CONFLICT');
    const response = await tus.handleWeb(toWebRequest(request));
    if (response.ok) await uploads.cancel(media.id, 'This upload was given up');
    return present(request, reply, response);
  });

  async function findOwn(request: FastifyRequest<Body>, viewer: { accountId: string }): Promise<StoredMedia> {
    if (!idFormat.test(request.params.id)) throw new AppError('NOT_FOUND');
    return uploads.find(viewer.accountId, request.params.id);
  }
}

function createTusServer(uploads: Uploads, logger: Logger): Server {
  return new Server({
    path,
    relativeLocation: true,
    maxSize: uploadLimits.video,
    datastore: uploads.datastore,
    locker: uploads.locks,
    allowedOrigins: () => false,
    lockDrainTimeout: 1_000,
    namingFunction: (request) => request.headers.get(reservedId) ?? '',
    // A file name can identify a person, so only the kind is stored of the client's metadata.
    onUploadCreate: async (_request, upload) => ({ metadata: { kind: upload.metadata?.kind ?? 'image' } }),
    onUploadFinish: async (_request, upload) => {
      await uploads.finish(upload.id);
      return {};
    },
    onResponseError: (_request, error) => {
      const isExpected = error instanceof AppError && error.status < 500;
      if (error instanceof Error && !isExpected) logger.error('upload failed', errorFields(error.cause ?? error));
      return error instanceof AppError ? { status_code: error.status, body: error.message } : undefined;
    },
  });
}

function toWebRequest(request: FastifyRequest, id?: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && forwardedHeaders.test(name)) headers.set(name, value);
  if (id) headers.set(reservedId, id);
  const carries = request.method === 'POST' || request.method === 'PATCH';
  const url = `http://localhost${request.url.split('?')[0]}`;
  return new Request(url, {
    method: request.method,
    headers,
    ...(carries ? { body: Readable.toWeb(bodyUntilBreak(request.raw)) as ReadableStream, duplex: 'half' } : {}),
  });
}

/** The body of a request; it ends where the connection breaks, so that what arrived is stored. */
function bodyUntilBreak(request: IncomingMessage): Readable {
  const body = request.pipe(new PassThrough());
  request.once('error', () => body.end()).once('close', () => body.end());
  return body;
}

/** What the protocol did not read of a refused piece would block the connection's next request. */
function discardRest(request: IncomingMessage): void {
  if (request.readableEnded) return;
  request.unpipe();
  request.resume();
}

const codes: Record<number, ErrorCode> = {
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA',
  423: 'CONFLICT',
  503: 'UNAVAILABLE',
};

/** Keeps the protocol's status and headers; errors get the common error body. */
async function present(request: FastifyRequest, reply: FastifyReply, response: Response): Promise<FastifyReply> {
  discardRest(request.raw);
  for (const [name, value] of response.headers) if (returnedHeaders.test(name)) reply.header(name, value);
  reply.code(response.status);
  if (response.ok) return reply.send();
  const code = codes[response.status] ?? (response.status < 500 ? 'BAD_REQUEST' : 'INTERNAL');
  const message = code === 'UNSUPPORTED_MEDIA' ? await response.text() : errorCatalogue[code].message;
  return reply.type('application/json; charset=utf-8').send(JSON.stringify({ message, code, requestId: request.id }));
}

/** The client's metadata, by name. */
function readMetadata(header: string | string[] | undefined): { kind?: string; account?: string; use?: string } {
  const pairs = String(header ?? '')
    .split(',')
    .map((pair) => pair.trim().split(' '));
  const read = (name: string) => {
    const given = pairs.find(([each]) => each === name)?.[1];
    return given === undefined ? {} : { [name]: Buffer.from(given, 'base64').toString('utf8') };
  };
  return { ...read('kind'), ...read('account'), ...read('use') };
}

/** A picture's `kind` may be left out. */
function readKind(kind = 'image'): SentKind {
  if (kind !== 'image' && kind !== 'video' && kind !== 'audio') throw new AppError('BAD_REQUEST');
  return kind;
}

function readLength(header: string | string[] | undefined): number {
  if (typeof header !== 'string' || !/^[1-9]\d{0,11}$/.test(header)) throw new AppError('BAD_REQUEST');
  return Number(header);
}
