import { createHash, createHmac } from 'node:crypto';
import { sameBytes } from '../../../platform/keys.ts';

export const md5Hex = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');
export const sha256Hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
export const hmacSha512Hex = (secret: string, body: Buffer): string =>
  createHmac('sha512', secret).update(body).digest('hex');

/** Compares in constant time. */
export const sameText = (left: string, right: string): boolean => sameBytes(Buffer.from(left), Buffer.from(right));

/**
 * Whether the signature matches one of the accepted secrets: during a rotation there are two. All are tried, so that
 * timing does not reveal which one matches.
 */
export function fitsAny(secrets: readonly string[], given: string, expected: (secret: string) => string): boolean {
  let fits = false;
  for (const secret of secrets) fits = sameText(expected(secret), given) || fits;
  return fits;
}

/** Value of a header; undefined when it is missing or occurs twice. */
export function headerOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
