import { createHmac } from 'node:crypto';
import { fitsAny, headerOf } from './signatures.ts';

/** Maximum age of a signature, past or future, by the scheme. */
export const toleranceSeconds = 300;

/** The signature of one delivery as https://www.standardwebhooks.com defines it; `secret` is `whsec_` and base64. */
export function signStandardWebhook(secret: string, id: string, seconds: string, body: Buffer | string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64')}`;
}

export type StandardVerdict = { id: string } | { why: string };

/** The id of a verified delivery, or why it was rejected. One of the header's signatures must match. */
export function verifyStandardWebhook(
  { headers, rawBody }: { headers: Readonly<Record<string, string | string[] | undefined>>; rawBody: Buffer },
  secrets: readonly string[],
  now: Date,
): StandardVerdict {
  const id = headerOf(headers, 'webhook-id');
  const seconds = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature')?.split(' ').slice(0, 8);
  // The signed parts are joined by dots, so the id may not contain one.
  if (!id || !/^[\w-]{1,128}$/.test(id) || !seconds || !signatures || !/^\d{1,12}$/.test(seconds))
    return { why: 'signature missing' };
  const genuine = signatures.filter((given) =>
    fitsAny(secrets, given, (secret) => signStandardWebhook(secret, id, seconds, rawBody)),
  );
  if (genuine.length === 0) return { why: 'signature wrong' };
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > toleranceSeconds) return { why: 'signature too old' };
  return { id };
}
