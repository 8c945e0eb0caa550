import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { guardRoute, type RouteGuardDependencies } from '../../media/service.ts';
import { type PortraitSize, portraitSizes } from '../portraits.ts';
import type { PhotoChecks } from './checks.ts';
import type { PhotoFiles } from './files.ts';

const selfieName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;
const fileName = /^([0-9a-f]{32})-([a-z]+)\.webp$/;

/**
 * Own photos of members. The address has no signature: its key cannot be guessed, and permission is checked at each
 * request, also before a browser shows its own copy again.
 */
export function registerPhotos(
  app: FastifyInstance,
  deps: RouteGuardDependencies & { profiles: PhotoFiles & PhotoChecks },
): void {
  app.get<{ Params: { file: string } }>('/img/o/:file', async (request, reply) => {
    const viewer = await guardRoute(deps, request, { name: 'photoFile', access: 'adult', rate: 'read' });
    const [, key, size = ''] = fileName.exec(request.params.file) ?? [];
    if (!key || !isSize(size)) throw new AppError('NOT_FOUND');
    await deps.profiles.requirePhoto(viewer, key, size);
    const etag = `"${size}"`;
    const isKnown = request.headers['if-none-match'] === etag;
    const bytes = isKnown ? null : await deps.profiles.readPhoto(key, size);
    reply.headers({
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
      etag,
    });
    return bytes ? reply.type('image/webp').send(bytes) : reply.code(304).send();
  });

  // A selfie that waits for a moderator. Not stored by the browser: each reading is recorded.
  app.get<{ Params: { file: string } }>('/img/s/:file', async (request, reply) => {
    const viewer = await guardRoute(deps, request, {
      name: 'selfieFile',
      access: { permission: 'moderate_content' },
      rate: 'read',
    });
    const [, id] = selfieName.exec(request.params.file) ?? [];
    if (!id) throw new AppError('NOT_FOUND');
    const bytes = await deps.profiles.openSelfie(viewer, id);
    reply.headers({ 'cache-control': 'private, no-store', 'content-security-policy': "default-src 'none'; sandbox" });
    return reply.type('image/webp').send(bytes);
  });
}

const isSize = (size: string): size is PortraitSize | 'whole' => size === 'whole' || Object.hasOwn(portraitSizes, size);
