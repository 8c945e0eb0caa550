import type { FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { sessionCookieName } from '../../platform/session-cookie.ts';
import { isLanguage } from '../../platform/words.ts';
import { deviceCookieName } from './known-device.ts';
import type { NewBrowser } from './parts.ts';
import { describeDevice } from './view.ts';

/** Reads what a request reveals about its browser. */
export function createBrowserOf(config: Config): (request: FastifyRequest) => NewBrowser {
  const [session, device] = [sessionCookieName(config), deviceCookieName(config)];
  return (request) => ({
    address: request.ip,
    device: describeDevice(request.headers['user-agent']),
    previousToken: request.cookies[session],
    deviceCookie: request.cookies[device],
    language: isLanguage(request.cookies.lang) ? request.cookies.lang : undefined,
  });
}
