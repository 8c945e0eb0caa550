import { stepUpMs } from '@vlam/contract/operation';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database.ts';
import { newToken } from '../../platform/ids.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import * as factorStore from './factor-store.ts';

export const proofCookieName = (config: Pick<Config, 'secureCookies'>): string =>
  config.secureCookies ? '__Host-vlam-proof' : 'vlam-proof';
export const proofCookieSeconds = stepUpMs / 1000;

/** Proofs of the person behind a session, which dangerous operations ask for. */
export interface Proofs {
  /** Records a proof now; returns the value of its cookie. The session's earlier proof ends. */
  issue(db: Db, sessionId: string): Promise<string>;
  /** Whether this cookie proves the session's person. */
  isProven(db: Db, sessionId: string, cookie: string | undefined): Promise<boolean>;
}

export function createProofs({ clock }: { clock: Clock }): Proofs {
  return {
    async issue(db, sessionId) {
      const token = newToken();
      const provenUntil = new Date(clock.now().getTime() + stepUpMs);
      await factorStore.setProof(db, { sessionId, tokenHash: hashToken(token), provenUntil });
      return token;
    },
    async isProven(db, sessionId, cookie) {
      // Our tokens have 43 characters.
      return cookie?.length === 43 && factorStore.hasProof(db, sessionId, hashToken(cookie), clock.now());
    },
  };
}
