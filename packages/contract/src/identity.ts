import * as z from 'zod/mini';
import { signUpConsents } from './account-consents.ts';
import { operation, permissions } from './operation.ts';
import { id, idParams, requiredText, timestamp } from './schemas.ts';

export const roles = ['user', 'creator', 'moderator', 'admin'] as const;
export type Role = (typeof roles)[number];

export const email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('Please enter a valid email address'));
export const newPassword = z.string().check(z.minLength(8, 'Password must be at least 8 characters'), z.maxLength(200));

/** Step 1 of sign-up; the repeated password is checked by the form only. */
export const registerBody = z.strictObject({
  email,
  password: newPassword,
  firstName: requiredText(2, 60, 'First name is required'),
  lastName: requiredText(2, 60, 'Last name is required'),
  /** Numbers of the wordings that were agreed to. */
  consents: z.optional(signUpConsents),
});

export const loginBody = z.strictObject({
  email,
  password: z.string().check(z.minLength(1, 'Password is required'), z.maxLength(200)),
});

/** The signed-in member, as the app shell needs them. `creator` is present for creators. */
export const currentUser = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(roles),
  permissions: z.array(z.enum(permissions)),
  requiresAgeVerification: z.boolean(),
  /** A member of staff without the second factor they need; `permissions` is empty until they have one. */
  requiresSecondFactor: z.boolean(),
  emailVerified: z.boolean(),
  vipTier: z.nullable(z.enum(['gold', 'platinum', 'diamond'])),
  profileId: z.nullable(id),
  displayName: z.nullable(z.string()),
  stats: z.object({ subscriptionCount: z.int(), followingCount: z.int() }),
  /** Unread counts for the badges. */
  unread: z.object({ messages: z.int(), notifications: z.int() }),
  creator: z.optional(
    z.object({
      id,
      category: z.string(),
      subscriptionPrice: z.number(),
      isVerified: z.boolean(),
      subscriberCount: z.int(),
    }),
  ),
});
export type CurrentUser = z.output<typeof currentUser>;

export const session = z.object({
  id,
  current: z.boolean(),
  device: z.string(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
});

/** Ways to take the second step of a sign-in, or to prove the person again. */
export const secondFactorMethods = ['code', 'passkey'] as const;

/** Signed in, or asked for a second step; `user` is then null and no session exists. */
export const signInAnswer = z.object({
  user: z.nullable(z.object({ id, firstName: z.string() })),
  secondStep: z.nullable(z.object({ methods: z.array(z.enum(secondFactorMethods)) })),
  /** The account is being deleted: `user` is null, no session exists, and `comeBack` restores it until then. */
  leaving: z.optional(z.object({ eraseAt: timestamp })),
});

/** The three demo accounts of the test login. */
export const testAccounts = ['Regular User', 'Content Creator', 'Administrator'] as const;

export const identityOperations = {
  register: operation({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Create an account; the response is the same for a known email',
    access: 'public',
    rate: 'credentials',
    body: registerBody,
    response: z.object({ user: z.object({ id, firstName: z.string(), lastName: z.string() }) }),
    status: 201,
    errors: ['VALIDATION_FAILED', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
  }),
  login: operation({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in with email and password; an account with a second factor is asked for that next',
    access: 'public',
    rate: 'credentials',
    body: loginBody,
    response: signInAnswer,
    errors: ['INVALID_CREDENTIALS', 'ACCOUNT_SUSPENDED', 'TOO_MANY_REQUESTS'],
  }),
  leavingAccount: operation({
    method: 'GET',
    path: '/api/auth/come-back',
    summary: 'Until when the account that this browser just signed in to, and that is being deleted, can be restored',
    access: 'public',
    response: z.object({ eraseAt: z.nullable(timestamp) }),
  }),
  comeBack: operation({
    method: 'POST',
    path: '/api/auth/come-back',
    summary: 'Keep the account that this browser just signed in to: nothing of it is deleted',
    access: 'public',
    rate: 'credentials',
    response: signInAnswer,
    errors: ['SIGN_IN_EXPIRED', 'ACCOUNT_SUSPENDED'],
  }),
  testLogin: operation({
    method: 'POST',
    path: '/api/auth/test-login',
    summary: 'Sign in to a demo account; demo only',
    access: 'public',
    rate: 'credentials',
    body: loginBody,
    response: z.object({ user: z.object({ id, firstName: z.string(), email: z.string() }), credits: z.int() }),
    errors: ['INVALID_CREDENTIALS', 'NOT_FOUND', 'CONFLICT'],
  }),
  listTestAccounts: operation({
    method: 'GET',
    path: '/api/auth/test-accounts',
    summary: 'The demo accounts with their password; demo only',
    access: 'public',
    response: z.array(z.object({ label: z.enum(testAccounts), email: z.string(), password: z.string() })),
    errors: ['NOT_FOUND'],
  }),
  logout: operation({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'End this session',
    access: 'member',
    beforeAgeCheck: true,
  }),
  currentUser: operation({
    method: 'GET',
    path: '/api/auth/user',
    summary: 'The signed-in member with stats and creator',
    access: 'member',
    beforeAgeCheck: true,
    response: currentUser,
  }),
  forgotPassword: operation({
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary: 'Mail a reset link if the email is known; the response is always the same',
    access: 'public',
    rate: 'mail',
    body: z.strictObject({ email }),
    status: 202,
    response: z.object({ message: z.string() }),
  }),
  resetPassword: operation({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Set a new password with a mailed token; ends every session',
    access: 'public',
    rate: 'credentials',
    body: z.strictObject({ token: z.string().check(z.regex(/^[\w-]{43}$/)), password: newPassword }),
    errors: ['LINK_EXPIRED', 'VALIDATION_FAILED'],
  }),
  confirmEmail: operation({
    method: 'POST',
    path: '/api/auth/confirm-email',
    summary: "Confirm the caller's email address with the token of a mailed link",
    access: 'member',
    beforeAgeCheck: true,
    rate: 'credentials',
    body: z.strictObject({ token: z.string().check(z.regex(/^\d{13}\.[\w-]{43,46}$/)) }),
    errors: ['LINK_EXPIRED', 'VALIDATION_FAILED'],
  }),
  sendConfirmation: operation({
    method: 'POST',
    path: '/api/auth/send-confirmation',
    summary: 'Mail another confirmation link',
    access: 'member',
    beforeAgeCheck: true,
    rate: 'mail',
    errors: ['TOO_MANY_REQUESTS'],
  }),
  listSessions: operation({
    method: 'GET',
    path: '/api/auth/sessions',
    summary: 'Own sessions, newest first',
    access: 'member',
    beforeAgeCheck: true,
    response: z.array(session),
  }),
  endSession: operation({
    method: 'DELETE',
    path: '/api/auth/sessions/{id}',
    summary: "End one of the caller's sessions",
    access: 'member',
    beforeAgeCheck: true,
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  endOtherSessions: operation({
    method: 'DELETE',
    path: '/api/auth/sessions',
    summary: "End every session of the caller's account but this one",
    access: 'member',
    beforeAgeCheck: true,
    stepUp: true,
    response: z.object({ ended: z.int() }),
  }),
  startExternalSignIn: operation({
    method: 'GET',
    path: '/api/login',
    summary: 'Redirect to the configured OpenID Connect provider, or to /login',
    access: 'public',
    navigation: true,
    query: z.strictObject({ next: z.optional(z.string().check(z.maxLength(500))) }),
  }),
  finishExternalSignIn: operation({
    method: 'GET',
    path: '/api/login/callback',
    summary: 'Callback of the OpenID Connect provider',
    access: 'public',
    navigation: true,
    query: z.looseObject({}),
  }),
  externalSignInProblem: operation({
    method: 'GET',
    path: '/api/login/problem',
    summary: 'Why the last sign-in through the provider was refused; can be read once',
    access: 'public',
    response: z.object({
      suspended: z.nullable(
        z.object({ message: z.string(), reason: z.string(), suspendedAt: timestamp, appealTo: z.string() }),
      ),
    }),
  }),
  logoutPage: operation({
    method: 'GET',
    path: '/api/logout',
    summary: 'A page that asks before ending the session',
    access: 'public',
    navigation: true,
  }),
  logoutSubmit: operation({
    method: 'POST',
    path: '/api/logout',
    summary: 'End the session from the confirm page',
    access: 'public',
    navigation: true,
  }),
};
