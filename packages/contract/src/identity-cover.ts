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
    summary: 'Choose the disguise of mails and pushes, on every device; null for none',
    access: 'member',
    rate: 'write',
    body: z.strictObject({ cover: z.nullable(z.enum(coverIds)) }),
    response: cover,
    errors: ['VALIDATION_FAILED'],
  }),
};
