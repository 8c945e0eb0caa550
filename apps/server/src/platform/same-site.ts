import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that another site made (Fetch Metadata, with Origin for clients that send none).
 * Reads are refused too unless they are navigations, so that no site can probe who is signed in.
 */
export function refuseForeignSite(request: FastifyRequest, navigation: boolean): void {
  const site = request.headers['sec-fetch-site'];
  if (safe.has(request.method)) {
    if (site === undefined || site === 'same-origin' || site === 'none') return;
    if (navigation && request.headers['sec-fetch-mode'] === 'navigate') return;
    throw new AppError('CROSS_SITE_REFUSED');
  }
  refuseForeignCommand(request.headers);
}

/** A socket carries commands, and every browser sends an Origin when it opens one: a missing one is refused too. */
export function refuseForeignSocket(headers: IncomingHttpHeaders): void {
  refuseForeignCommand(headers);
  if (!sameHost(headers.origin, headers.host)) throw new AppError('CROSS_SITE_REFUSED');
}

function refuseForeignCommand(headers: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  if (site === undefined && sameHost(headers.origin, headers.host)) return;
  throw new AppError('CROSS_SITE_REFUSED');
}

function sameHost(origin: string | undefined, host: string | undefined): boolean {
  try {
    return origin !== undefined && host !== undefined && new URL(origin).host === host;
  } catch {
    return false;
  }
}
