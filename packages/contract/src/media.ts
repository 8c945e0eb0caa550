import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { captionLanguages } from './rules/captions.ts';
import { id, idParams } from './schemas.ts';

/** Largest upload of each kind, in bytes. */
export const uploadLimits = { image: 25 * 1024 ** 2, audio: 100 * 1024 ** 2, video: 2 * 1024 ** 3 } as const;
/** Limits of a video sent as one clip rather than a stream, in chat and requests. `side` in pixels. */
export const clipLimits = { bytes: 200 * 1024 ** 2, seconds: 600, side: 4_096 } as const;
/** Limits of a video or sound that is published; its size is in `uploadLimits`. `side` in pixels. */
export const streamLimits = { seconds: 3_600, side: 4_096 } as const;
/**
 * Endpoint of tus 1.0 uploads; the last part of the upload's URL is the media id. Metadata: `kind`; `use`, which is
 * `publish` for a video that is no clip of a chat; and `account`, the account that began the upload: under any other
 * signed-in account it is refused as `UNAUTHORIZED`.
 */
export const uploadPath = '/api/uploads';
/** Types offered by file pickers; the server checks the bytes. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const clipTypes = ['video/mp4', 'video/quicktime', 'video/webm'] as const;
export const soundTypes = [
  'audio/mpeg',
  'audio/mp4',
  'audio/aac',
  'audio/wav',
  'audio/ogg',
  'audio/webm',
  'audio/flac',
] as const;
export const mediaStates = ['uploading', 'processing', 'ready', 'failed', 'blocked'] as const;

export const pictureSource = z.object({ width: z.int(), webp: z.string(), avif: z.string() });

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
  /** Percent of a video's or sound's encoding, while it is processed. */
  progress: z.optional(z.nullable(z.int())),
});
export type MediaView = z.output<typeof mediaView>;

/** How to play a video or sound. The address is valid for three to five minutes; ask again before it ends. */
export const streamView = z.object({
  kind: z.enum(['video', 'audio']),
  /** List of qualities (HLS). The query of its address opens every file of the stream. */
  url: z.string(),
  /** Seconds. */
  duration: z.number(),
  /** Seconds that play without the right to the whole; null with the right. */
  freeSeconds: z.nullable(z.number()),
  /** Loudest sample of each of up to 200 parts, 0 to 255; null without sound. */
  peaks: z.nullable(z.array(z.int())),
  /** Smallest first; the first saves data. Megabytes count the sound too. */
  qualities: z.array(z.object({ name: z.string(), width: z.int(), height: z.int(), megabytesPerMinute: z.number() })),
  /** WebVTT of times and plain text; of a free start, what is shown within it. */
  captions: z.optional(z.array(z.object({ language: z.enum(captionLanguages), url: z.string() }))),
});
export type StreamView = z.output<typeof streamView>;

export const mediaOperations = {
  getStream: operation({
    method: 'GET',
    path: '/api/media/{id}/stream',
    summary: 'How to play a video or sound the caller may open',
    access: 'adult',
    params: idParams,
    response: streamView,
    errors: ['NOT_FOUND', 'MEDIA_NOT_READY'],
  }),
  getMedia: operation({
    method: 'GET',
    path: '/api/media/{id}',
    summary: 'State, sizes and signed addresses of a file the caller may open',
    access: 'adult',
    params: idParams,
    response: mediaView,
    errors: ['NOT_FOUND'],
  }),
};
