import type { Answer } from '../../../../lib/api.ts';

/** The sheets of the account's security. */
export type SecuritySheet =
  | { kind: 'email' | 'password'; security: Answer<'accountSecurity'> }
  | { kind: 'authenticator'; secret: string; uri: string }
  | { kind: 'recovery'; codes: readonly string[] }
  | { kind: 'disable' }
  | { kind: 'agreements' }
  | { kind: 'add-passkey' }
  | { kind: 'remove-passkey'; passkey: { id: string; name: string } };
