import { createHmac } from 'node:crypto';

/** The signature of one delivery as https://www.standardwebhooks.com defines it; `secret` is `whsec_` and base64. */
export function signWebhook(secret: string, id: string, seconds: string, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}
