import { isIP } from 'node:net';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type {
  Assertion,
  Discovered,
  NewCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@vlam/contract/identity-factors';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newToken } from '../../platform/ids.ts';
import { blindIndex } from '../../platform/keys.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import * as factorStore from './factor-store.ts';

export const challengeLivesMs = 5 * 60_000;
/** EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257];
type Transports = PasskeyRequestOptions['allowCredentials'][number]['transports'];

/** What a challenge is made for: it serves no other ceremony, session or sign-in. */
export type ChallengeSubject = `${'add' | 'sign in' | 'sign in alone' | 'step up'} ${string}`;

export interface Ceremonies {
  /** False where the site's host is a number: browsers make no passkeys for it. */
  isPossible: boolean;
  /** Throws `CONFLICT` where it is not possible. */
  requirePossible(): void;
  creationOptions(account: { id: string; email: string }, subject: ChallengeSubject): Promise<PasskeyCreationOptions>;
  /** The verified credential. Throws `VERIFICATION_FAILED`. */
  verifyCreation(
    credential: NewCredential,
    subject: ChallengeSubject,
  ): Promise<{ credentialId: Buffer; publicKey: Buffer; counter: number }>;
  requestOptions(accountId: string, subject: ChallengeSubject): Promise<PasskeyRequestOptions>;
  /** Requires an assertion of one of the account's passkeys, with its user verified. Throws `VERIFICATION_FAILED`. */
  requireAssertion(accountId: string, assertion: Assertion, subject: ChallengeSubject): Promise<void>;
  /** For a browser whose account is not known: it offers every passkey that it has for this site. */
  openRequestOptions(subject: ChallengeSubject): Promise<PasskeyRequestOptions>;
  /** The passkey that this is, with its user verified; ends the challenge. Throws `VERIFICATION_FAILED`. */
  requireDiscovered(assertion: Discovered, subject: ChallengeSubject): Promise<{ accountId: string; id: string }>;
}

export function createCeremonies({ config, db, clock }: { config: Config; db: Db; clock: Clock }): Ceremonies {
  const { hostname: rpId, origin } = new URL(config.publicUrl);
  const userKey = config.keys.lookup('passkey users');

  async function newChallenge(subject: ChallengeSubject): Promise<string> {
    const challenge = newToken();
    const expiresAt = new Date(clock.now().getTime() + challengeLivesMs);
    await factorStore.insertChallenge(db, { hash: hashToken(challenge), subject, expiresAt });
    return challenge;
  }
  /** What a credential and an assertion have to match alike. */
  const expectedFor = (subject: ChallengeSubject) => ({
    expectedChallenge: (challenge: string) => factorStore.takeChallenge(db, hashToken(challenge), subject, clock.now()),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  });

  async function listCredentials(accountId: string): Promise<PasskeyRequestOptions['allowCredentials']> {
    const passkeys = await factorStore.listPasskeys(db, accountId);
    return passkeys.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      type: 'public-key',
      transports: transports as Transports,
    }));
  }

  // Authenticators keep this id: it is no id of ours.
  const handleOf = (accountId: string) => blindIndex(userKey, accountId).toString('base64url');
  const optionsFor = async (subject: ChallengeSubject): Promise<PasskeyRequestOptions> => ({
    challenge: await newChallenge(subject),
    rpId,
    timeout: challengeLivesMs,
    userVerification: 'required',
    allowCredentials: [],
  });

  async function requireSignature(
    passkey: factorStore.PasskeyRow | undefined,
    { id, clientDataJSON, authenticatorData, signature }: Assertion,
    subject: ChallengeSubject,
  ): Promise<void> {
    if (!passkey) throw new AppError('VERIFICATION_FAILED');
    const verified = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      ...expectedFor(subject),
      credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: Number(passkey.counter) },
    }).catch(refuse);
    const { newCounter } = verified.authenticationInfo;
    if (!verified.verified || !(await factorStore.markPasskeyUsed(db, passkey.id, newCounter, clock.now())))
      throw new AppError('VERIFICATION_FAILED');
  }

  const isPossible = isIP(rpId.replace(/^\[|\]$/g, '')) === 0;
  return {
    isPossible,
    requirePossible() {
      if (isPossible) return;
      throw new AppError('CONFLICT', { message: 'Passkeys need an address with a name, and this site has a number' });
    },
    async creationOptions({ id, email }, subject) {
      return {
        challenge: await newChallenge(subject),
        rp: { id: rpId, name: 'Vlam' },
        user: { id: handleOf(id), name: email, displayName: email },
        pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
        timeout: challengeLivesMs,
        excludeCredentials: await listCredentials(id),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      };
    },
    async verifyCreation({ id, clientDataJSON, attestationObject, transports }, subject) {
      const verified = await verifyRegistrationResponse({
        response: {
          id,
          rawId: id,
          type: 'public-key',
          response: { clientDataJSON, attestationObject, transports },
          clientExtensionResults: {},
        },
        ...expectedFor(subject),
        supportedAlgorithmIDs: algorithms,
      }).catch(refuse);
      if (!verified.verified) throw new AppError('VERIFICATION_FAILED');
      const { credential } = verified.registrationInfo;
      return {
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
      };
    },
    async requestOptions(accountId, subject) {
      return { ...(await optionsFor(subject)), allowCredentials: await listCredentials(accountId) };
    },
    async requireAssertion(accountId, assertion, subject) {
      const passkeys = await factorStore.listPasskeys(db, accountId);
      const passkey = passkeys.find(({ credential_id }) => credential_id.toString('base64url') === assertion.id);
      await requireSignature(passkey, assertion, subject);
    },
    openRequestOptions: optionsFor,
    async requireDiscovered({ userHandle, ...assertion }, subject) {
      try {
        const passkey = await factorStore.findPasskey(db, Buffer.from(assertion.id, 'base64url'));
        // The signature does not cover the handle, but a browser that names another account has mixed two up.
        await requireSignature(
          passkey && handleOf(passkey.account_id) === userHandle ? passkey : undefined,
          assertion,
          subject,
        );
        const { account_id: accountId, id } = passkey as factorStore.PasskeyRow;
        return { accountId, id };
      } finally {
        // Also when the passkey is unknown: one challenge is one try.
        await factorStore.deleteChallengesOf(db, subject);
      }
    },
  };
}

/** The library throws for everything it does not accept. */
function refuse(error: unknown): never {
  throw error instanceof AppError ? error : new AppError('VERIFICATION_FAILED', { cause: error });
}
