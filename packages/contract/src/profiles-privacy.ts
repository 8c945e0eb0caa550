import * as z from 'zod/mini';
import { provinceCodes } from './constants.ts';
import { operation } from './operation.ts';
import { autoDeleteRange } from './rules/messaging.ts';
import { id, timestamp } from './schemas.ts';

/** Minutes after which messages are gone for both, or null for messages that stay. */
const autoDelete = z.nullable(z.int().check(z.gte(autoDeleteRange.min), z.lte(autoDeleteRange.max)));

export const privacySettings = z.object({
  /** Seen only by people one has flamed or written to. */
  incognito: z.boolean(),
  /** For messages from now on, in every thread; a thread may have its own choice after that. */
  autoDelete,
  locationPrivacy: z.object({
    /** Absent from every list of people. */
    hidden: z.boolean(),
    /** Invisible to people in these provinces, and they to oneself. */
    blockedProvinces: z.array(z.enum(provinceCodes)),
  }),
});

/** Who may see the caller, and the people they have blocked. */
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
