import * as z from 'zod/mini';
import { pictureSource } from './content.ts';
import { operation } from './operation.ts';
import { id, idParams } from './schemas.ts';

/** Largest upload of each kind, in bytes. */
export const uploadLimits = { image: 25 * 1024 ** 2, audio: 100 * 1024 ** 2, video: 2 * 1024 ** 3 } as const;
/** Limits of a video sent as one clip rather than a stream, in chat and requests. `side` in pixels. */
export const clipLimits = { bytes: 200 * 1024 ** 2, seconds: 600, side: 4_096 } as const;
/**
 * Endpoint of tus 1.0 uploads; the last part of the upload's URL is the media id. Metadata: `kind`, and `account`, the
 * account that began the upload: under any other signed-in account it is refused as `UNAUTHORIZED`.
 */
export const uploadPath = '/api/uploads';
/** Types offered by file pickers; the server checks the bytes. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const clipTypes = ['video/mp4', 'video/quicktime', 'video/webm'] as const;
export const mediaStates = ['uploading', 'processing', 'ready', 'failed', 'blocked'] as const;

export const mediaView = z.object({
  id,
  kind: z.enum(['image', 'video', 'audio']),
  state: z.enum(mediaStates),
  reason: z.nullable(z.string()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  duration: z.nullable(z.number()),
  url: z.nullable(z.string()),
  sources: z.array(pictureSource),
  previewUrl: z.nullable(z.string()),
});
export type MediaView = z.output<typeof mediaView>;

export const mediaOperations = {
  getMedia: operation({
    method: 'GET',
    path: '/api/media/{id}',
    summary: '',
    access: 'adult',
    params: idParams,
    response: mediaView,
    errors: ['NOT_FOUND'],
  }),
};
