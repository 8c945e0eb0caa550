import { lookup as resolve } from 'node:dns';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '../../platform/errors.ts';
import { isPublicAddress } from '../../platform/public-address.ts';

interface FetchRules {
  maxBytes: number;
  /** For everything together: names, connection, redirects and body. */
  timeoutMs: number;
  /** Redirects that are followed, to the same host only. */
  maxRedirects: number;
  ports: readonly number[];
}

/** Tests replace name resolution and connections; the address rule applies to the resolved addresses all the same. */
export interface FetchDependencies {
  resolve(
    hostname: string,
    options: { all: true; verbatim: true },
    callback: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
  ): void;
  request(url: URL, options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest;
}

const refuse = (message: string): AppError =>
  new AppError('VALIDATION_FAILED', { message, details: { fields: { mediaUrl: message } } });
const invalid = () => refuse('Valid URL required');
const unreadable = () => refuse('Nothing could be fetched from this address');

/**
 * Fetches a file from an address given by a member. Only https to public unicast addresses, checked for the very
 * address that is connected to, so that a name which changes its resolution gains nothing. Throws VALIDATION_FAILED or
 * TOO_LARGE.
 */
export function createPictureFetcher(
  rules: FetchRules,
  dependencies: FetchDependencies = { resolve, request: httpsRequest },
): (address: string) => Promise<Buffer> {
  const publicOnly: LookupFunction = (hostname, options, callback) => {
    dependencies.resolve(hostname, { all: true, verbatim: true }, (error, addresses) => {
      const first = addresses?.[0];
      if (error || !first) return callback(error ?? invalid(), '', 0);
      if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(invalid(), '', 0);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };

  async function follow(url: URL, redirects: number, signal: AbortSignal): Promise<Buffer> {
    const response = await open(url, signal);
    const status = response.statusCode ?? 0;
    const location = response.headers.location;
    if (status >= 300 && status < 400 && location) {
      response.destroy();
      const next = check(location, url.href);
      if (redirects >= rules.maxRedirects || next.host !== url.host) throw unreadable();
      return follow(next, redirects + 1, signal);
    }
    if (status !== 200) {
      response.destroy();
      throw unreadable();
    }
    return readBody(response);
  }

  const open = (url: URL, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((resolvePromise, reject) => {
      const headers = {
        accept: 'image/webp,image/png,image/jpeg',
        'accept-encoding': 'identity',
        'user-agent': 'Vlam',
      };
      // No agent: a connection is never shared with another request.
      const request = dependencies.request(
        url,
        { method: 'GET', agent: false, lookup: publicOnly, headers, signal },
        (answer) => resolvePromise(answer),
      );
      request.once('error', reject);
      request.end();
    });

  async function readBody(response: IncomingMessage): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > rules.maxBytes) throw new AppError('TOO_LARGE');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  function check(address: string, base?: string): URL {
    const url = URL.parse(address, base);
    if (url?.protocol !== 'https:' || url.username || url.password || address.length > 2_000) throw invalid();
    if (!rules.ports.includes(Number(url.port || 443))) throw invalid();
    // Literal addresses are connected to without name resolution, so they are checked here.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 ? !isPublicAddress(host) : !/\.[a-z]/i.test(host.replace(/\.$/, ''))) throw invalid();
    return url;
  }

  return async (address) => {
    const url = check(address);
    try {
      return await follow(url, 0, AbortSignal.timeout(rules.timeoutMs));
    } catch (error) {
      throw error instanceof AppError ? error : unreadable();
    }
  };
}
