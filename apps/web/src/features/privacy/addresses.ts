import { normalizeAddress } from '@vlam/contract/rules/contacts';

/** Addresses of a text, as they are compared, each once: of a list that was typed, and of a file of contacts (vCard). */
export function findAddresses(text: string): string[] {
  // A vCard breaks lines after 75 characters and goes on behind a space.
  const unfolded = /^BEGIN:VCARD/im.test(text) ? text.replace(/\r?\n[ \t]/g, '') : text;
  const found = unfolded
    .split(/[\s,;:<>"()]+/)
    .flatMap((word) => normalizeAddress(word.replace(/^mailto:/i, '')) ?? []);
  return [...new Set(found)];
}

/** HMAC-SHA-256 of each address, base64url; the server never sees the address. */
export async function hashAddresses(key: string, addresses: readonly string[]): Promise<string[]> {
  const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  const encoder = new TextEncoder();
  return Promise.all(
    addresses.map(async (address) => {
      const hash = new Uint8Array(await crypto.subtle.sign('HMAC', imported, encoder.encode(address)));
      return btoa(String.fromCharCode(...hash))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '');
    }),
  );
}

interface ContactPicker {
  select(properties: string[], options: { multiple: boolean }): Promise<{ email?: string[] }[]>;
}

/** The picker of contacts that Android's browsers have; undefined elsewhere. */
export const contactPicker = (): ContactPicker | undefined =>
  (navigator as Navigator & { contacts?: ContactPicker }).contacts;

/** Lets the member choose contacts; none when they chose none or closed the picker. */
export async function pickAddresses(picker: ContactPicker): Promise<string[]> {
  const chosen = await picker.select(['email'], { multiple: true });
  return findAddresses(chosen.flatMap(({ email = [] }) => email).join('\n'));
}
