import { lookup as resolve } from 'node:dns';
import { createWriteStream } from 'node:fs';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../platform/errors.ts';
import { isPublicAddress } from '../../platform/public-address.ts';

export interface FetchLimits {
  maxBytes: number;
  /** For everything together: names, connection, redirects and body. */
  timeoutMs: number;
  /** After half a minute; a slower sender is given up. */
  minBytesPerSecond?: number;
  signal?: AbortSignal;
}

interface FetchRules {
  /** Redirects that are followed, to the same host only. */
  maxRedirects: number;
  ports: readonly number[];
}

const webRules: FetchRules = { maxRedirects: 3, ports: [443] };
/** Types that are asked for; the bytes decide. */
const accept = 'image/webp,image/png,image/jpeg,video/*,audio/*';

/** Fetches files from addresses given by members; each function throws `VALIDATION_FAILED` or `TOO_LARGE`. */
export interface FileFetcher {
  /** Throws for an address that is never fetched; a name is checked when it is resolved. */
  requireAddress(address: string): void;
  read(address: string, limits: FetchLimits): Promise<Buffer>;
  /** Writes the file to `path` as it arrives; returns its size in bytes. */
  save(address: string, path: string, limits: FetchLimits): Promise<number>;
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

/** A sender that is silent for so long has lost the request. */
const silenceMs = 15_000;
const slowForMs = 30_000;

/**
 * Only https to public unicast addresses, checked for the very address that is connected to, so that a name which
 * changes its resolution gains nothing.
 */
export function createFileFetcher(
  rules: FetchRules = webRules,
  dependencies: FetchDependencies = { resolve, request: httpsRequest },
): FileFetcher {
  const publicOnly: LookupFunction = (hostname, options, callback) => {
    dependencies.resolve(hostname, { all: true, verbatim: true }, (error, addresses) => {
      const first = addresses?.[0];
      if (error || !first) return callback(error ?? invalid(), '', 0);
      if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(invalid(), '', 0);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };

  async function follow(url: URL, redirects: number, signal: AbortSignal): Promise<IncomingMessage> {
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
    return response;
  }

  const open = (url: URL, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((resolvePromise, reject) => {
      const headers = {
        accept,
        'accept-encoding': 'identity',
        'user-agent': 'Vlam',
      };
      // No agent: a connection is never shared with another request.
      const request = dependencies.request(
        url,
        { method: 'GET', agent: false, lookup: publicOnly, headers, signal },
        (answer) => resolvePromise(answer),
      );
      request.setTimeout(silenceMs, () => request.destroy(unreadable()));
      request.once('error', reject);
      request.end();
    });

  async function fetchInto<Result>(
    address: string,
    { timeoutMs, signal, ...limits }: FetchLimits,
    take: (body: AsyncIterable<Buffer>) => Promise<Result>,
  ): Promise<Result> {
    const url = check(address);
    try {
      const until = AbortSignal.timeout(timeoutMs);
      const response = await follow(url, 0, signal ? AbortSignal.any([until, signal]) : until);
      return await take(within(limits, response));
    } catch (error) {
      throw error instanceof AppError ? error : unreadable();
    }
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

  return {
    requireAddress: (address) => void check(address),
    read: (address, limits) => fetchInto(address, limits, buffer),
    save: (address, path, limits) =>
      fetchInto(address, limits, async (body) => {
        const file = createWriteStream(path, { mode: 0o600 });
        await pipeline(body, file);
        return file.bytesWritten;
      }),
  };
}

/** Ends with an error beyond the limits of size and speed. */
async function* within(
  { maxBytes, minBytesPerSecond = 0 }: Pick<FetchLimits, 'maxBytes' | 'minBytesPerSecond'>,
  body: AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  const began = performance.now();
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AppError('TOO_LARGE');
    const elapsedMs = performance.now() - began;
    if (elapsedMs > slowForMs && bytes < (elapsedMs / 1_000) * minBytesPerSecond) throw unreadable();
    yield chunk;
  }
}
