import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { coverIds } from './rules/covers.ts';

const cover = z.object({ cover: z.nullable(z.enum(coverIds)) });

/** The disguise outside the app. */
export const coverOperations = {
  accountCover: operation({
    method: 'GET',
    path: '/api/account/cover',
    summary: "The disguise that the caller's mails and pushes wear, or null",
    access: 'member',
    response: cover,
  }),
  setAccountCover: operation({
    method: 'PUT',
    path: '/api/account/cover',
    summary: 'Choose the disguise of mails and pushes, on every device, or follow that of a device; null for none',
    access: 'member',
    rate: 'write',
    body: z.strictObject({
      cover: z.nullable(z.enum(coverIds)),
      /** A device whose disguise went on or off, not the member's own choice: it changes nothing after their no. */
      byDevice: z.optional(z.boolean()),
    }),
    response: cover,
    errors: ['VALIDATION_FAILED'],
  }),
};
