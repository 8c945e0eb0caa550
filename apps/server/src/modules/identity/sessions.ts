import { hash } from 'node:crypto';
import type { Role } from '@vlam/contract/identity';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId, newToken } from '../../platform/ids.ts';
import { createLane } from '../../platform/lane.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import { hashToken, sessionCookieName } from '../../platform/session-cookie.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { needsSecondFactor, permissionsOf, sessionLimits } from './policy.ts';
import { createSessionMemory, type FoundSession } from './session-memory.ts';
import type { SessionRow } from './session-store.ts';
import * as sessionStore from './session-store.ts';

/** `last_seen_at` may lag by this much. */
const touchIntervalMs = 60_000;

export interface StartedSession {
  id: string;
  token: string;
  maxAgeSeconds: number;
}

/** The viewer of a session, and when it ends (milliseconds since the epoch) unless it is used. */
export interface ValidSession {
  viewer: Viewer;
  endsAt: number;
}

export interface Sessions {
  /** As `authenticateToken`, but does not mark the session as used: an open tab must not keep it alive. */
  findValid(token: string): Promise<ValidSession | null>;
  authenticate(request: Pick<FastifyRequest, 'cookies'>): Promise<Viewer | null>;
  authenticateToken(token: string): Promise<Viewer | null>;
  /** Starts a session with a fresh token; the browser's earlier session, if any, ends. */
  start(
    db: Db,
    account: { id: string; role: Role; isDemo: boolean },
    browser: { device: string; previousToken: string | undefined },
  ): Promise<StartedSession>;
  /** Goes on under a fresh token: a copy of the earlier one opens nothing any more. Throws `UNAUTHORIZED`. */
  renew(db: Db, sessionId: string): Promise<StartedSession>;
}

export function createSessions(deps: { config: Config; database: Database; clock: Clock; logger: Logger }): Sessions {
  const { database, clock, logger } = deps;
  const cookieName = sessionCookieName(deps.config);

  const memory = createSessionMemory(database.pool);

  /** Built once for a cached row: requests only read it. */
  const viewers = new WeakMap<SessionRow, Viewer>();
  function viewerOf(row: SessionRow): Viewer {
    let viewer = viewers.get(row);
    if (!viewer) {
      const lacksSecondFactor = row.second_factor_since === null && needsSecondFactor(row, deps.config);
      viewer = Object.freeze({
        accountId: row.account_id,
        sessionId: row.id,
        role: row.role,
        permissions: lacksSecondFactor ? [] : permissionsOf(row.role),
        ageVerified: row.age_verified_at !== null,
        profileId: row.profile_id,
        isCreator: row.is_creator,
        ...(lacksSecondFactor ? { lacksSecondFactor } : {}),
      });
      viewers.set(row, viewer);
    }
    return viewer;
  }

  const beingTouched = new Set<string>();
  const touches = createLane<string, true>({
    name: 'sessions.touch',
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

  /** When the session ends, in milliseconds since the epoch, unless it is used again. */
  function endOf(row: SessionRow): number {
    if (row.is_demo && !deps.config.demo) return 0;
    const limits = sessionLimits({ role: row.role, isDemo: row.is_demo });
    return Math.min(
      row.expires_at.getTime(),
      row.created_at.getTime() + limits.absoluteMs,
      row.last_seen_at.getTime() + limits.idleMs,
    );
  }

  async function findRow(token: string): Promise<SessionRow | null> {
    const tokenHash = hash('sha256', token);
    let found = await memory.find(tokenHash);
    const now = clock.now().getTime();
    const due = ({ row }: FoundSession) => now >= endOf(row) || now - row.last_seen_at.getTime() >= touchIntervalMs;
    // Another process may have recorded a later use.
    if (found?.cached && due(found)) found = await memory.find(tokenHash, { fresh: true });
    return !found || found.row.suspended_at || found.row.leaving_at || now >= endOf(found.row) ? null : found.row;
  }

  async function authenticateToken(token: string): Promise<Viewer | null> {
    const row = await findRow(token);
    if (!row) return null;
    if (clock.now().getTime() - row.last_seen_at.getTime() >= touchIntervalMs) touch(row.id);
    return viewerOf(row);
  }

  return {
    authenticateToken,
    async findValid(token) {
      const row = await findRow(token);
      return row && { viewer: viewerOf(row), endsAt: endOf(row) };
    },
    async authenticate(request) {
      const token = request.cookies[cookieName];
      // Our tokens have 43 characters.
      return token?.length === 43 ? authenticateToken(token) : null;
    },
    async start(db, account, browser) {
      if (browser.previousToken) await sessionStore.deleteSessionByToken(db, hashToken(browser.previousToken));
      const token = newToken();
      const now = clock.now();
      const { absoluteMs } = sessionLimits(account);
      const id = newId();
      await sessionStore.insertSession(db, {
        id,
        tokenHash: hashToken(token),
        accountId: account.id,
        device: browser.device,
        now,
        expiresAt: new Date(now.getTime() + absoluteMs),
      });
      return { id, token, maxAgeSeconds: absoluteMs / 1000 };
    },
    async renew(db, id) {
      const token = newToken();
      const endsAt = await sessionStore.setSessionToken(db, id, hashToken(token));
      if (!endsAt) throw new AppError('UNAUTHORIZED');
      return { id, token, maxAgeSeconds: Math.floor((endsAt.getTime() - clock.now().getTime()) / 1000) };
    },
  };
}
