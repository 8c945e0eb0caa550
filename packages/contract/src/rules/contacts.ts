/** Addresses a member may hide from, and how many one call takes. */
export const contactLimits = { kept: 5_000, perCall: 1_000 } as const;

/** Providers that ignore dots in the name. */
const dotless = new Set(['gmail.com', 'googlemail.com']);

/**
 * An address as it is compared: lower case, without a tag behind a plus, and without the dots that Gmail ignores. Null
 * for what is no address.
 */
export function normalizeAddress(text: string): string | null {
  const match = /^([^\s@<>"]+)@([^\s@<>"]+\.[^\s@<>".]+)$/.exec(text.trim().normalize('NFC').toLowerCase());
  if (!match) return null;
  const [, name = '', domain = ''] = match;
  const [plain = ''] = name.split('+');
  const compared = dotless.has(domain) ? plain.replaceAll('.', '') : plain;
  return compared ? `${compared}@${domain === 'googlemail.com' ? 'gmail.com' : domain}` : null;
}
