import { BlockList, isIP } from 'node:net';

/** IANA special-purpose registry: IPv4 ranges that are not public. */
const reservedIpv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Of IPv6 only 2000::/3 is public, except protocol assignments with Teredo, documentation and 6to4. */
const reservedIpv6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const reserved = new BlockList();
for (const [address, prefix] of reservedIpv4) reserved.addSubnet(address, prefix, 'ipv4');
for (const [address, prefix] of reservedIpv6) reserved.addSubnet(address, prefix, 'ipv6');
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address in text form is public unicast. Mapped and translated IPv4 (::ffff:0:0/96, 64:ff9b::/96) is not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reserved.check(address, 'ipv4');
    case 6:
      return !address.includes('%') && unicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
    default:
      return false;
  }
}
