import type { signInAnswer } from '@vlam/contract/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Config } from '../../platform/config.ts';
import { sessionCookieName } from '../../platform/session-cookie.ts';
import { deviceCookieName, deviceCookieSeconds } from './known-device.ts';
import { leavingCookieSeconds } from './leaving-note.ts';
import type { SignedIn } from './parts.ts';
import { challengeLivesMs } from './passkeys.ts';
import { proofCookieName, proofCookieSeconds } from './proofs.ts';
import { type LeavingSignIn, pendingCookieSeconds } from './second-step.ts';
import type { StartedSession } from './sessions.ts';

const pendingCookieName = (config: Pick<Config, 'secureCookies'>): string =>
  config.secureCookies ? '__Host-vlam-second-step' : 'vlam-second-step';

const languageCookieSeconds = 365 * 24 * 3_600;
const challengeCookieSeconds = challengeLivesMs / 1000;

/** The cookies of signing in. */
export interface CookieJar {
  /** Sets the cookies of a session; returns its account. */
  admit(reply: FastifyReply, signedIn: SignedIn): SignedIn['account'];
  setSession(reply: FastifyReply, session: StartedSession): void;
  /** As `admit`, also for an account that is being deleted; returns the answer of a sign-in. */
  answer(reply: FastifyReply, entered: SignedIn | LeavingSignIn): z.output<typeof signInAnswer>;
  setProof(reply: FastifyReply, token: string): void;
  /** Sets the cookie of a sign-in that waits for its second step. */
  setPending(reply: FastifyReply, token: string): void;
  clearPending(reply: FastifyReply): void;
  /** Sets the cookie that opens the way back to an account that is being deleted. */
  setLeaving(reply: FastifyReply, note: string): void;
  clearLeaving(reply: FastifyReply): void;
  leavingOf(request: FastifyRequest): string | undefined;
  clearSession(reply: FastifyReply): void;
  pendingOf(request: FastifyRequest): string | undefined;
  /** The cookie that binds the challenge of a sign-in with a passkey alone to this browser. */
  setChallenge(reply: FastifyReply, token: string): void;
  clearChallenge(reply: FastifyReply): void;
  challengeOf(request: FastifyRequest): string | undefined;
}

export function createCookieJar(config: Config): CookieJar {
  const rules = { path: '/', httpOnly: true, sameSite: 'lax', secure: config.secureCookies } as const;
  const [session, device] = [sessionCookieName(config), deviceCookieName(config)];
  const [proof, pending] = [proofCookieName(config), pendingCookieName(config)];
  const challenge = config.secureCookies ? '__Host-vlam-passkey' : 'vlam-passkey';
  const leaving = config.secureCookies ? '__Host-vlam-leaving' : 'vlam-leaving';
  const jar: CookieJar = {
    admit(reply, { session: started, deviceCookie, proofToken, account, language }) {
      jar.setSession(reply, started);
      reply.setCookie(device, deviceCookie, { ...rules, maxAge: deviceCookieSeconds });
      jar.setProof(reply, proofToken);
      // The app reads and writes it too, so a browser that shows the language already gets none.
      if ((reply.request.cookies.lang ?? 'en') !== language)
        reply.setCookie('lang', language, { ...rules, httpOnly: false, maxAge: languageCookieSeconds });
      return account;
    },
    setSession: (reply, { token, maxAgeSeconds }) =>
      void reply.setCookie(session, token, { ...rules, maxAge: maxAgeSeconds }),
    answer(reply, entered) {
      if ('leavingNote' in entered) {
        jar.setLeaving(reply, entered.leavingNote);
        return { user: null, secondStep: null, leaving: { eraseAt: entered.eraseAt.toISOString() } };
      }
      const { id, firstName } = jar.admit(reply, entered);
      return { user: { id, firstName }, secondStep: null };
    },
    setProof: (reply, token) => void reply.setCookie(proof, token, { ...rules, maxAge: proofCookieSeconds }),
    setPending: (reply, token) => void reply.setCookie(pending, token, { ...rules, maxAge: pendingCookieSeconds }),
    setLeaving: (reply, note) => void reply.setCookie(leaving, note, { ...rules, maxAge: leavingCookieSeconds }),
    clearLeaving: (reply) => void reply.clearCookie(leaving, rules),
    leavingOf: (request) => request.cookies[leaving],
    clearPending: (reply) => void reply.clearCookie(pending, rules),
    clearSession(reply) {
      reply.clearCookie(session, rules);
      reply.clearCookie(proof, rules);
    },
    pendingOf: (request) => request.cookies[pending],
    setChallenge: (reply, token) =>
      void reply.setCookie(challenge, token, { ...rules, sameSite: 'strict', maxAge: challengeCookieSeconds }),
    clearChallenge: (reply) => void reply.clearCookie(challenge, rules),
    challengeOf: (request) => request.cookies[challenge],
  };
  return jar;
}
