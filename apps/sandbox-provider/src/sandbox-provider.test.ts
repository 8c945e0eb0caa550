import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiClient, type Merchant, type Order, openMerchant } from '../test/merchant.ts';
import { type Sandbox, type SandboxOptions, startSandboxProvider } from './start.ts';

const apiKey = 'a key for tests';
const webhookSecret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const delays = { lateMs: 150, chargebackMs: 150, duplicateMs: [20, 40], retryMs: [20, 20, 20] };
const start = (overrides: Partial<SandboxOptions> = {}) =>
  startSandboxProvider({ port: 0, apiKey, webhookSecret, delays, ...overrides });

let merchant: Merchant;
let sandbox: Sandbox;
let api: ReturnType<typeof createApiClient>;

beforeAll(async () => {
  merchant = await openMerchant(webhookSecret);
  sandbox = await start();
  api = createApiClient(sandbox.url, apiKey);
});
afterAll(async () => {
  await sandbox.stop();
  merchant.close();
});

const post = (url: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form), headers });
const typesOf = async ({ orderId }: Order, count: number) =>
  (await merchant.deliveriesOf(orderId, count)).map(({ type }) => type);

/** Submits the hosted page; returns the redirect and the page. */
async function payWith(card: string, order: Order, form: Record<string, string> = {}) {
  const { url } = (await api.checkout(order)).body;
  const answer = await post(url, { card, ...form });
  return { url, status: answer.status, to: answer.headers.get('location') ?? '' };
}
async function tokenOf({ orderId }: Order, count = 1): Promise<string> {
  const token = (await merchant.deliveriesOf(orderId, count)).at(-1)?.data.savedCard?.token;
  if (!token) throw new Error('no card was saved');
  return token;
}
async function savedCard(card: string): Promise<string> {
  const order = merchant.order({ saveCard: true });
  await payWith(card, order, { save: '1' });
  return tokenOf(order, card === 'late' ? 2 : 1);
}

describe('the hosted page', () => {
  it('shows the payment on its own origin, without a script or card number field', async () => {
    const { url } = (await api.checkout(merchant.order({ saveCard: true, description: '<b>100 credits</b>' }))).body;
    expect(new URL(url).origin).toBe(sandbox.url);
    const answer = await fetch(url);
    const text = await answer.text();
    expect(text).toContain('Sandbox: no real money');
    expect(text).toContain('R199.00');
    expect(text).toContain('&#60;b&#62;100 credits');
    expect(text).toContain('Save this card');
    expect(text).not.toMatch(/<script|type="(text|tel|number)"/);
    expect(text).not.toContain('Vlam');
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${merchant.url};`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    const without = (await api.checkout(merchant.order())).body;
    expect(await (await fetch(without.url)).text()).not.toContain('Save this card');
  });

  it('shows an error for an unknown payment', async () => {
    const answer = await fetch(`${sandbox.url}/pay/nothing`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('No such payment');
  });

  it('refuses forms from other sites', async () => {
    const order = merchant.order();
    const { url } = (await api.checkout(order)).body;
    expect((await post(url, { card: 'pays' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await api.find(order.orderId)).body.status).toBe('open');
  });
});

describe('cards', () => {
  it('succeed: the payer returns at once and a signed webhook arrives', async () => {
    const order = merchant.order();
    expect(await payWith('pays', order)).toMatchObject({ status: 303, to: order.returnUrl });
    const [delivery] = await merchant.deliveriesOf(order.orderId, 1);
    expect(delivery).toMatchObject({
      type: 'payment.paid',
      data: { amount: 19_900, currency: 'ZAR', savedCard: null, failureReason: null },
    });
    expect((await api.find(order.orderId)).body).toMatchObject({ status: 'paid', amount: 19_900 });
  });

  it('are declined for insufficient funds', async () => {
    const order = merchant.order();
    expect((await payWith('declines', order)).to).toBe(order.returnUrl);
    const [delivery] = await merchant.deliveriesOf(order.orderId, 1);
    expect(delivery?.type).toBe('payment.failed');
    expect(delivery?.data.failureReason).toContain('insufficient funds');
  });

  it('need the bank, which approves or cancels', async () => {
    for (const [answer, type] of [
      ['approve', 'payment.paid'],
      ['cancel', 'payment.failed'],
    ] as const) {
      const order = merchant.order();
      const { to, url } = await payWith('secure', order);
      expect(to).toBe(`${new URL(url).pathname}/bank`);
      expect(await (await fetch(`${url}/bank`)).text()).toContain('Is this you?');
      expect((await api.find(order.orderId)).body.status).toBe('open');
      const answered = await post(`${url}/bank`, { answer });
      expect(answered.headers.get('location')).toBe(order.returnUrl);
      expect(await typesOf(order, 1)).toEqual([type]);
    }
  });

  it('succeed late: pending first', async () => {
    const order = merchant.order();
    await payWith('late', order);
    expect((await api.find(order.orderId)).body.status).toBe('pending');
    expect(await typesOf(order, 2)).toEqual(['payment.pending', 'payment.paid']);
  });

  it('T36: send three webhooks with one id', async () => {
    const order = merchant.order();
    await payWith('twice', order);
    const deliveries = await merchant.deliveriesOf(order.orderId, 3);
    expect(deliveries.map(({ type }) => type)).toEqual(['payment.paid', 'payment.paid', 'payment.paid']);
    expect(new Set(deliveries.map(({ eventId }) => eventId)).size).toBe(1);
  });

  it('are charged back after success', async () => {
    const order = merchant.order();
    await payWith('charged-back', order);
    expect(await typesOf(order, 2)).toEqual(['payment.paid', 'payment.charged_back']);
  });

  it('are cancelled by the payer', async () => {
    const order = merchant.order();
    const { url } = (await api.checkout(order)).body;
    expect((await post(`${url}/cancel`)).headers.get('location')).toBe(order.cancelUrl);
    expect(await typesOf(order, 1)).toEqual(['payment.cancelled']);
  });

  it('are charged once however often the form is sent', async () => {
    const order = merchant.order();
    const { url } = (await api.checkout(order)).body;
    await Promise.all(Array.from({ length: 5 }, () => post(url, { card: 'pays' })));
    await post(`${url}/cancel`);
    await sleep(50);
    expect(await typesOf(order, 1)).toEqual(['payment.paid']);
  });
});

describe('saved cards', () => {
  it('are saved only when both merchant and payer agree', async () => {
    expect(await savedCard('pays')).toMatch(/^tok_/);
    for (const [saveCard, form] of [
      [true, {}],
      [false, { save: '1' }],
    ] as const) {
      const order = merchant.order({ saveCard });
      await payWith('pays', order, form);
      expect((await merchant.deliveriesOf(order.orderId, 1))[0]?.data.savedCard).toBeNull();
    }
  });

  it('are charged without the payer, once per order', async () => {
    const token = await savedCard('pays');
    const order = merchant.order();
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.charge(order, token)));
    expect(answers.map(({ body }) => body.status)).toEqual(Array.from({ length: 5 }, () => 'paid'));
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1);
    await sleep(50);
    expect(await typesOf(order, 1)).toEqual(['payment.paid']);
    expect((await api.charge({ ...order, amount: 100 }, token)).status).toBe(409);
  });

  it('behave like their card', async () => {
    const charge = async (card: string) => (await api.charge(merchant.order(), await savedCard(card))).body;
    expect(await charge('pays-once')).toMatchObject({
      status: 'failed',
      failureReason: expect.stringContaining('funds'),
    });
    expect(await charge('late')).toMatchObject({ status: 'pending' });
    expect(await charge('twice')).toMatchObject({ status: 'paid' });
  });

  it('redirect to the bank when it must authenticate the payer', async () => {
    const first = merchant.order({ saveCard: true });
    const { url } = await payWith('secure', first, { save: '1' });
    await post(`${url}/bank`, { answer: 'approve' });
    const order = merchant.order();
    const { status, nextUrl } = (await api.charge(order, await tokenOf(first))).body;
    expect(status).toBe('open');
    expect((await fetch(nextUrl ?? '')).status).toBe(200);
    await post(nextUrl ?? '', { answer: 'approve' });
    expect(await typesOf(order, 1)).toEqual(['payment.paid']);
  });

  it('are refused when issued elsewhere', async () => {
    const token = await savedCard('pays');
    for (const wrong of ['tok_1_pays.x', `${token}x`, token.replace('_pays.', '_late.')])
      expect((await api.charge(merchant.order(), wrong)).status).toBe(422);
  });
});

describe('after the payment', () => {
  it('refunds once and sends a webhook', async () => {
    const order = merchant.order();
    expect((await api.refund(order.orderId)).status).toBe(404);
    await payWith('pays', order);
    expect((await api.refund(order.orderId)).status).toBe(200);
    expect((await api.refund(order.orderId)).status).toBe(200);
    expect(await typesOf(order, 2)).toEqual(['payment.paid', 'payment.refunded']);
  });

  it('refunds an order of sample data, which it is told of with the refund', async () => {
    const order = merchant.order();
    expect((await api.refund(order.orderId, order)).body).toMatchObject({ status: 'refunded', amount: 19_900 });
    expect((await api.refund(order.orderId, order)).status).toBe(200);
    expect(await typesOf(order, 1)).toEqual(['payment.refunded']);
  });

  it('charges back and refunds by the buttons of the list', async () => {
    for (const [action, type] of [
      ['charge-back', 'payment.charged_back'],
      ['refund', 'payment.refunded'],
    ] as const) {
      const order = merchant.order({ description: `Paid for ${action}` });
      const { url } = await payWith('pays', order);
      const path = `/payments/${new URL(url).pathname.split('/').at(-1)}/${action}`;
      const list = await (await fetch(sandbox.url)).text();
      expect(list).toContain(`Paid for ${action}`);
      expect(list).toContain(path);
      expect((await post(`${sandbox.url}${path}`)).status).toBe(303);
      expect(await typesOf(order, 2)).toEqual(['payment.paid', type]);
    }
  });

  it('creates one page per order and refuses another amount for it', async () => {
    const order = merchant.order();
    const [first, second] = await Promise.all([api.checkout(order), api.checkout(order)]);
    expect(first).toEqual(second);
    expect((await api.checkout({ ...order, amount: 1 })).status).toBe(409);
  });

  it('F9: retries a webhook until it arrives', async () => {
    const order = merchant.order();
    merchant.failNext(3);
    await payWith('pays', order);
    expect(await typesOf(order, 1)).toEqual(['payment.paid']);
  });

  it('refuses calls without the key', async () => {
    for (const authorization of ['', 'Bearer wrong', apiKey]) {
      const answer = await fetch(`${sandbox.url}/v1/payments/x`, { headers: { authorization } });
      expect(answer.status).toBe(401);
    }
  });

  it('keeps payments, cards and pending webhooks through a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vlam-sandbox-'));
    const file = join(folder, 'sandbox.json');
    try {
      const before = await start({ file });
      const order = merchant.order({ saveCard: true });
      merchant.failNext(1_000);
      const client = createApiClient(before.url, apiKey);
      await post((await client.checkout(order)).body.url, { card: 'pays', save: '1' });
      const answer = await client.find(order.orderId);
      await before.stop();
      merchant.failNext(0);
      const after = await start({ file });
      const renewed = createApiClient(after.url, apiKey);
      expect(await typesOf(order, 1)).toEqual(['payment.paid']);
      expect(await renewed.find(order.orderId)).toEqual(answer);
      expect((await renewed.charge(merchant.order(), answer.body.savedCard?.token ?? '')).body.status).toBe('paid');
      await after.stop();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
