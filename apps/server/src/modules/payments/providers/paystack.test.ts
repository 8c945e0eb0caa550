import { describe, expect, it } from 'vitest';
import { anOrder, fakeFetch, quietLogger, webhook } from '../../../../test/providers.ts';
import { createPaystackAdapter, readPaystackEvent } from './paystack.ts';
import { hmacSha512Hex } from './signatures.ts';

const key = 'sk_test_example';
const body =
  '{"event":"charge.success","data":{"id":1,"reference":"ORDER-1","amount":19900,"currency":"ZAR","status":"success"}}';
const signature =
  '38f077334e4d4435d142fc6f422a6d433d82d4cd1f6df6bbde9541c933788c934912dc8f37cd1bb36e7efe847b30e86803bbd534f0cd4918eb0c46f97485f066';
const now = new Date('2026-11-21T12:00:00Z');

function setUp(
  answers: Parameters<typeof fakeFetch>[0] = {},
  over: { secretKeys?: [string, ...string[]]; ranges?: string[] } = {},
) {
  const { fetch, asked } = fakeFetch(answers);
  const { logger, lines } = quietLogger();
  const settings = { secretKeys: over.secretKeys ?? [key], webhookRanges: over.ranges ?? [] } as const;
  return { adapter: createPaystackAdapter(settings, { fetch, logger }), asked, lines };
}
const signed = (text: string, headers: Record<string, string> = {}) =>
  webhook(text, { 'x-paystack-signature': hmacSha512Hex(key, Buffer.from(text)), ...headers });

/** The fields that Paystack documents of a successful card payment. */
const success = {
  id: 302961,
  domain: 'live',
  status: 'success',
  reference: 'ORDER-1',
  amount: 19900,
  message: null,
  gateway_response: 'Approved by Financial Institution',
  paid_at: '2026-11-21T10:15:02.000Z',
  created_at: '2026-11-21T10:14:20.000Z',
  channel: 'card',
  currency: 'ZAR',
  ip_address: '41.1.25.1',
  metadata: { cancel_action: 'http://vlam.test/checkout' },
  fees: 678,
  customer: { id: 84312, email: 'thandi@example.test', customer_code: 'CUS_hdhye17yj8qd2tx' },
  authorization: {
    authorization_code: 'AUTH_8dfhjjdt',
    bin: '408408',
    last4: '4081',
    exp_month: '2',
    exp_year: '2028',
    card_type: 'visa',
    brand: 'visa ',
    reusable: true,
    signature: 'SIG_idyuhgd87dUYSHO92D',
  },
};

/** Paystack's response about a reference without a charge. */
const notFound = Response.json(
  { status: false, message: 'Transaction reference not found.', code: 'transaction_not_found' },
  { status: 400 },
);

describe('Paystack webhooks', () => {
  it('verifies the documented example', async () => {
    expect(hmacSha512Hex(key, Buffer.from(body))).toBe(signature);
    const { adapter } = setUp();
    const verdict = await adapter.readWebhook(webhook(body, { 'x-paystack-signature': signature }), now);
    expect(verdict).toMatchObject({
      status: 'event',
      event: { eventId: 'charge.success 1', kind: 'paid', orderId: 'ORDER-1', amountCents: 19_900, currency: 'ZAR' },
    });
  });

  it('accepts what the key before signed while keys are replaced', async () => {
    const { adapter } = setUp({}, { secretKeys: ['sk_test_new', key] });
    expect((await adapter.readWebhook(signed(body), now)).status).toBe('event');
  });

  it.each([
    ['bad', body, signature.replace('3', '4')],
    ['missing', body, undefined],
    ['in capitals', body, signature.toUpperCase()],
    ['over a truncated body', body.slice(0, -1), signature],
    ['over the same JSON written anew', JSON.stringify(JSON.parse(body), null, 1), signature],
    ['of another amount', body.replace('19900', '59900'), signature],
  ])('T35: a signature %s is rejected', async (_name, text, given) => {
    const { adapter } = setUp();
    const verdict = await adapter.readWebhook(webhook(text, given ? { 'x-paystack-signature': given } : {}), now);
    expect(verdict.status).toBe('rejected');
  });

  it('T35: with a list of senders all others are rejected', async () => {
    const { adapter } = setUp({}, { ranges: ['52.31.139.75'] });
    expect((await adapter.readWebhook({ ...signed(body), address: '::ffff:52.31.139.75' }, now)).status).toBe('event');
    expect((await adapter.readWebhook({ ...signed(body), address: '52.31.139.76' }, now)).status).toBe('rejected');
  });

  it('reads a card that may be charged again', () => {
    expect(readPaystackEvent({ event: 'charge.success', data: success })).toEqual({
      eventId: 'charge.success 302961',
      kind: 'paid',
      orderId: 'ORDER-1',
      providerReference: '302961',
      amountCents: 19_900,
      currency: 'ZAR',
      reason: null,
      card: 'SIG_idyuhgd87dUYSHO92D',
      method: {
        token: 'AUTH_8dfhjjdt thandi@example.test',
        brand: 'visa',
        lastFour: '4081',
        expiresOn: '2028-02-29',
      },
      occurredAt: new Date('2026-11-21T10:15:02.000Z'),
    });
  });

  it('reads refunds, and disputes that were lost; everything else means nothing', async () => {
    const refund = {
      ...{ status: 'processed', transaction_reference: 'ORDER-1', refund_reference: '132013318360', amount: '19900' },
      ...{ currency: 'ZAR', processor: 'mpgs_zen', integration: 412829, domain: 'live' },
    };
    expect(readPaystackEvent({ event: 'refund.processed', data: refund })).toMatchObject({
      ...{ kind: 'refunded', orderId: 'ORDER-1', amountCents: 19_900, eventId: 'refund.processed 132013318360' },
    });
    expect(readPaystackEvent({ event: 'refund.pending', data: refund })).toBeNull();
    const dispute = { id: 358950, resolution: 'merchant-accepted', transaction: success };
    expect(readPaystackEvent({ event: 'charge.dispute.resolve', data: dispute })).toMatchObject({
      ...{ kind: 'charged_back', orderId: 'ORDER-1', amountCents: 19_900 },
    });
    expect(
      readPaystackEvent({ event: 'charge.dispute.resolve', data: { ...dispute, resolution: 'declined' } }),
    ).toBeNull();
    const { adapter, lines } = setUp();
    const opened = JSON.stringify({ event: 'charge.dispute.create', data: dispute });
    expect((await adapter.readWebhook(signed(opened), now)).status).toBe('ignored');
    expect(lines).toContainEqual(expect.objectContaining({ event: 'a payment is disputed' }));
    for (const text of ['[]', 'null', '"x"', '{"event":"charge.success"}', 'not JSON'])
      expect((await adapter.readWebhook(signed(text), now)).status).toBe('ignored');
  });
});

describe('Paystack calls', () => {
  it('begins a payment on its page', async () => {
    const { adapter, asked } = setUp({
      'POST /transaction/initialize': { status: true, data: { authorization_url: 'https://checkout.paystack.com/x' } },
    });
    const order = anOrder({ saveMethod: true });
    expect(await adapter.createCheckout(order)).toEqual({
      url: 'https://checkout.paystack.com/x',
      providerReference: null,
    });
    expect(asked[0]).toMatchObject({
      url: 'https://api.paystack.co/transaction/initialize',
      headers: { authorization: `Bearer ${key}` },
      body: { email: order.email, amount: 19_900, currency: 'ZAR', reference: order.id, channels: ['card'] },
    });
  });

  it('F13: an outage or a refusal is UNAVAILABLE', async () => {
    for (const answer of [new Error('down'), 503, { status: false, message: 'Duplicate Transaction Reference' }]) {
      const { adapter } = setUp({ 'POST /transaction/initialize': answer });
      await expect(adapter.createCheckout(anOrder())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    }
  });

  it('charges a saved card for the customer it belongs to', async () => {
    const { adapter, asked } = setUp({ 'POST /transaction/charge_authorization': { status: true, data: success } });
    const result = await adapter.chargeSaved(anOrder(), 'AUTH_8dfhjjdt thandi@example.test');
    expect(result).toMatchObject({ status: 'paid', event: { orderId: 'ORDER-1' } });
    expect(asked[0]?.body).toMatchObject({ authorization_code: 'AUTH_8dfhjjdt', email: 'thandi@example.test' });
  });

  it('sends the payer to the bank, and distinguishes a decline from an unknown outcome', async () => {
    const charge = 'POST /transaction/charge_authorization';
    const verify = 'GET /transaction/verify/ORDER-1';
    const attempt = async (answers: Parameters<typeof fakeFetch>[0]) =>
      setUp(answers).adapter.chargeSaved(anOrder(), 'AUTH_1 a@b.test');
    const paused = { status: true, data: { paused: true, authorization_url: 'https://checkout.paystack.com/y' } };
    expect(await attempt({ [charge]: paused })).toEqual({ status: 'redirect', url: 'https://checkout.paystack.com/y' });
    const declined = { ...success, status: 'failed', gateway_response: 'Insufficient Funds' };
    expect(await attempt({ [charge]: { status: true, data: declined } })).toEqual({
      status: 'declined',
      reason: 'Insufficient Funds',
    });
    // A second charge under the same reference is refused; the first one counts.
    expect(await attempt({ [charge]: 400, [verify]: { status: true, data: success } })).toMatchObject({
      status: 'paid',
    });
    const refusal = Response.json({ status: false, message: 'Invalid authorization code' }, { status: 400 });
    expect(await attempt({ [charge]: refusal, [verify]: notFound })).toMatchObject({ status: 'declined' });
    // Not a refusal by Paystack: a proxy's response, or one we cannot parse.
    for (const unread of [400, '<html>', { status: true, data: {} }])
      expect(await attempt({ [charge]: unread, [verify]: notFound })).toEqual({ status: 'unknown' });
    expect(await attempt({ [charge]: refusal, [verify]: 404 })).toEqual({ status: 'unknown' });
    await expect(attempt({ [charge]: 400, [verify]: 503 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('asks about an order; a page that was left proves nothing', async () => {
    const about = async (answer: unknown) =>
      setUp({ 'GET /transaction/verify/ORDER-1': answer }).adapter.query('ORDER-1');
    expect(await about({ status: true, data: success })).toMatchObject({
      status: 'found',
      event: { kind: 'paid', amountCents: 19_900 },
    });
    expect(await about(notFound)).toEqual({ status: 'unknown_order' });
    for (const unclear of [{ status: true, data: { ...success, status: 'abandoned' } }, 404, 400, new Error('down')])
      expect(await about(unclear)).toEqual({ status: 'unclear' });
  });

  it('gives back once', async () => {
    const { adapter, asked } = setUp({ 'POST /refund': { status: true, data: {} } });
    await adapter.refund(anOrder(), '302961');
    expect(asked[0]?.body).toEqual({ transaction: '302961', amount: 19_900 });
    const again = setUp({
      'POST /refund': 400,
      'GET /transaction/verify/ORDER-1': { status: true, data: { ...success, status: 'reversed' } },
    });
    await again.adapter.refund(anOrder(), '302961');
    const refused = setUp({ 'POST /refund': 400, 'GET /transaction/verify/ORDER-1': { status: true, data: success } });
    await expect(refused.adapter.refund(anOrder(), '302961')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
