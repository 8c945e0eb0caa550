import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { contactLimits } from './rules/contacts.ts';

const hiddenContacts = z.object({
  /** Addresses the caller hides from. Which ones, no one can read back. */
  count: z.int(),
  /** Key of the HMAC-SHA-256 that the device hashes addresses with, base64url. */
  key: z.string(),
});

/** Hiding from people whose address one knows. */
export const contactOperations = {
  hiddenContacts: operation({
    method: 'GET',
    path: '/api/privacy/contacts',
    summary: 'How many addresses the caller hides from, and the key they are hashed with',
    access: 'adult',
    response: hiddenContacts,
    errors: ['NOT_FOUND'],
  }),
  hideFromContacts: operation({
    method: 'POST',
    path: '/api/privacy/contacts',
    summary: 'Hide from the holders of these hashed addresses; the answer says nothing about who is here',
    access: 'adult',
    rate: 'write',
    body: z.strictObject({
      hashes: z
        .array(z.string().check(z.regex(/^[\w-]{43}$/)))
        .check(z.minLength(1), z.maxLength(contactLimits.perCall)),
    }),
    response: hiddenContacts,
    errors: ['NOT_FOUND', 'QUOTA_REACHED', 'VALIDATION_FAILED'],
  }),
  showToContacts: operation({
    method: 'DELETE',
    path: '/api/privacy/contacts',
    summary: 'Forget all hashed addresses, and be seen again',
    access: 'adult',
    rate: 'write',
    errors: ['NOT_FOUND'],
  }),
};
