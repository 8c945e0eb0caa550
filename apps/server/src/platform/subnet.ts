/**
 * The subnet an address is counted in: IPv4 by its first `ipv4Parts` numbers; IPv6 by its first `ipv6Parts` groups, by
 * default the /64, the smallest block given to one customer.
 */
export function subnetOf(address: string, ipv4Parts: 3 | 4, ipv6Parts: 3 | 4 = 4): string {
  const v4 = address.startsWith('::ffff:') ? address.slice(7) : address;
  if (!v4.includes(':')) return v4.split('.').slice(0, ipv4Parts).join('.');
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: address.includes('::') ? 8 - left.length - right.length : 0 }, () => '0');
  return [...left, ...zeros, ...right]
    .slice(0, ipv6Parts)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
