import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Sandbox, startSandboxProvider } from '@vlam/sandbox-provider';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { aProfile, type TestProfile } from '../../../test/factories.ts';
import { packCheckout } from '../../../test/payment-provider.ts';
import { quietLogger } from '../../../test/providers.ts';
import { isSound } from '../credits/reconcile.ts';
import { createSandboxAdapter } from './providers/sandbox.ts';

// The whole way over real HTTP: our program, the sandbox's hosted page, and its signed webhooks back.

let t: TestApp;
let sandbox: Sandbox;
let fan: TestProfile;

beforeAll(async () => {
  const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const apiKey = randomBytes(16).toString('hex');
  sandbox = await startSandboxProvider({
    ...{ port: 0, apiKey, webhookSecret },
    delays: { lateMs: 150, chargebackMs: 150, duplicateMs: [20, 40], retryMs: [50, 50, 50] },
  });
  const paymentAdapter = createSandboxAdapter(
    { url: sandbox.url, apiKey, webhookSecrets: [webhookSecret] },
    { fetch: globalThis.fetch, logger: quietLogger().logger },
  );
  t = await startTestApp({ paymentAdapter, runningClock: true });
  t.config.publicUrl = await t.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  fan = await aProfile(t);
});
afterAll(async () => {
  expect(isSound(await t.context.credits.reconcile())).toBe(true);
  await t.close();
  await sandbox.stop();
});

const balance = async () => (await t.context.credits.balance(fan.accountId)).balance;
const client = () => t.client(fan);

/** Pays on the hosted page with one of its cards; answers the order. */
async function pay(card: string, body: Record<string, unknown> = packCheckout('p250')) {
  const { body: begun } = await client().call('createCheckout', { body });
  const answer = await fetch(begun.checkoutUrl ?? '', {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `card=${card}${body.saveMethod || body.purpose === 'method' ? '&save=1' : ''}`,
  });
  expect(answer.status).toBe(303);
  return { id: begun.orderId, next: new URL(answer.headers.get('location') ?? '', begun.checkoutUrl ?? '') };
}
/** Until the webhook has come and its job has run. */
async function becomes(id: string, status: string) {
  for (let turn = 0; turn < 200; turn += 1) {
    await t.drain();
    const { body } = await client().call('getOrder', { params: { id } });
    if (body.status === status) return body;
    await sleep(20);
  }
  throw new Error(`the order did not become ${status}`);
}

it('a card that pays brings the credits, and leads back to the order', async () => {
  const { id, next } = await pay('pays');
  expect(next.href).toBe(`${t.config.publicUrl}/checkout?order=${id}`);
  await becomes(id, 'paid');
  expect(await balance()).toBe(350);
});

it('T36 F9: a confirmation that is sent three times, or late, credits once', async () => {
  const twice = await pay('twice');
  await becomes(twice.id, 'paid');
  const late = await pay('late');
  await becomes(late.id, 'paid');
  await sleep(100);
  await t.drain();
  expect(await balance()).toBe(650);
});

it('a declined card and a cancelled page buy nothing', async () => {
  const { id } = await pay('declines');
  expect((await becomes(id, 'failed')).failureReason).toContain('insufficient funds');
  expect(await balance()).toBe(0);
});

it('3-D Secure pays after the bank has asked', async () => {
  const { id, next } = await pay('secure');
  expect(next.pathname).toMatch(/\/bank$/);
  await fetch(next, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'answer=approve',
  });
  await becomes(id, 'paid');
  expect(await balance()).toBe(350);
});

it('T38: a chargeback takes the credits back', async () => {
  const { id } = await pay('charged-back');
  await becomes(id, 'charged_back');
  expect(await balance()).toBe(0);
});

it('a saved card pays at once, its rand comes back, and an unspent pack is refunded', async () => {
  const saved = await pay('pays', { purpose: 'method', reference: 'card' });
  await becomes(saved.id, 'refunded');
  expect((await client().call('listPaymentMethods')).body).toMatchObject([{ brand: 'Visa', lastFour: '4242' }]);
  const { body } = await client().call('purchaseCredits', { body: { packId: 'p100', price: 99 } });
  expect(body).toMatchObject({ paid: true, balance: 150 });
  expect((await client().call('refundPurchase', { params: { id: body.orderId } })).body.balance).toBe(0);
  await becomes(body.orderId, 'refunded');
  expect(await balance()).toBe(0);
});
