import { describe, expect, it } from 'vitest';
import { signStandardWebhook, verifyStandardWebhook } from './standard-webhooks.ts';

const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const other = 'whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=';
const body =
  '{"id":"evt_1","type":"payment.succeeded","payload":{"id":"p_1","amount":19900,"currency":"ZAR","metadata":{"checkoutId":"ch_1"}}}';
const seconds = '1700000000';
const now = new Date(1_700_000_000_000);
const signature = 'v1,9ROFVVguLTRgyiha1g0S1roOfFa21DyjCt/I07q1d20=';

const verify = (
  over: { headers?: Record<string, string | undefined>; body?: string; now?: Date; secrets?: string[] } = {},
) =>
  verifyStandardWebhook(
    {
      rawBody: Buffer.from(over.body ?? body),
      headers: {
        'webhook-id': 'msg_1',
        'webhook-timestamp': seconds,
        'webhook-signature': signature,
        ...over.headers,
      },
    },
    over.secrets ?? [secret],
    over.now ?? now,
  );

describe('standard webhooks', () => {
  it('signs as the documented example', () => {
    expect(signStandardWebhook(secret, 'msg_1', seconds, body)).toBe(signature);
    expect(verify()).toEqual({ id: 'msg_1' });
  });

  it('accepts the old secret while it is replaced, and any of several signatures', () => {
    expect(verify({ secrets: [other, secret] })).toEqual({ id: 'msg_1' });
    expect(verify({ headers: { 'webhook-signature': `v1,AAAA ${signature}` } })).toEqual({ id: 'msg_1' });
  });

  it.each([
    ['bad', { headers: { 'webhook-signature': signature.replace('9', '8') } }],
    ['of another secret', { secrets: [other] }],
    ['of another version', { headers: { 'webhook-signature': signature.replace('v1', 'v2') } }],
    ['missing', { headers: { 'webhook-signature': undefined } }],
    ['without a time', { headers: { 'webhook-timestamp': undefined } }],
    ['with a time that is none', { headers: { 'webhook-timestamp': '1700000000.0' } }],
    ['with another id', { headers: { 'webhook-id': 'msg_2' } }],
    ['old', { now: new Date(now.getTime() + 301_000) }],
    ['from the future', { now: new Date(now.getTime() - 301_000) }],
    ['over a truncated body', { body: body.slice(0, -1) }],
    ['over the same JSON written anew', { body: JSON.stringify(JSON.parse(body), null, 1) }],
  ])('T35: a signature %s is rejected', (_name, over) => {
    expect(verify(over)).toHaveProperty('why');
  });

  it('T35: five minutes either way are the bound', () => {
    expect(verify({ now: new Date(now.getTime() + 300_000) })).toEqual({ id: 'msg_1' });
    expect(verify({ now: new Date(now.getTime() - 300_000) })).toEqual({ id: 'msg_1' });
  });
});
