import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { id, idParams, text, timestamp } from './schemas.ts';

/** Poses a member may be asked to hold in a selfie; the web app draws each. */
export const selfiePoses = ['palm', 'twoFingers', 'thumb', 'cheek', 'crown', 'chin'] as const;
export type SelfiePose = (typeof selfiePoses)[number];

/** The consent a member gives before the selfie; a changed text gets the next number. */
export const selfieWording = {
  number: 2,
  text: 'I agree that a moderator compares this selfie with my first photo, and staff with an identity document I send. It is used for nothing else, and deleted once they have decided.',
} as const;

/** Minutes in which a selfie in the shown pose must be sent. */
export const poseMinutes = 15;
/** Poses shown to a member within 24 hours at most. */
export const maxPosesPerDay = 5;
/** Days after which a selfie without a decision is deleted. */
export const selfieWaitDays = 30;

/**
 * `none`: never asked, lapsed or withdrawn. `posed`: a pose is shown. `waiting`: the selfie waits for a moderator.
 * `expired`: the first photo changed, or no moderator decided in time.
 */
export const photoCheckStates = ['none', 'posed', 'waiting', 'verified', 'refused', 'expired'] as const;
export type PhotoCheckState = (typeof photoCheckStates)[number];

export const ownPhotoCheck = z.object({
  state: z.enum(photoCheckStates),
  /** While `posed`. */
  pose: z.nullable(z.enum(selfiePoses)),
  poseUntil: z.nullable(timestamp),
  /** Why a moderator refused; null otherwise. */
  reason: z.nullable(z.string()),
  /** The first shown photo at the size of a card; null without one, and then there is nothing to compare. */
  photoUrl: z.nullable(z.string()),
  /** Poses left today. */
  triesLeft: z.int(),
});
export type OwnPhotoCheck = z.output<typeof ownPhotoCheck>;

/** A selfie that waits; the picture itself is at `selfieUrl`, and each reading of it is recorded. */
export const waitingPhotoCheck = z.object({
  id,
  profileId: id,
  displayName: z.string(),
  pose: z.enum(selfiePoses),
  photoUrl: z.string(),
  selfieUrl: z.string(),
  sentAt: timestamp,
  /** The caller's own; another moderator decides. */
  isOwn: z.boolean(),
});
export type WaitingPhotoCheck = z.output<typeof waitingPhotoCheck>;

const moderators = { permission: 'moderate_content' } as const;
/** Selfies per list for staff at most. */
export const photoCheckListLimit = 60;

/** Comparing a member's first photo with a selfie: the member's side, and the moderators'. */
export const photoCheckOperations = {
  ownPhotoCheck: operation({
    method: 'GET',
    path: '/api/profiles/me/photo-check',
    summary: 'State of the comparison of the own first photo with a selfie',
    access: 'adult',
    response: ownPhotoCheck,
    errors: ['NOT_FOUND'],
  }),
  startPhotoCheck: operation({
    method: 'POST',
    path: '/api/profiles/me/photo-check/pose',
    summary: 'Get a pose for the selfie; the same one again while it is valid',
    access: 'adult',
    rate: 'write',
    response: ownPhotoCheck,
    errors: ['NOT_FOUND', 'CONFLICT', 'QUOTA_REACHED'],
  }),
  sendPhotoCheck: operation({
    method: 'POST',
    path: '/api/profiles/me/photo-check',
    summary: 'Send the selfie; the uploaded file is deleted, and only moderators can open the sealed copy',
    access: 'adult',
    rate: 'write',
    body: z.strictObject({
      mediaId: id,
      /** The member agreed to the use of the selfie for this comparison. */
      consent: z.literal(true, 'Please agree first'),
    }),
    response: ownPhotoCheck,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'MEDIA_NOT_READY'],
  }),
  withdrawPhotoCheck: operation({
    method: 'DELETE',
    path: '/api/profiles/me/photo-check',
    summary: 'Withdraw the consent: deletes a waiting selfie and removes the badge',
    access: 'adult',
    rate: 'write',
    response: ownPhotoCheck,
    errors: ['NOT_FOUND'],
  }),
  listPhotoChecks: operation({
    method: 'GET',
    path: '/api/admin/photo-checks',
    summary: 'Selfies that wait for a decision, oldest first, at most 60',
    access: moderators,
    response: z.array(waitingPhotoCheck),
  }),
  decidePhotoCheck: operation({
    method: 'POST',
    path: '/api/admin/photo-checks/{id}',
    summary: 'Approve or refuse a comparison, which deletes the selfie. Audited',
    access: moderators,
    rate: 'write',
    params: idParams,
    body: z.strictObject({
      decision: z.enum(['approve', 'refuse']),
      /** For the member; required to refuse. */
      reason: z.optional(text(300, 'Please keep it under 300 characters')),
    }),
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  }),
};
