import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { eighteenSvg } from '../../platform/imagery/eighteen.ts';
import { portraitWebp } from '../../platform/imagery/pictures.ts';
import { renderWebp } from '../../platform/imagery/render.ts';
import { createRenderedCache } from '../../platform/imagery/rendered-cache.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { type PortraitSize, portraitSizes } from './portraits.ts';

const fileName = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-([a-z]+)(-b)?(-o)?\.webp$/;
/** The age gate's "18+": upright above the text on phones, tall beside the form on wider screens. */
const eighteenSizes = [
  { width: 780, height: 860, ribs: 17 },
  { width: 1080, height: 1200, ribs: 30 },
];

/**
 * Generated portraits. They need no session and no database: a picture depends only on the id in its URL, and unknown
 * ids get one too, so a response reveals nothing about members. Only a new drawing counts against the visitor's budget.
 */
export function registerPortraits(app: FastifyInstance, { rateLimiter }: { rateLimiter: RateLimiter }): void {
  const cache = createRenderedCache({ maxBytes: 48 * 1024 * 1024 });
  app.get<{ Params: { file: string } }>('/img/p/:file', async (request, reply) => {
    const [, id, size, behind, open] = fileName.exec(request.params.file) ?? [];
    if (!id || !size || !Object.hasOwn(portraitSizes, size)) throw new AppError('NOT_FOUND');
    const options = portraitSizes[size as PortraitSize];
    return sendImmutable(request, reply, request.params.file, () =>
      portraitWebp(id, { ...options, ...(behind ? { pose: 'back' } : {}), ...(open ? { ribs: 1 } : {}) }),
    );
  });
  for (const size of eighteenSizes) {
    const name = `18-${size.width}x${size.height}`;
    app.get(`/img/${name}.webp`, (request, reply) =>
      sendImmutable(request, reply, name, () => renderWebp(eighteenSvg(size))),
    );
  }

  async function sendImmutable(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    draw: () => Promise<Buffer>,
  ) {
    const drawing = async () => {
      rateLimiter.spend('read', request.ip, null);
      return draw();
    };
    const etag = `"${createHash('sha256').update(name).digest('base64url').slice(0, 22)}"`;
    const picture = request.headers['if-none-match'] === etag ? null : await cache.get(name, drawing);
    // Set after drawing, so that a failure is not cached.
    reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', etag });
    return picture ? reply.type('image/webp').send(picture) : reply.code(304).send();
  }
}
