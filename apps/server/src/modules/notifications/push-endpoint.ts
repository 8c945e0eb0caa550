import { lookup as resolve } from 'node:dns';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { AppError } from '../../platform/errors.ts';
import { isPublicAddress } from '../../platform/public-address.ts';

/** Push services of the known browsers, including hosts below these domains; other subscriptions are refused. */
const services = new Set(['fcm.googleapis.com']);
const serviceFamilies = ['.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com'];
const isService = (host: string): boolean =>
  services.has(host) || serviceFamilies.some((family) => host.length > family.length && host.endsWith(family));

/**
 * Throws `VALIDATION_FAILED` for an address that is not https, on its usual port, of a known push service, and not of
 * the demo's own.
 */
export function requirePushEndpoint(endpoint: string, demoService: string | null): void {
  const url = URL.parse(endpoint);
  if (demoService && url?.origin === demoService) return;
  const known =
    url?.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    isService(url.hostname);
  if (known) return;
  const message = 'This browser is not one we can push to';
  throw new AppError('VALIDATION_FAILED', { message, details: { fields: { endpoint: message } } });
}

export interface PushRequest {
  endpoint: string;
  headers: Record<string, string>;
  body: Buffer;
}
/** Sends one message to a push service; returns its status. */
export type PushTransport = (request: PushRequest) => Promise<number>;

/** Tests bring their own name resolution; the address rule is applied to its results. */
export interface NameParts {
  resolve(
    hostname: string,
    options: { all: true; verbatim: true },
    callback: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
  ): void;
  request(
    url: string,
    options: RequestOptions,
    onResponse: (response: IncomingMessage) => void,
  ): ReturnType<typeof httpsRequest>;
}

const timeoutMs = 10_000;

/**
 * Sends over https to public addresses only, checked for the very address that is connected to, or to the demo's own
 * service. Follows no redirect.
 */
export function createPushTransport(
  demoService: string | null,
  parts: NameParts = { resolve, request: httpsRequest },
): PushTransport {
  const publicOnly: LookupFunction = (hostname, options, callback) => {
    parts.resolve(hostname, { all: true, verbatim: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error('no address'), '', 0);
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(Object.assign(new Error('not a public address'), { code: 'EADDRPRIVATE' }), '', 0);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
  return ({ endpoint, headers, body }) =>
    new Promise((done, fail) => {
      requirePushEndpoint(endpoint, demoService);
      const options = { method: 'POST', headers, agent: false, signal: AbortSignal.timeout(timeoutMs) } as const;
      const onResponse = (response: IncomingMessage) => {
        // The response body is ignored.
        response.destroy();
        done(response.statusCode ?? 0);
      };
      const request =
        demoService && new URL(endpoint).origin === demoService
          ? httpRequest(endpoint, options, onResponse)
          : parts.request(endpoint, { ...options, lookup: publicOnly }, onResponse);
      request.once('error', fail);
      request.end(body);
    });
}
