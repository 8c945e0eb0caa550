import * as z from 'zod/mini';
import { provinceCodes } from './constants.ts';
import { operation } from './operation.ts';
import { autoDeleteRange } from './rules/messaging.ts';
import { id, timestamp } from './schemas.ts';

/** Auto-delete time of messages in minutes, or null for messages that stay. */
const autoDelete = z.nullable(z.int().check(z.gte(autoDeleteRange.min), z.lte(autoDeleteRange.max)));

export const privacySettings = z.object({
  /** Visible only to people the member has sent a flame or written to. */
  incognito: z.boolean(),
  /** Applies to new messages in every thread; each thread can then be set separately. */
  autoDelete,
  locationPrivacy: z.object({
    /** Absent from every list of people. */
    hidden: z.boolean(),
    /** The member and people in these provinces are invisible to each other. */
    blockedProvinces: z.array(z.enum(provinceCodes)),
  }),
});

/** Visibility of the caller, and blocked people. */
export const privacyOperations = {
  listBlocks: operation({
    method: 'GET',
    path: '/api/blocks',
    summary: 'People the caller blocked, newest first',
    access: 'adult',
    response: z.array(z.object({ id, displayName: z.string(), avatarUrl: z.string(), blockedAt: timestamp })),
  }),
  privacySettings: operation({
    method: 'GET',
    path: '/api/privacy/settings',
    summary: 'Who may see the caller',
    access: 'member',
    response: privacySettings,
    errors: ['NOT_FOUND'],
  }),
  setPrivacySettings: operation({
    method: 'PUT',
    path: '/api/privacy/settings',
    summary: 'Change who may see the caller',
    access: 'member',
    rate: 'write',
    body: z.strictObject({
      incognito: z.optional(z.boolean()),
      autoDelete: z.optional(autoDelete),
      locationPrivacy: z.optional(
        z.strictObject({
          hidden: z.optional(z.boolean()),
          blockedProvinces: z.optional(z.array(z.enum(provinceCodes)).check(z.maxLength(9))),
        }),
      ),
    }),
    response: privacySettings,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
  }),
};
