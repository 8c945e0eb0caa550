import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { communityRules } from './rules/community.ts';
import { id, text, timestamp } from './schemas.ts';

export const maxPhotos = 6;
/** Sizes of a crop are parts of this many of the picture's width or height. */
export const cropParts = 10_000;
/** The smallest side of a crop, in the same parts. */
export const minCropParts = 200;

const cropStart = z.int().check(z.gte(0), z.lte(cropParts - minCropParts));
const cropSize = z.int().check(z.gte(minCropParts), z.lte(cropParts));

/** The part of a picture that is shown. */
export const crop = z
  .strictObject({ left: cropStart, top: cropStart, width: cropSize, height: cropSize })
  .check(
    z.refine(
      ({ left, top, width, height }) => left + width <= cropParts && top + height <= cropParts,
      'The crop lies outside the picture',
    ),
  );
export type Crop = z.output<typeof crop>;

/** Waiting for a moderator; shown to others; refused, or hidden after it was shown. */
export const photoStates = ['waiting', 'shown', 'refused', 'hidden'] as const;
export type PhotoState = (typeof photoStates)[number];

export const ownPhoto = z.object({
  mediaId: id,
  state: z.enum(photoStates),
  /** Why it is refused or hidden. */
  reason: z.nullable(z.string()),
  crop,
  /** The crop at the size of a card or cover; only the owner and moderators can open it until it is shown. */
  url: z.string(),
  /** The whole picture, for the owner and moderators alone. */
  wholeUrl: z.string(),
});
export type OwnPhoto = z.output<typeof ownPhoto>;

export const ownPhotos = z.object({ photos: z.array(ownPhoto), cover: z.nullable(ownPhoto) });
export type OwnPhotos = z.output<typeof ownPhotos>;

export const waitingPhoto = z.object({
  id,
  profileId: id,
  displayName: z.string(),
  role: z.enum(['photo', 'cover']),
  state: z.enum(photoStates),
  url: z.string(),
  wholeUrl: z.string(),
  createdAt: timestamp,
});
export type WaitingPhoto = z.output<typeof waitingPhoto>;

const moderators = { permission: 'moderate_content' } as const;
/** Photos per list for staff at most. */
export const photoListLimit = 60;

/** The caller's own photos and cover, and the moderators' decisions about members' photos. */
export const photosOperations = {
  ownPhotos: operation({
    method: 'GET',
    path: '/api/profiles/me/photos',
    summary: 'The own photos in their order, and the cover, with their states',
    access: 'adult',
    response: ownPhotos,
    errors: ['NOT_FOUND'],
  }),
  setPhotos: operation({
    method: 'PUT',
    path: '/api/profiles/me/photos',
    summary: 'Set the own photos and their order, at most six; those left out are deleted',
    access: 'adult',
    rate: 'upload',
    body: z.strictObject({
      mediaIds: z.array(id).check(
        z.maxLength(maxPhotos, 'Six photos at most'),
        z.refine((ids) => new Set(ids).size === ids.length, 'Each photo once'),
      ),
      /** A new photo without one is cropped around its middle; others keep theirs. */
      crops: z.optional(z.array(z.strictObject({ mediaId: id, crop })).check(z.maxLength(maxPhotos))),
    }),
    response: ownPhotos,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'MEDIA_NOT_READY'],
  }),
  setCover: operation({
    method: 'PUT',
    path: '/api/profiles/me/cover',
    summary: 'Set the own cover',
    access: 'adult',
    rate: 'upload',
    body: z.strictObject({ mediaId: id, crop: z.optional(crop) }),
    response: ownPhotos,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'MEDIA_NOT_READY'],
  }),
  removeCover: operation({
    method: 'DELETE',
    path: '/api/profiles/me/cover',
    summary: 'Delete the own cover',
    access: 'adult',
    rate: 'write',
    response: ownPhotos,
    errors: ['NOT_FOUND'],
  }),
  listWaitingPhotos: operation({
    method: 'GET',
    path: '/api/admin/photos',
    summary: 'Photos and covers that wait for a decision, oldest first, or all of one member; at most 60',
    access: moderators,
    query: z.strictObject({ profileId: z.optional(id) }),
    response: z.array(waitingPhoto),
    errors: ['VALIDATION_FAILED'],
  }),
  decidePhoto: operation({
    method: 'POST',
    path: '/api/admin/photos/decide',
    summary: 'Show a photo, or refuse it; one that is shown disappears at once. Audited',
    access: moderators,
    rate: 'write',
    body: z.strictObject({
      photoId: id,
      decision: z.enum(['show', 'refuse']),
      /** For its owner; required to refuse. */
      reason: z.optional(text(300, 'Please keep it under 300 characters')),
      rule: z.optional(z.enum(communityRules)),
    }),
    response: waitingPhoto,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  }),
};
