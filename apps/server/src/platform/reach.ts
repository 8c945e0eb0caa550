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

/** Whether a host, as a setting or an address names it, is this machine and nothing else. */
export const isOwnHost = (host: string): boolean => bare(host) === 'localhost' || isLoopbackAddress(host);

interface Addresses {
  host: string;
  publicUrl: string;
}

/** Which setting lets other machines reach the site; null while it is for this machine alone. */
export function openedBy({ host, publicUrl }: Addresses): 'HOST' | 'PUBLIC_URL' | null {
  if (!isOwnHost(host)) return 'HOST';
  return isOwnHost(new URL(publicUrl).hostname) ? null : 'PUBLIC_URL';
}

const forwardHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether a request comes from this machine itself. Behind a proxy every request does, so a site with a public address
 * of its own never says so.
 */
export function isFromThisMachine(request: FastifyRequest, { host, publicUrl }: Addresses): boolean {
  if (openedBy({ host, publicUrl }) === null) return true;
  const site = new URL(publicUrl).hostname;
  if (!isOwnHost(site) && bare(site) !== bare(host)) return false;
  const { remoteAddress = '', localAddress } = request.socket;
  if (!isLoopbackAddress(remoteAddress) && remoteAddress !== localAddress) return false;
  // A name of somebody else's can lead here too.
  const asked = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname ?? '';
  if (!isOwnHost(asked) && bare(asked) !== localAddress) return false;
  return forwardHeaders.every((name) => request.headers[name] === undefined);
}
