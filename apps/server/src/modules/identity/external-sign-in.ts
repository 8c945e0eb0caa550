import { createHmac } from 'node:crypto';
import * as oidc from 'openid-client';
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { newId, newToken } from '../../platform/ids.ts';
import { sameBytes } from '../../platform/keys.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import { findOwner } from './email-change-store.ts';
import { claimedName } from './names.ts';
import { type IdentityParts, type NewBrowser, requireOpenSignUps, type SignedIn, type Suspension } from './parts.ts';
import { localPath } from './policy.ts';
import type { LeavingSignIn, PendingSignIn, SecondStep } from './second-step.ts';
import * as store from './store.ts';
import { createSuspensionNotes } from './suspension-note.ts';

export const externalCookieSeconds = 600;
export const externalCookieName = (config: Pick<Config, 'secureCookies'>): string =>
  config.secureCookies ? '__Host-vlam-external' : 'vlam-external';

export const noteCookieName = (config: Pick<Config, 'secureCookies'>): string =>
  config.secureCookies ? '__Host-vlam-suspended' : 'vlam-suspended';

export interface ExternalSignIn {
  /** Where to redirect the browser; with a provider also the secret that its cookie must keep for ten minutes. */
  start(next: string | undefined): Promise<{ location: string; browserSecret: string | null }>;
  /**
   * Finishes what `start` began in the same browser. Throws `BAD_REQUEST` for anything swapped, repeated, late or
   * without an address. A suspended account is not signed in: its browser may request `suspension` with the note.
   */
  finish(
    callbackQuery: string,
    browserSecret: string | undefined,
    browser: NewBrowser,
  ): Promise<{ entered: SignedIn | PendingSignIn | LeavingSignIn; location: string } | { suspensionNote: string }>;
  /** Why this note's account may not sign in; null without a valid note. */
  suspension(note: string | undefined): Promise<Suspension | null>;
}

interface Claims {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
}

/** OpenID Connect with PKCE, state and nonce. A person is their issuer and subject, never their address. */
export function createExternalSignIn(parts: IdentityParts, { admit }: Pick<SecondStep, 'admit'>): ExternalSignIn {
  const { config, db, clock } = parts;
  const notes = createSuspensionNotes(parts);
  const redirectUri = `${config.publicUrl}/api/login/callback`;

  let discovered: Promise<oidc.Configuration> | undefined;
  function provider(settings: NonNullable<Config['oidc']>): Promise<oidc.Configuration> {
    const plain = settings.issuer.startsWith('http://') && config.environment !== 'production';
    discovered ??= oidc
      .discovery(new URL(settings.issuer), settings.clientId, settings.clientSecret, undefined, {
        timeout: 10,
        ...(plain ? { execute: [oidc.allowInsecureRequests] } : {}),
      })
      .catch((error: unknown) => {
        // The provider may be available for the next attempt.
        discovered = undefined;
        throw new AppError('UNAVAILABLE', { cause: error });
      });
    return discovered;
  }

  /** Nonce and verifier are derived from the browser's secret: the database holds neither. */
  const derive = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url');

  async function accountOf(claims: Claims): Promise<store.AccountRow> {
    return db.transaction().execute(async (tx) => {
      const known = await store.findByExternalIdentity(tx, claims);
      if (known) return known;
      const now = clock.now();
      await store.lockEmail(tx, claims.email);
      const holder = await store.findHolder(tx, claims.email);
      // Both sides must have proven the address: an attacker could have created the unproven account in advance.
      const linked = claims.emailVerified && holder?.email_verified_at ? holder : undefined;
      if (!linked) await requireOpenSignUps({ ...parts, db: tx });
      const account =
        linked ??
        (await store.insertAccount(tx, {
          id: newId(),
          email: claims.email,
          emailVerifiedAt: claims.emailVerified && !(await findOwner(tx, claims.email, now)) ? now : null,
          passwordHash: null,
          firstName: claims.firstName,
          lastName: claims.lastName,
          role: 'user',
          ageVerifiedAt: null,
          isDemo: false,
          now,
        }));
      const { issuer, subject } = claims;
      await store.insertExternalIdentity(tx, { issuer, subject, accountId: account.id, now });
      return account;
    });
  }

  return {
    suspension: notes.read,
    async start(next) {
      const path = localPath(next, config.publicUrl);
      if (!config.oidc)
        return {
          location: path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`,
          browserSecret: null,
        };
      const configuration = await provider(config.oidc);
      const state = newToken();
      const browserSecret = newToken();
      await store.insertExternalSignIn(db, {
        stateHash: hashToken(state),
        browserHash: hashToken(browserSecret),
        nextPath: path,
        now: clock.now(),
      });
      const location = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(derive(browserSecret, 'verifier')),
        code_challenge_method: 'S256',
        state,
        nonce: derive(browserSecret, 'nonce'),
      });
      return { location: location.href, browserSecret };
    },

    async finish(callbackQuery, browserSecret, browser) {
      if (!config.oidc) throw new AppError('NOT_FOUND');
      const callback = new URL(`${redirectUri}?${callbackQuery}`);
      const state = callback.searchParams.get('state');
      if (!state || !browserSecret) throw new AppError('BAD_REQUEST');
      const begun = await store.takeExternalSignIn(db, hashToken(state));
      const late = begun && clock.now().getTime() - begun.created_at.getTime() > externalCookieSeconds * 1000;
      if (!begun || late || !sameBytes(begun.browser_hash, hashToken(browserSecret))) throw new AppError('BAD_REQUEST');
      const configuration = await provider(config.oidc);
      const claims = await readClaims(configuration, callback, {
        pkceCodeVerifier: derive(browserSecret, 'verifier'),
        expectedState: state,
        expectedNonce: derive(browserSecret, 'nonce'),
        idTokenExpected: true,
      });
      const account = await accountOf(claims);
      if (account.suspended_at) return { suspensionNote: notes.write(account.id) };
      const entered = await db.transaction().execute((tx) => admit(tx, account, browser));
      return { entered, location: begun.next_path };
    },
  };
}

async function readClaims(
  configuration: oidc.Configuration,
  callback: URL,
  checks: oidc.AuthorizationCodeGrantChecks,
): Promise<Claims> {
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, callback, checks);
    const idToken = tokens.claims();
    if (!idToken) throw new AppError('BAD_REQUEST');
    const person = configuration.serverMetadata().userinfo_endpoint
      ? await oidc.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
      : idToken;
    const email = typeof person.email === 'string' ? person.email.trim().toLowerCase() : '';
    if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) throw new AppError('BAD_REQUEST');
    return {
      issuer: idToken.iss,
      subject: idToken.sub,
      email,
      emailVerified: person.email_verified === true,
      firstName: claimedName(person.given_name ?? person.name, 'New'),
      lastName: claimedName(person.family_name, 'Member'),
    };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('BAD_REQUEST', { cause: error });
  }
}
