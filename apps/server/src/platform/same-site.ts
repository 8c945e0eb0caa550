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
  if (site === 'same-origin' || site === 'none') return;
  const origin = request.headers.origin;
  if (site === undefined && typeof origin === 'string' && sameHost(origin, request.headers.host)) return;
  throw new AppError('CROSS_SITE_REFUSED');
}

function sameHost(origin: string, host: string | undefined): boolean {
  try {
    return host !== undefined && new URL(origin).host === host;
  } catch {
    return false;
  }
}
