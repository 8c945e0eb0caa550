import { consentFilesPath, type consentsOperations } from '@vlam/contract/consents';
import type { StreamView } from '@vlam/contract/media';
import type { ResponseOf } from '@vlam/contract/operation';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { refuseForeignSite } from '../../platform/same-site.ts';
import { hashToken } from '../../platform/session-cookie.ts';
import {
  type MediaService,
  parseStreamAddress,
  type StreamHolder,
  secondsUntil,
  sendStreamFile,
} from '../media/service.ts';
import { findShownFile } from './people-store.ts';

/*
 * A person without an account plays the recordings they are asked about. The addresses are signed for their link, and
 * open only beside its token, which travels in a cookie: an address that is passed on opens nothing.
 */

type Linked = ResponseOf<(typeof consentsOperations)['streamByLink']>;

export interface ConsentStreams {
  /** How the holder of a link plays one of its recordings. Throws `NOT_FOUND`, also while it is not shown any more. */
  streamByLink(token: string, mediaId: string): Promise<{ stream: Linked; cookiePath: string }>;
}

interface ConsentStreamDependencies {
  database: Pick<Database, 'db'>;
  clock: Clock;
  media: Pick<MediaService, 'listByIds' | 'streamForHolder'>;
}

const holderOf = (personId: string, token: string): StreamHolder => ({
  key: `consent ${personId} ${hashToken(token).toString('hex')}`,
  path: `${consentFilesPath}/${personId}`,
});

export function createConsentStreams({ database: { db }, clock, media }: ConsentStreamDependencies): ConsentStreams {
  return {
    async streamByLink(token, mediaId) {
      const personId = await findShownFile(db, { tokenHash: hashToken(token), mediaId, now: clock.now() });
      const file = personId && (await media.listByIds(db, [mediaId])).get(mediaId);
      if (!personId || !file) throw new AppError('NOT_FOUND');
      const holder = holderOf(personId, token);
      const stream: StreamView = await media.streamForHolder(holder, file);
      return { stream, cookiePath: holder.path };
    },
  };
}

const cookieName = 'consent-link';
/** A player asks for a newer address every two minutes, which renews the cookie. */
const cookieSeconds = 600;

/** The cookie that opens the addresses of a link's recordings. */
export const consentCookie = (token: string, path: string, { secureCookies }: Pick<Config, 'secureCookies'>) =>
  [
    cookieName,
    token,
    { path, httpOnly: true, secure: secureCookies, sameSite: 'strict', maxAge: cookieSeconds },
  ] as const;

interface ConsentFileDependencies {
  config: Pick<Config, 'secureCookies'>;
  database: Pick<Database, 'db'>;
  clock: Clock;
  rateLimiter: RateLimiter;
  media: Pick<MediaService, 'openStreamFileForHolder'>;
}

/** Files of recordings behind private links, without an account. */
export function registerConsentFiles(app: FastifyInstance, deps: ConsentFileDependencies): void {
  const { clock, media } = deps;
  app.get<{ Params: { person: string; '*': string }; Querystring: Record<string, unknown> }>(
    `${consentFilesPath}/:person/*`,
    async (request, reply) => {
      request.operationName = 'consentFile';
      refuseForeignSite(request, false);
      deps.rateLimiter.spend('read', request.ip, null);
      const requested = parseStreamAddress(request.params['*'], request.query);
      const token = request.cookies[cookieName];
      if (!requested || !token) throw new AppError('NOT_FOUND');
      const { mediaId, expires } = requested.grant;
      const personId = await findShownFile(deps.database.db, {
        tokenHash: hashToken(token),
        mediaId,
        now: clock.now(),
      });
      if (!personId || personId !== request.params.person) throw new AppError('NOT_FOUND');
      const file = await media.openStreamFileForHolder(holderOf(personId, token), requested);
      return sendStreamFile(reply, file, {
        secondsLeft: secondsUntil(clock, expires),
        range: request.headers.range,
      });
    },
  );
}
