import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';
import { requireAccess } from './guard.ts';
import { errorFields, type Logger } from './logger.ts';
import { refusalText } from './malformed-requests.ts';
import type { RateLimiter } from './rate-limit.ts';
import { refuseForeignSocket } from './same-site.ts';
import { sessionCookieName } from './session-cookie.ts';
import type { Viewer } from './viewer.ts';

/** A valid session, and when it ends (milliseconds since the epoch) unless it is used. */
export interface ValidSession {
  viewer: Viewer;
  endsAt: number;
}

export interface Admission extends ValidSession {
  token: string;
}

export interface HandshakeDependencies {
  config: Pick<Config, 'publicUrl' | 'environment' | 'secureCookies' | 'trustProxyHops'>;
  rateLimiter: RateLimiter;
  /** Returns null unless the token names a session that is valid now. */
  findSession(token: string): Promise<ValidSession | null>;
}

/**
 * Decides on an upgrade by the same steps as every HTTP call: host, site, rate limit, session, access. Throws the
 * refusal; no WebSocket exists until all of them have passed.
 */
export function createHandshake({ config, rateLimiter, findSession }: HandshakeDependencies) {
  const ownHost = new URL(config.publicUrl).host;
  const cookieName = sessionCookieName(config);
  return async (request: IncomingMessage): Promise<Admission> => {
    if (config.environment === 'production' && request.headers.host !== ownHost) throw new AppError('NOT_FOUND');
    refuseForeignSocket(request.headers);
    const address = addressOf(request, config.trustProxyHops);
    rateLimiter.spend('handshake', address, null);
    const token = cookieOf(request.headers.cookie ?? '', cookieName);
    // Our tokens have 43 characters.
    const session = token?.length === 43 ? await findSession(token) : null;
    requireAccess('adult', session?.viewer ?? null, false);
    if (!token || !session) throw new AppError('UNAUTHORIZED');
    rateLimiter.spend('connect', address, session.viewer);
    return { ...session, token };
  };
}

/** The first cookie of that name, undecoded: our tokens need no decoding. */
const cookieOf = (header: string, name: string): string | undefined =>
  header
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** The address Fastify would report: behind `hops` proxies, the last one written by a trusted proxy. */
function addressOf(request: IncomingMessage, hops: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const path = [request.socket.remoteAddress ?? '', ...forwarded.reverse()];
  return path[Math.min(hops, path.length - 1)] ?? '';
}

/** Responds to an upgrade with the refusal as JSON and closes the connection. */
export function refuseUpgrade(
  socket: Duplex,
  error: unknown,
  { config, logger }: { config: Pick<Config, 'secureCookies'>; logger: Logger },
): AppError {
  const refusal = error instanceof AppError ? error : new AppError('UNAVAILABLE', { cause: error });
  if (refusal !== error) logger.warn('socket handshake failed', errorFields(error));
  // A client that does not read the refusal must not hold the connection.
  const limit = setTimeout(() => socket.destroy(), 1_000).unref();
  socket.end(refusalText(config, refusal), () => {
    clearTimeout(limit);
    socket.destroy();
  });
  return refusal;
}
