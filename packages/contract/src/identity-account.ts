import * as z from 'zod/mini';
import { email, newPassword } from './identity.ts';
import { operation } from './operation.ts';

/** How long the link to a new address works. */
export const newEmailLinkHours = 24;
/** How long the old address can take a change back. */
export const takeBackDays = 7;
/** How long the first second factor of an account can be taken back by the link in the mail about it. */
export const firstFactorDays = 7;

const token = z.string().check(z.regex(/^[\w-]{43}$/));
const password = z.string().check(z.minLength(1, 'Password is required'), z.maxLength(200));
const own = { access: 'member', beforeAgeCheck: true } as const;

/** What an account signs in with: its address and its password. */
export const accountOperations = {
  changeEmail: operation({
    method: 'POST',
    path: '/api/account/email',
    summary: 'Ask for another address; the response is the same for one of another account',
    ...own,
    stepUp: true,
    rate: 'mail',
    // The password is stored with the address mixed in, so it is needed where there is one.
    body: z.strictObject({ email, password: z.optional(password) }),
    errors: ['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS', 'VALIDATION_FAILED'],
  }),
  confirmNewEmail: operation({
    method: 'POST',
    path: '/api/account/email/confirm',
    summary: 'Use the new address, with the token mailed to it; ends every other session and renews this one',
    ...own,
    rate: 'credentials',
    body: z.strictObject({ token }),
    response: z.object({ email: z.string() }),
    errors: ['LINK_EXPIRED', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  takeBackEmail: operation({
    method: 'POST',
    path: '/api/auth/take-back-email',
    summary: 'Return to the old address and choose a new password, with the token mailed there; ends every session',
    access: 'public',
    rate: 'credentials',
    body: z.strictObject({ token, password: newPassword }),
    errors: ['LINK_EXPIRED', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  takeBackSignIn: operation({
    method: 'POST',
    path: '/api/auth/take-back-sign-in',
    summary:
      'Remove every second factor and choose a new password, with the token mailed about the first; ends every session',
    access: 'public',
    rate: 'credentials',
    body: z.strictObject({
      token: z.string().check(z.regex(/^\d{13}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.[\w-]{43,46}$/)),
      password: newPassword,
    }),
    errors: ['LINK_EXPIRED', 'VALIDATION_FAILED'],
  }),
  setNewDeviceAlert: operation({
    method: 'PUT',
    path: '/api/account/new-device-alert',
    summary: 'Turn the mail about a sign-in from a new device on or off',
    ...own,
    stepUp: true,
    rate: 'write',
    body: z.strictObject({ on: z.boolean() }),
    errors: ['VALIDATION_FAILED'],
  }),
  changePassword: operation({
    method: 'POST',
    path: '/api/account/password',
    summary: 'Change the password; ends every other session and renews this one',
    ...own,
    stepUp: true,
    rate: 'credentials',
    body: z.strictObject({ current: password, password: newPassword }),
    errors: ['INVALID_CREDENTIALS', 'CONFLICT', 'TOO_MANY_REQUESTS', 'VALIDATION_FAILED'],
  }),
};
