import type { Role } from '@vlam/contract/identity';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { newId, newToken } from '../../platform/ids.ts';
import { createLane } from '../../platform/lane.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import { hashToken, sessionCookieName } from '../../platform/session-cookie.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { permissionsOf, sessionLimits } from './policy.ts';
import * as sessionStore from './session-store.ts';

/** `last_seen_at` may be this much behind. */
const touchEveryMs = 60_000;

export interface StartedSession {
  token: string;
  maxAgeSeconds: number;
}

export interface Sessions {
  authenticate(request: Pick<FastifyRequest, 'cookies'>): Promise<Viewer | null>;
  authenticateToken(token: string): Promise<Viewer | null>;
  /** A session with a token nobody has seen; the browser's session before, if any, ends. */
  start(
    db: Db,
    account: { id: string; role: Role; isDemo: boolean },
    browser: { device: string; previousToken: string | undefined },
  ): Promise<StartedSession>;
}

export function createSessions(deps: { config: Config; database: Database; clock: Clock; logger: Logger }): Sessions {
  const { database, clock, logger } = deps;
  const cookieName = sessionCookieName(deps.config);

  const reads = createLane<Buffer, sessionStore.SessionRow | null>({
    limit: 500,
    async call(tokenHashes) {
      const found = await sessionStore.findSessions(database.pool, tokenHashes);
      return tokenHashes.map((hash) => found.get(hash.toString('hex')) ?? null);
    },
  });

  const beingTouched = new Set<string>();
  const touches = createLane<string, true>({
    limit: 500,
    async call(ids) {
      await sessionStore.touchSessions(database.pool, ids, clock.now());
      return ids.map(() => true as const);
    },
  });
  function touch(id: string): void {
    if (beingTouched.has(id)) return;
    beingTouched.add(id);
    touches
      .send(id)
      .catch((error) => logger.warn('session touch failed', errorFields(error)))
      .finally(() => beingTouched.delete(id));
  }

  async function authenticateToken(token: string): Promise<Viewer | null> {
    const row = await reads.send(hashToken(token));
    if (!row || row.suspended_at) return null;
    const limits = sessionLimits({ role: row.role, isDemo: row.is_demo });
    const now = clock.now().getTime();
    const ends = Math.min(
      row.expires_at.getTime(),
      row.created_at.getTime() + limits.absoluteMs,
      row.last_seen_at.getTime() + limits.idleMs,
    );
    if (now >= ends) return null;
    if (now - row.last_seen_at.getTime() >= touchEveryMs) touch(row.id);
    return {
      accountId: row.account_id,
      sessionId: row.id,
      role: row.role,
      permissions: permissionsOf(row.role),
      ageVerified: row.age_verified_at !== null,
      profileId: row.profile_id,
      isCreator: row.is_creator,
    };
  }

  return {
    authenticateToken,
    async authenticate(request) {
      const token = request.cookies[cookieName];
      // Tokens have 43 characters; anything else never was one of ours.
      return token?.length === 43 ? authenticateToken(token) : null;
    },
    async start(db, account, browser) {
      if (browser.previousToken) await sessionStore.deleteSessionByToken(db, hashToken(browser.previousToken));
      const token = newToken();
      const now = clock.now();
      const { absoluteMs } = sessionLimits(account);
      await sessionStore.insertSession(db, {
        id: newId(),
        tokenHash: hashToken(token),
        accountId: account.id,
        device: browser.device,
        now,
        expiresAt: new Date(now.getTime() + absoluteMs),
      });
      return { token, maxAgeSeconds: absoluteMs / 1000 };
    },
  };
}
