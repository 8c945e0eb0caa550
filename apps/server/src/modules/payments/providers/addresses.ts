import { BlockList, isIP } from 'node:net';

/** Normalises an address: IPv4 mapped into IPv6 becomes IPv4. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Returns a function that checks whether an address is in `ranges`: single addresses or `64.38.212.0/24`. */
export function createAddressList(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (given) => {
    const address = plainAddress(given);
    return isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Whether a setting is a valid range. */
export function isRange(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  const fits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return isIP(address) !== 0 && fits && more.length === 0;
}
