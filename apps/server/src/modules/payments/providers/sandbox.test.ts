import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Sandbox, startSandboxProvider } from '@vlam/sandbox-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrder, quietLogger } from '../../../../test/providers.ts';
import type { ChargeOrder, PaymentProviderAdapter, ProviderEvent } from './port.ts';
import { createSandboxAdapter, sampleReference } from './sandbox.ts';

// What the adapter reads from the real sandbox; what that program itself does, its own tests say.

const apiKey = 'a key for tests';
const webhookSecret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const events: ProviderEvent[] = [];

let sandbox: Sandbox;
let adapter: PaymentProviderAdapter;
let shopUrl = '';
const shop = createServer((request, response) => {
  void request.toArray().then(async (parts) => {
    const delivery = { rawBody: Buffer.concat(parts), headers: request.headers, query: {}, address: '127.0.0.1' };
    const verdict = await adapter.readWebhook(delivery, new Date());
    if (verdict.status === 'event') events.push(verdict.event);
    response.writeHead(verdict.status === 'rejected' ? 400 : 200).end('OK');
  });
});

async function start() {
  const delays = { lateMs: 150, chargebackMs: 150, duplicateMs: [20], retryMs: [20] };
  const started = await startSandboxProvider({ port: 0, apiKey, webhookSecret, delays });
  const secrets = { url: started.url, apiKey, webhookSecrets: [webhookSecret] };
  return { started, made: createSandboxAdapter(secrets, { fetch, logger: quietLogger().logger }) };
}

beforeAll(async () => {
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  ({ started: sandbox, made: adapter } = await start());
});
afterAll(async () => {
  await sandbox.stop();
  shop.close();
});

const order = (over: Partial<ChargeOrder> = {}): ChargeOrder =>
  anOrder({ id: randomUUID(), returnUrl: `${shopUrl}/checkout`, webhookUrl: `${shopUrl}/hook`, ...over });
const post = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });

async function payWith(card: string, wanted: ChargeOrder): Promise<string> {
  const { url } = await adapter.createCheckout(wanted);
  await post(url, { card, ...(wanted.saveMethod ? { save: '1' } : {}) });
  return url;
}
async function eventOf({ id }: ChargeOrder, kind: ProviderEvent['kind']): Promise<ProviderEvent> {
  const find = () => events.find((event) => event.orderId === id && event.kind === kind);
  for (const until = performance.now() + 5_000; !find() && performance.now() < until; ) await sleep(5);
  const event = find();
  if (!event) throw new Error(`no ${kind} event came`);
  return event;
}
async function savedCard(card: string): Promise<string> {
  const wanted = order({ saveMethod: true });
  const url = await payWith(card, wanted);
  if (card === 'secure') await post(`${url}/bank`, { answer: 'approve' });
  return (await eventOf(wanted, 'paid')).method?.token ?? '';
}

describe('a checkout', () => {
  it('is one page of the sandbox for an order, and UNAVAILABLE for another amount', async () => {
    const wanted = order();
    const [first, second] = await Promise.all([adapter.createCheckout(wanted), adapter.createCheckout(wanted)]);
    expect(first).toEqual(second);
    expect(new URL(first.url).origin).toBe(sandbox.url);
    await expect(adapter.createCheckout({ ...wanted, amountCents: 1 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('is reported by a signed webhook, and found by a query', async () => {
    const wanted = order();
    await payWith('pays', wanted);
    const paid = { kind: 'paid', amountCents: 19_900, currency: 'ZAR', method: null, reason: null };
    expect(await eventOf(wanted, 'paid')).toMatchObject(paid);
    expect(await adapter.query(wanted.id)).toMatchObject({ status: 'found', event: paid });
    const declined = order();
    await payWith('declines', declined);
    expect((await eventOf(declined, 'failed')).reason).toContain('insufficient funds');
  });

  it('is unclear while open, pending while late, and unknown when it never began', async () => {
    const [open, late] = [order(), order()];
    await adapter.createCheckout(open);
    expect(await adapter.query(open.id)).toEqual({ status: 'unclear' });
    await payWith('late', late);
    expect(await adapter.query(late.id)).toMatchObject({ event: { kind: 'pending' } });
    expect(await adapter.query('x')).toEqual({ status: 'unknown_order' });
  });

  it('is refunded once it is paid', async () => {
    const wanted = order();
    await expect(adapter.refund(wanted, '')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await payWith('pays', wanted);
    await adapter.refund(wanted, '');
    expect(await eventOf(wanted, 'refunded')).toMatchObject({ amountCents: 19_900 });
  });

  it('is refunded as an order of the sample data, of which it never heard', async () => {
    const wanted = order();
    await adapter.refund(wanted, sampleReference(wanted.id));
    expect(await eventOf(wanted, 'refunded')).toMatchObject({ amountCents: 19_900 });
  });
});

describe('a saved card', () => {
  it('is charged once for an order, and another amount of it is not decided here', async () => {
    const token = await savedCard('pays');
    const wanted = order();
    const results = await Promise.all(Array.from({ length: 5 }, () => adapter.chargeSaved(wanted, token)));
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'paid'));
    expect(new Set(results.map((result) => 'event' in result && result.event.providerReference)).size).toBe(1);
    expect(await adapter.chargeSaved({ ...wanted, amountCents: 100 }, token)).toEqual({ status: 'unknown' });
  });

  it('is declined, late or sent to the bank as its card is', async () => {
    const charge = async (card: string) => adapter.chargeSaved(order(), await savedCard(card));
    expect(await charge('pays-once')).toMatchObject({ status: 'declined', reason: expect.stringContaining('funds') });
    expect(await charge('late')).toEqual({ status: 'unknown' });
    expect(await charge('secure')).toMatchObject({ status: 'redirect', url: expect.stringMatching(/\/bank$/) });
  });

  it('is declined when it is none of the sandbox', async () => {
    const token = await savedCard('pays');
    for (const wrong of ['tok_1_pays.x', `${token}x`, token.replace('_pays.', '_late.')])
      expect(await adapter.chargeSaved(order(), wrong)).toMatchObject({ status: 'declined' });
  });
});

it('F13: a sandbox that is away is UNAVAILABLE, and says nothing when asked', async () => {
  const { started, made } = await start();
  await started.stop();
  await expect(made.createCheckout(order())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await made.query('x')).toEqual({ status: 'unclear' });
});
