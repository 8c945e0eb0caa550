import { createHash, createHmac } from 'node:crypto';
import { sameBytes } from '../../../platform/keys.ts';

export const md5Hex = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');
export const sha256Hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
export const hmacSha512Hex = (secret: string, body: Buffer): string =>
  createHmac('sha512', secret).update(body).digest('hex');

/** Compares without telling by time where two texts differ. */
export const sameText = (left: string, right: string): boolean => sameBytes(Buffer.from(left), Buffer.from(right));

/**
 * Whether what was given fits one of the secrets that are accepted now: while a secret is replaced there are two. All
 * are tried, so that the time does not tell which one fits.
 */
export function fitsAny(secrets: readonly string[], given: string, expected: (secret: string) => string): boolean {
  let fits = false;
  for (const secret of secrets) fits = sameText(expected(secret), given) || fits;
  return fits;
}

/** One value of a header; undefined when it is missing or came twice. */
export function headerOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
