import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { portraitWebp } from '../../platform/imagery/pictures.ts';
import { createRenderedCache } from '../../platform/imagery/rendered-cache.ts';
import { type PortraitSize, portraitSizes } from './portraits.ts';

const fileName = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-([a-z]+)(-b)?\.webp$/;

/**
 * Drawn pictures of people. They need no session and ask no database: a picture comes from the id in its address and
 * from nothing else, ids nobody has are drawn too, and so an answer says nothing about anybody.
 */
export function registerPortraits(app: FastifyInstance): void {
  const cache = createRenderedCache({ maxBytes: 48 * 1024 * 1024 });
  app.get<{ Params: { file: string } }>('/img/p/:file', async (request, reply) => {
    const [, id, size, behind] = fileName.exec(request.params.file) ?? [];
    if (!id || !size || !Object.hasOwn(portraitSizes, size)) throw new AppError('NOT_FOUND');
    const etag = `"${createHash('sha256').update(request.params.file).digest('base64url').slice(0, 22)}"`;
    reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const options = portraitSizes[size as PortraitSize];
    const picture = await cache.get(request.params.file, () =>
      portraitWebp(id, behind ? { ...options, pose: 'back' } : options),
    );
    return reply.type('image/webp').send(picture);
  });
}
