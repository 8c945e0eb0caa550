import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const bare = (host: string) => host.toLowerCase().replace(/^\[|\]$/g, '');
const isLoopbackAddress = (host: string): boolean => {
  const address = bare(host).replace(/^::ffff:(?=\d+\.)/, '');
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6');
};

/** Whether a host name or address means this machine. */
export const isOwnHost = (host: string): boolean => bare(host) === 'localhost' || isLoopbackAddress(host);

interface Addresses {
  host: string;
  publicUrl: string;
}

/** The setting that lets other machines reach the site; null when none does. */
export function findExposingSetting({ host, publicUrl }: Addresses): 'HOST' | 'PUBLIC_URL' | null {
  if (!isOwnHost(host)) return 'HOST';
  return isOwnHost(new URL(publicUrl).hostname) ? null : 'PUBLIC_URL';
}

const forwardHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether a request comes from this machine. Behind a proxy every request seems to, so this returns false for a site
 * with a public address.
 */
export function isFromThisMachine(request: FastifyRequest, { host, publicUrl }: Addresses): boolean {
  if (findExposingSetting({ host, publicUrl }) === null) return true;
  const site = new URL(publicUrl).hostname;
  if (!isOwnHost(site) && bare(site) !== bare(host)) return false;
  const { remoteAddress = '', localAddress } = request.socket;
  if (!isLoopbackAddress(remoteAddress) && remoteAddress !== localAddress) return false;
  // A foreign host name can resolve to this machine too.
  const requestedHost = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname ?? '';
  if (!isOwnHost(requestedHost) && bare(requestedHost) !== localAddress) return false;
  return forwardHeaders.every((name) => request.headers[name] === undefined);
}
