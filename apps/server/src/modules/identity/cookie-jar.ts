import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { sessionCookieName } from '../../platform/session-cookie.ts';
import { deviceCookieName, deviceCookieSeconds } from './known-device.ts';
import type { SignedIn } from './parts.ts';
import { proofCookieName, proofCookieSeconds } from './proofs.ts';
import { pendingCookieSeconds } from './second-step.ts';
import type { StartedSession } from './sessions.ts';

const pendingCookieName = (config: Pick<Config, 'secureCookies'>): string =>
  config.secureCookies ? '__Host-vlam-second-step' : 'vlam-second-step';

/** The cookies of signing in. */
export interface CookieJar {
  /** Sets the cookies of a session; returns its account. */
  admit(reply: FastifyReply, signedIn: SignedIn): SignedIn['account'];
  setSession(reply: FastifyReply, session: StartedSession): void;
  setProof(reply: FastifyReply, token: string): void;
  /** Sets the cookie of a sign-in that waits for its second step. */
  setPending(reply: FastifyReply, token: string): void;
  clearPending(reply: FastifyReply): void;
  clearSession(reply: FastifyReply): void;
  pendingOf(request: FastifyRequest): string | undefined;
}

export function createCookieJar(config: Config): CookieJar {
  const rules = { path: '/', httpOnly: true, sameSite: 'lax', secure: config.secureCookies } as const;
  const [session, device] = [sessionCookieName(config), deviceCookieName(config)];
  const [proof, pending] = [proofCookieName(config), pendingCookieName(config)];
  const jar: CookieJar = {
    admit(reply, { session: started, deviceCookie, proofToken, account }) {
      jar.setSession(reply, started);
      reply.setCookie(device, deviceCookie, { ...rules, maxAge: deviceCookieSeconds });
      jar.setProof(reply, proofToken);
      return account;
    },
    setSession: (reply, { token, maxAgeSeconds }) =>
      void reply.setCookie(session, token, { ...rules, maxAge: maxAgeSeconds }),
    setProof: (reply, token) => void reply.setCookie(proof, token, { ...rules, maxAge: proofCookieSeconds }),
    setPending: (reply, token) => void reply.setCookie(pending, token, { ...rules, maxAge: pendingCookieSeconds }),
    clearPending: (reply) => void reply.clearCookie(pending, rules),
    clearSession(reply) {
      reply.clearCookie(session, rules);
      reply.clearCookie(proof, rules);
    },
    pendingOf: (request) => request.cookies[pending],
  };
  return jar;
}
