import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { captionLanguages, captionLimits } from './rules/captions.ts';
import { id, idParams, timestamp } from './schemas.ts';

/** Captions of a video or sound, as its owner sees them. */
export const captionsView = z.object({
  language: z.enum(captionLanguages),
  cues: z.int(),
  addedAt: timestamp,
});
export type CaptionsView = z.output<typeof captionsView>;

const fileParams = z.strictObject({ id, language: z.enum(captionLanguages) });
const base64Length = Math.ceil(captionLimits.bytes / 3) * 4;

export const captionsOperations = {
  listCaptions: operation({
    method: 'GET',
    path: '/api/media/{id}/captions',
    summary: "Captions of one of the caller's videos or sounds",
    access: 'creator',
    params: idParams,
    response: z.array(captionsView),
    errors: ['NOT_FOUND'],
  }),
  putCaptions: operation({
    method: 'PUT',
    path: '/api/media/{id}/captions/{language}',
    summary: 'Add or replace captions: a WebVTT or SRT file in UTF-8, as base64. Times and plain text are kept',
    access: 'creator',
    rate: 'write',
    params: fileParams,
    body: z.strictObject({
      file: z
        .string()
        .check(z.maxLength(base64Length, 'This file is too large'), z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Not base64')),
    }),
    maxBodyBytes: base64Length + 1_024,
    response: captionsView,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_LARGE', 'UNSUPPORTED_MEDIA', 'VALIDATION_FAILED'],
  }),
  removeCaptions: operation({
    method: 'DELETE',
    path: '/api/media/{id}/captions/{language}',
    summary: 'Remove captions; idempotent',
    access: 'creator',
    rate: 'write',
    params: fileParams,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
};
