import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { profileView } from './profiles.ts';
import { timestamp } from './schemas.ts';

/** Longer than a handle may be: the server refuses it, and every unknown one gets the same answer. */
const written = z.string().check(z.maxLength(200));

const ownHandle = z.object({
  handle: z.nullable(z.string()),
  /** Changes left within a year; the first choice is none, another one after giving a handle back is. */
  changesLeft: z.int(),
  /** When the next change is possible; null while one is left. */
  nextChangeAt: z.nullable(timestamp),
  /** Former handles, and until when they lead to the member. */
  former: z.array(z.object({ handle: z.string(), until: timestamp })),
});
export type OwnHandle = z.output<typeof ownHandle>;

/** The address of a person that can be said: `/@handle`. */
export const handleOperations = {
  ownHandle: operation({
    method: 'GET',
    path: '/api/profiles/me/handle',
    summary: "The caller's handle, and how often it may still change",
    access: 'member',
    response: ownHandle,
    errors: ['NOT_FOUND'],
  }),
  setHandle: operation({
    method: 'PUT',
    path: '/api/profiles/me/handle',
    summary: 'Choose or change the handle; the old one leads to the caller for a year',
    access: 'member',
    sharedText: ['handle'],
    rate: 'write',
    body: z.strictObject({ handle: written }),
    response: ownHandle,
    errors: ['NOT_FOUND', 'CONFLICT', 'QUOTA_REACHED', 'VALIDATION_FAILED'],
  }),
  dropHandle: operation({
    method: 'DELETE',
    path: '/api/profiles/me/handle',
    summary: 'Give the handle back: it and all former ones lead nowhere at once, and for a year to no one else',
    access: 'member',
    rate: 'write',
    response: ownHandle,
    errors: ['NOT_FOUND'],
  }),
  checkHandle: operation({
    method: 'GET',
    path: '/api/profiles/me/handle-check',
    summary: 'Whether the caller could choose a handle, and why not; a handle that leads to no one may be taken too',
    access: 'member',
    searchedText: ['handle'],
    rate: 'search',
    query: z.strictObject({ handle: written }),
    response: z.object({ problem: z.nullable(z.enum(['length', 'signs', 'digits', 'reserved', 'taken'])) }),
    errors: ['NOT_FOUND'],
  }),
  getProfileByHandle: operation({
    method: 'GET',
    path: '/api/profiles/by-handle/{handle}',
    summary: 'A person by their handle, in any spelling that looks the same, or by one they had within a year',
    access: 'adult',
    rate: 'search',
    params: z.strictObject({ handle: written }),
    response: profileView,
    errors: ['NOT_FOUND', 'QUOTA_REACHED'],
  }),
};
