import * as z from 'zod/mini';
import { secondFactorMethods, signInAnswer } from './identity.ts';
import { operation } from './operation.ts';
import { id, idParams, requiredText, timestamp } from './schemas.ts';

/** Recovery codes of an account, each good for one use. */
export const recoveryCodeCount = 10;
export const maxPasskeys = 10;

const base64url = (max: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(max));
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** Six digits of an authenticator, or a recovery code. */
const code = z
  .string()
  .check(z.trim(), z.minLength(6, 'A code is required'), z.maxLength(20), z.regex(/^[A-Za-z0-9 -]+$/));

/** What a browser's authenticator returned, without what the server does not read. */
const newCredential = z.strictObject({
  id: base64url(1_400),
  clientDataJSON: base64url(4_000),
  attestationObject: base64url(20_000),
  transports: z.array(z.enum(transports)).check(z.maxLength(transports.length)),
});
const assertion = z.strictObject({
  id: base64url(1_400),
  clientDataJSON: base64url(4_000),
  authenticatorData: base64url(4_000),
  signature: base64url(4_000),
});
/** The same of a passkey that named its account itself. */
const discovered = z.extend(assertion, { userHandle: base64url(90) });
export type Assertion = z.output<typeof assertion>;
export type Discovered = z.output<typeof discovered>;
export type NewCredential = z.output<typeof newCredential>;

const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(transports)),
});
/** For `navigator.credentials.create`, as JSON. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({ residentKey: z.literal('required'), userVerification: z.literal('required') }),
  attestation: z.literal('none'),
});
/** For `navigator.credentials.get`, as JSON. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(credential),
});
export type PasskeyCreationOptions = z.output<typeof creationOptions>;
export type PasskeyRequestOptions = z.output<typeof requestOptions>;

const recoveryCodes = z.array(z.string());
const passkey = z.object({ id, name: z.string(), createdAt: timestamp, lastUsedAt: z.nullable(timestamp) });

/** How the account is protected. */
export const accountSecurity = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  /** An address that was asked for and is not confirmed yet. */
  newEmail: z.nullable(z.string()),
  hasPassword: z.boolean(),
  passwordChangedAt: z.nullable(timestamp),
  /** Since when codes of an authenticator are asked for. */
  codesSince: z.nullable(timestamp),
  recoveryCodesLeft: z.int(),
  /** Until when the link mailed about the first second factor can remove it; null when it cannot. */
  mailboxUntil: z.nullable(timestamp),
  passkeys: z.array(passkey),
  /** Whether the owner is mailed about a sign-in from a new device. */
  notifiesNewDevice: z.boolean(),
  /** False where the site's address cannot have passkeys: it is a number. */
  passkeysPossible: z.boolean(),
  /** Staff accounts may not remove their last one. */
  isRequired: z.boolean(),
});
export type AccountSecurity = z.output<typeof accountSecurity>;

const own = { access: 'member', beforeAgeCheck: true, rate: 'credentials' } as const;
const anyone = { access: 'public', rate: 'credentials' } as const;

export const factorsOperations = {
  accountSecurity: operation({
    method: 'GET',
    path: '/api/account/security',
    summary: 'How the own account is protected: second factors, passkeys, recovery codes left',
    access: 'member',
    beforeAgeCheck: true,
    response: accountSecurity,
  }),
  enableTwoFactor: operation({
    method: 'POST',
    path: '/api/auth/two-factor/enable',
    summary: 'Begin with codes of an authenticator: a new secret, which counts once a code confirmed it',
    ...own,
    stepUp: true,
    response: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['CONFLICT'],
  }),
  verifyTwoFactor: operation({
    method: 'POST',
    path: '/api/auth/two-factor/verify',
    summary: 'Confirm the secret with a code; the first second factor brings recovery codes, shown once',
    ...own,
    stepUp: true,
    body: z.strictObject({ code }),
    response: z.object({ recoveryCodes: z.nullable(recoveryCodes) }),
    errors: ['INVALID_CODE', 'CONFLICT', 'TOO_MANY_REQUESTS', 'VALIDATION_FAILED'],
  }),
  disableTwoFactor: operation({
    method: 'POST',
    path: '/api/auth/two-factor/disable',
    summary: 'Ask for codes of the authenticator no more',
    ...own,
    stepUp: true,
    errors: ['CONFLICT', 'NOT_FOUND'],
  }),
  renewRecoveryCodes: operation({
    method: 'POST',
    path: '/api/auth/two-factor/recovery-codes',
    summary: 'New recovery codes, shown once; the earlier ones stop working',
    ...own,
    stepUp: true,
    response: z.object({ recoveryCodes }),
    errors: ['CONFLICT'],
  }),
  passkeyOptions: operation({
    method: 'POST',
    path: '/api/auth/passkeys/options',
    summary: 'Begin to add a passkey: the challenge for the browser, good once and for five minutes',
    ...own,
    stepUp: true,
    response: creationOptions,
    errors: ['CONFLICT', 'QUOTA_REACHED'],
  }),
  addPasskey: operation({
    method: 'POST',
    path: '/api/auth/passkeys',
    summary: 'Add the passkey that the browser made; the first second factor brings recovery codes, shown once',
    ...own,
    stepUp: true,
    body: z.strictObject({
      name: requiredText(1, 40, 'A name is required', 'Name too long'),
      credential: newCredential,
    }),
    response: z.object({ id, recoveryCodes: z.nullable(recoveryCodes) }),
    status: 201,
    errors: ['VERIFICATION_FAILED', 'CONFLICT', 'QUOTA_REACHED', 'VALIDATION_FAILED'],
  }),
  removePasskey: operation({
    method: 'DELETE',
    path: '/api/auth/passkeys/{id}',
    summary: 'Remove a passkey',
    ...own,
    stepUp: true,
    params: idParams,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),

  secondStep: operation({
    method: 'GET',
    path: '/api/auth/two-factor/login',
    summary: 'The second step that this browser has to take, or null',
    access: 'public',
    response: z.object({ secondStep: signInAnswer.shape.secondStep }),
  }),
  finishSignIn: operation({
    method: 'POST',
    path: '/api/auth/two-factor/login',
    summary: 'Take the second step with a code of the authenticator or a recovery code',
    ...anyone,
    body: z.strictObject({ code }),
    response: signInAnswer,
    errors: ['INVALID_CODE', 'SIGN_IN_EXPIRED', 'ACCOUNT_SUSPENDED', 'TOO_MANY_REQUESTS', 'VALIDATION_FAILED'],
  }),
  passkeySignInOptions: operation({
    method: 'POST',
    path: '/api/auth/passkeys/login/options',
    summary: 'The challenge of a second step with a passkey, good once and for five minutes',
    ...anyone,
    response: requestOptions,
    errors: ['SIGN_IN_EXPIRED'],
  }),
  passkeySignIn: operation({
    method: 'POST',
    path: '/api/auth/passkeys/login',
    summary: 'Take the second step with a passkey',
    ...anyone,
    body: z.strictObject({ assertion }),
    response: signInAnswer,
    errors: ['VERIFICATION_FAILED', 'SIGN_IN_EXPIRED', 'ACCOUNT_SUSPENDED', 'VALIDATION_FAILED'],
  }),
  passkeyOnlyOptions: operation({
    method: 'POST',
    path: '/api/auth/passkeys/only/options',
    summary: 'The challenge of a sign-in with a passkey alone, for this browser, good once and for five minutes',
    ...anyone,
    response: requestOptions,
    errors: ['CONFLICT'],
  }),
  passkeyOnlySignIn: operation({
    method: 'POST',
    path: '/api/auth/passkeys/only',
    summary: 'Sign in with a passkey alone: the device has the key and verified its person, so no second step follows',
    ...anyone,
    body: z.strictObject({ assertion: discovered }),
    response: signInAnswer,
    errors: ['VERIFICATION_FAILED', 'ACCOUNT_SUSPENDED', 'VALIDATION_FAILED'],
  }),

  stepUpOptions: operation({
    method: 'POST',
    path: '/api/auth/step-up/options',
    summary: 'How the caller can prove again who they are, with the challenge for a passkey',
    ...own,
    response: z.object({
      methods: z.array(z.enum(['password', ...secondFactorMethods])),
      passkey: z.nullable(requestOptions),
    }),
  }),
  stepUp: operation({
    method: 'POST',
    path: '/api/auth/step-up',
    summary: 'Prove again who the caller is, for five minutes: by one of code, passkey, and password without either',
    ...own,
    body: z.strictObject({
      password: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
      code: z.optional(code),
      assertion: z.optional(assertion),
    }),
    response: z.object({ provenUntil: timestamp }),
    errors: ['INVALID_CODE', 'INVALID_CREDENTIALS', 'VERIFICATION_FAILED', 'TOO_MANY_REQUESTS', 'VALIDATION_FAILED'],
  }),
};
