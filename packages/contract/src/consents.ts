import * as z from 'zod/mini';
import { contentFile, maxItemFiles, mediaTypes } from './content.ts';
import { pictureSource, streamView } from './media.ts';
import { operation } from './operation.ts';
import { consentDays, consentScope, consentWordingFor, findConsentWording } from './rules/consents.ts';
import { id, idParams, isoDate, requiredText, text, timestamp } from './schemas.ts';

export { consentDays, consentScope, consentWordingFor, findConsentWording };

export const consentStates = ['asked', 'yes', 'no', 'revoked'] as const;
export const consentDocuments = ['id', 'passport'] as const;
export const maxDepicted = 20;
/** Files of recordings behind a private link are below it, by the id of the person. */
export const consentFilesPath = '/c';

/** A person in an item, as its creator sees them. */
export const depictedPerson = z.object({
  id,
  /** Null for a person asked by a private link. */
  profileId: z.nullable(id),
  name: z.string(),
  avatar: z.nullable(z.string()),
  state: z.enum(consentStates),
  askedAt: timestamp,
  answeredAt: z.nullable(timestamp),
  expiresAt: timestamp,
});
export type DepictedPerson = z.output<typeof depictedPerson>;

/** A request for consent, as the person who was asked sees it. */
export const consentView = z.object({
  id,
  state: z.enum(consentStates),
  contentId: id,
  title: z.string(),
  description: z.string(),
  isPremium: z.boolean(),
  /** Number of the wording that a yes was given to; null without one. */
  wording: z.optional(z.nullable(z.int())),
  /** Names the file in a yes, so that another file is not agreed to. */
  mediaId: z.nullable(id),
  mediaType: z.optional(z.enum(mediaTypes)),
  /** Of a video, its poster: it plays by the id of its file. */
  mediaUrl: z.nullable(z.string()),
  sources: z.array(pictureSource),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** All files of an item of several, in order; a yes names them all. */
  files: z.optional(z.array(contentFile)),
  creator: z.object({ id, displayName: z.string(), avatar: z.string() }),
  askedAt: timestamp,
  answeredAt: z.nullable(timestamp),
  expiresAt: timestamp,
});
export type ConsentView = z.output<typeof consentView>;

/** The same behind a private link: pictures are part of the response, recordings play by `streamByLink`. */
export const linkedConsent = z.object({
  state: z.enum(consentStates),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  isPremium: z.boolean(),
  /** Null until every file can be shown, and once they are not shown any more. */
  mediaId: z.nullable(id),
  /** A `data:` address of the first file, of a video its poster; null without a picture. */
  picture: z.nullable(z.string()),
  /** All pictures of an item of several pictures, in order, as `data:` addresses; a yes names them all. */
  pictures: z.optional(z.array(z.object({ id, picture: z.string() }))),
  /** All files in order; a yes names them all. */
  files: z.optional(z.array(z.object({ id, mediaType: z.enum(mediaTypes), picture: z.nullable(z.string()) }))),
  creatorName: z.string(),
  expiresAt: timestamp,
});
export type LinkedConsent = z.output<typeof linkedConsent>;

const token = z.strictObject({ token: z.string().check(z.regex(/^[\w-]{43}$/)) });

export const consentsOperations = {
  listPeople: operation({
    method: 'GET',
    path: '/api/content/{id}/people',
    summary: 'Everyone asked for their consent to one of your items',
    access: 'creator',
    params: idParams,
    response: z.array(depictedPerson),
    errors: ['NOT_FOUND'],
  }),
  askConsent: operation({
    method: 'POST',
    path: '/api/content/{id}/people',
    summary: 'Ask a member, or by a private link a person without an account; the link is shown once',
    access: 'creator',
    rate: 'write',
    params: idParams,
    body: z.strictObject({
      /** A member; their own name replaces `name`. */
      profileId: z.optional(id),
      name: requiredText(1, 100, 'Name is required', 'Name too long'),
    }),
    response: z.object({ person: depictedPerson, link: z.nullable(z.string()) }),
    status: 201,
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  withdrawConsentRequest: operation({
    method: 'DELETE',
    path: '/api/consents/{id}',
    summary: 'Withdraw a request for consent that is not answered; its private link ends',
    access: 'creator',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  listConsents: operation({
    method: 'GET',
    path: '/api/consents',
    summary: 'Items you were asked to agree to, newest first; at most 100',
    access: 'adult',
    response: z.array(consentView),
  }),
  answerConsent: operation({
    method: 'POST',
    path: '/api/consents/{id}',
    summary: 'Agree to an item you are in, or refuse; a yes needs your full name and the file you saw',
    access: 'adult',
    rate: 'write',
    params: idParams,
    body: z.strictObject({
      answer: z.enum(['yes', 'no']),
      signature: z._default(text(100, 'Name too long'), ''),
      /** Number of the wording that was shown, for a yes: none, and another one than that of the files, is a `CONFLICT`. */
      wording: z.optional(z.int()),
      mediaId: z.optional(id),
      /** Of an item of several files, all that were seen. */
      mediaIds: z.optional(z.array(id).check(z.maxLength(maxItemFiles))),
    }),
    errors: ['NOT_FOUND', 'CONFLICT', 'LINK_EXPIRED', 'VALIDATION_FAILED'],
  }),
  revokeConsent: operation({
    method: 'POST',
    path: '/api/consents/{id}/revoke',
    summary: 'Take your yes back: the item disappears at once, and its file cannot be uploaded again',
    access: 'adult',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  consentByLink: operation({
    method: 'GET',
    path: '/api/consents/by-link/{token}',
    summary: 'A request for consent as its person sees it, without an account',
    access: 'public',
    rate: 'search',
    params: token,
    response: linkedConsent,
    errors: ['NOT_FOUND', 'LINK_EXPIRED'],
  }),
  streamByLink: operation({
    method: 'GET',
    path: '/api/consents/by-link/{token}/stream/{id}',
    summary: 'How the holder of a link plays a recording before they answer; its addresses open only in this browser',
    access: 'public',
    rate: 'search',
    params: z.strictObject({ ...token.shape, id }),
    response: streamView,
    errors: ['NOT_FOUND'],
  }),
  answerByLink: operation({
    method: 'POST',
    path: '/api/consents/by-link/{token}',
    summary: 'Agree, refuse, or take a yes back, without an account',
    access: 'public',
    rate: 'search',
    params: token,
    body: z.strictObject({
      answer: z.enum(['yes', 'no', 'revoke']),
      /** Full name, as the signature; with the four below it is needed for a yes. */
      name: z._default(text(100, 'Name too long'), ''),
      birthDate: z.optional(isoDate),
      documentType: z.optional(z.enum(consentDocuments)),
      documentNumber: z._default(text(30), ''),
      /** As in `answerConsent`. */
      wording: z.optional(z.int()),
      mediaId: z.optional(id),
      mediaIds: z.optional(z.array(id).check(z.maxLength(maxItemFiles))),
    }),
    errors: ['NOT_FOUND', 'CONFLICT', 'LINK_EXPIRED', 'VALIDATION_FAILED', 'INVALID_ID_NUMBER', 'UNDER_AGE'],
  }),
};
