import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anOrder, quietLogger } from '../../test/providers.ts';
import type { ChargeOrder, PaymentProviderAdapter, ProviderEvent } from '../modules/payments/providers/port.ts';
import { createSandboxAdapter } from '../modules/payments/providers/sandbox.ts';
import { type Sandbox, type SandboxOptions, startSandboxProvider } from './start.ts';

const apiKey = 'a key for tests';
const webhookSecret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const delays = { lateMs: 150, chargebackMs: 150, againMs: [20, 40], retryMs: [20, 20, 20] };

/** The shop's side: takes webhooks over HTTP and keeps what is genuine. */
async function openShop() {
  const events: ProviderEvent[] = [];
  const refused: string[] = [];
  let failures = 0;
  let adapter: PaymentProviderAdapter;
  const server = createServer((request, response) => {
    void answer(request).then((status) => response.writeHead(status).end('OK'));
  });
  async function answer(request: IncomingMessage): Promise<number> {
    const rawBody = Buffer.concat(await request.toArray());
    if (failures > 0) {
      failures -= 1;
      return 503;
    }
    const verdict = await adapter.readWebhook(
      { rawBody, headers: request.headers, query: {}, address: '127.0.0.1' },
      new Date(),
    );
    if (verdict.status === 'event') events.push(verdict.event);
    else if (verdict.status === 'rejected') refused.push(verdict.why);
    return verdict.status === 'rejected' ? 400 : 200;
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    events,
    refused,
    use(next: PaymentProviderAdapter) {
      adapter = next;
    },
    failNext(count: number) {
      failures = count;
    },
    /** What was said of an order, once it is so many. */
    async heard(orderId: string, count: number): Promise<string[]> {
      const until = performance.now() + 5_000;
      const of = () => events.filter((event) => event.orderId === orderId);
      while (of().length < count && performance.now() < until) await sleep(5);
      return of().map(({ kind }) => kind);
    },
    close: () => void server.close(),
  };
}

let shop: Awaited<ReturnType<typeof openShop>>;
let sandbox: Sandbox;
let adapter: PaymentProviderAdapter;

async function start(over: Partial<SandboxOptions> = {}) {
  const started = await startSandboxProvider({ port: 0, apiKey, webhookSecret, delays, ...over });
  const made = createSandboxAdapter(
    { url: started.url, apiKey, webhookSecrets: [webhookSecret] },
    { fetch, logger: quietLogger().logger },
  );
  return { started, made };
}

beforeAll(async () => {
  shop = await openShop();
  ({ started: sandbox, made: adapter } = await start());
});
beforeEach(() => shop.use(adapter));
afterAll(async () => {
  await sandbox.stop();
  shop.close();
});

const order = (over: Partial<ChargeOrder> = {}): ChargeOrder => {
  const id = randomUUID();
  const back = `${shop.url}/checkout?order=${id}`;
  return anOrder({ id, returnUrl: back, cancelUrl: `${back}&cancelled`, webhookUrl: `${shop.url}/hook`, ...over });
};
const post = (url: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form), headers });

/** Pays on the hosted page; answers where the payer is sent and the page they came from. */
async function payWith(card: string, wanted: ChargeOrder, form: Record<string, string> = {}) {
  const { url } = await adapter.createCheckout(wanted);
  const answer = await post(url, { card, ...form });
  return { url, status: answer.status, to: answer.headers.get('location') ?? '' };
}
async function savedCard(card: string): Promise<string> {
  const wanted = order({ saveMethod: true });
  await payWith(card, wanted, { save: '1' });
  await shop.heard(wanted.id, card === 'late' ? 2 : 1);
  const { method } = shop.events.find(({ orderId, kind }) => orderId === wanted.id && kind === 'paid') ?? {};
  if (!method) throw new Error('no card was saved');
  return method.token;
}

describe('the hosted page', () => {
  it('shows what is paid on an origin of its own, without a script and without a card number field', async () => {
    const wanted = order({ saveMethod: true, description: '<b>100 credits</b>' });
    const { url } = await adapter.createCheckout(wanted);
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
    expect(policy).toContain(`form-action 'self' ${shop.url};`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    const without = await adapter.createCheckout(order());
    expect(await (await fetch(without.url)).text()).not.toContain('Save this card');
  });

  it('says so when there is no such payment', async () => {
    const answer = await fetch(`${sandbox.url}/pay/nothing`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('No such payment');
  });

  it('refuses forms of other sites, and other names of this machine', async () => {
    const { url } = await adapter.createCheckout(order());
    expect((await post(url, { card: 'pays' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await adapter.query(url)).toEqual({ status: 'unknown_order' });
  });
});

describe('cards', () => {
  it('succeeds: sent back at once, and told by a signed webhook', async () => {
    const wanted = order();
    expect(await payWith('pays', wanted)).toMatchObject({ status: 303, to: wanted.returnUrl });
    expect(await shop.heard(wanted.id, 1)).toEqual(['paid']);
    const event = shop.events.find(({ orderId }) => orderId === wanted.id);
    expect(event).toMatchObject({ amountCents: 19_900, currency: 'ZAR', method: null, reason: null });
    expect(await adapter.query(wanted.id)).toMatchObject({ event: { kind: 'paid', amountCents: 19_900 } });
  });

  it('is declined for want of funds', async () => {
    const wanted = order();
    expect((await payWith('declines', wanted)).to).toBe(wanted.returnUrl);
    expect(await shop.heard(wanted.id, 1)).toEqual(['failed']);
    expect(shop.events.find(({ orderId }) => orderId === wanted.id)?.reason).toContain('insufficient funds');
  });

  it('needs the bank, which is approved or cancelled there', async () => {
    for (const [answer, kind] of [
      ['approve', 'paid'],
      ['cancel', 'failed'],
    ] as const) {
      const wanted = order();
      const { to, url } = await payWith('secure', wanted);
      expect(to).toBe(`${new URL(url).pathname}/bank`);
      expect(await (await fetch(`${url}/bank`)).text()).toContain('Is this you?');
      expect(await adapter.query(wanted.id)).toEqual({ status: 'cannot_say' });
      const answered = await post(`${url}/bank`, { answer });
      expect(answered.headers.get('location')).toBe(wanted.returnUrl);
      expect(await shop.heard(wanted.id, 1)).toEqual([kind]);
    }
  });

  it('arrives late: pending first', async () => {
    const wanted = order();
    await payWith('late', wanted);
    expect(await adapter.query(wanted.id)).toMatchObject({ event: { kind: 'pending' } });
    expect(await shop.heard(wanted.id, 2)).toEqual(['pending', 'paid']);
  });

  it('T36: arrives three times with one id', async () => {
    const wanted = order();
    await payWith('twice', wanted);
    expect(await shop.heard(wanted.id, 3)).toEqual(['paid', 'paid', 'paid']);
    expect(new Set(shop.events.filter(({ orderId }) => orderId === wanted.id).map(({ eventId }) => eventId)).size).toBe(
      1,
    );
  });

  it('is charged back after it was paid', async () => {
    const wanted = order();
    await payWith('charged-back', wanted);
    expect(await shop.heard(wanted.id, 2)).toEqual(['paid', 'charged_back']);
  });

  it('is cancelled by the payer', async () => {
    const wanted = order();
    const { url } = await adapter.createCheckout(wanted);
    expect((await post(`${url}/cancel`)).headers.get('location')).toBe(wanted.cancelUrl);
    expect(await shop.heard(wanted.id, 1)).toEqual(['cancelled']);
  });

  it('pays once however often the form is sent', async () => {
    const wanted = order();
    const { url } = await adapter.createCheckout(wanted);
    await Promise.all(Array.from({ length: 5 }, () => post(url, { card: 'pays' })));
    await post(`${url}/cancel`);
    await sleep(50);
    expect(await shop.heard(wanted.id, 1)).toEqual(['paid']);
  });
});

describe('saved cards', () => {
  it('are kept only when both sides want it', async () => {
    expect(await savedCard('pays')).toMatch(/^tok_/);
    for (const [saveMethod, form] of [
      [true, {}],
      [false, { save: '1' }],
    ] as const) {
      const wanted = order({ saveMethod });
      await payWith('pays', wanted, form);
      await shop.heard(wanted.id, 1);
      expect(shop.events.find(({ orderId }) => orderId === wanted.id)?.method).toBeNull();
    }
  });

  it('are charged without the payer, once for an order', async () => {
    const token = await savedCard('pays');
    const wanted = order();
    const results = await Promise.all(Array.from({ length: 5 }, () => adapter.chargeSaved(wanted, token)));
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'paid'));
    expect(new Set(results.map((result) => 'event' in result && result.event.providerReference)).size).toBe(1);
    await sleep(50);
    expect(await shop.heard(wanted.id, 1)).toEqual(['paid']);
    // The same order for another amount is refused, and nobody can say more of it here.
    expect(await adapter.chargeSaved({ ...wanted, amountCents: 100 }, token)).toEqual({ status: 'unknown' });
  });

  it('behave as their card does', async () => {
    const charge = async (card: string) => {
      const token = await savedCard(card);
      return adapter.chargeSaved(order(), token);
    };
    expect(await charge('pays-once')).toMatchObject({ status: 'declined', reason: expect.stringContaining('funds') });
    expect(await charge('late')).toEqual({ status: 'unknown' });
    expect(await charge('twice')).toMatchObject({ status: 'paid' });
  });

  it('lead to the bank where it wants to see the payer', async () => {
    const first = order({ saveMethod: true });
    const { url } = await payWith('secure', first, { save: '1' });
    await post(`${url}/bank`, { answer: 'approve' });
    await shop.heard(first.id, 1);
    const token = shop.events.find(({ orderId }) => orderId === first.id)?.method?.token ?? '';
    const wanted = order();
    const result = await adapter.chargeSaved(wanted, token);
    if (result.status !== 'redirect') throw new Error(result.status);
    expect((await fetch(result.url)).status).toBe(200);
    await post(result.url, { answer: 'approve' });
    expect(await shop.heard(wanted.id, 1)).toEqual(['paid']);
  });

  it('are declined when they are none of ours', async () => {
    const token = await savedCard('pays');
    for (const wrong of ['tok_1_pays.x', `${token}x`, token.replace('_pays.', '_late.')])
      expect(await adapter.chargeSaved(order(), wrong)).toMatchObject({ status: 'declined' });
  });
});

describe('afterwards', () => {
  it('refunds once, and tells', async () => {
    const wanted = order();
    await expect(adapter.refund(wanted, '')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await payWith('pays', wanted);
    await adapter.refund(wanted, '');
    await adapter.refund(wanted, '');
    expect(await shop.heard(wanted.id, 2)).toEqual(['paid', 'refunded']);
  });

  it('charges back and refunds by the buttons of its list', async () => {
    for (const [action, kind] of [
      ['charge-back', 'charged_back'],
      ['refund', 'refunded'],
    ]) {
      const wanted = order({ description: `Paid for ${action}` });
      const { url } = await payWith('pays', wanted);
      const path = `/payments/${new URL(url).pathname.split('/').at(-1)}/${action}`;
      const list = await (await fetch(sandbox.url)).text();
      expect(list).toContain(`Paid for ${action}`);
      expect(list).toContain(path);
      expect((await post(`${sandbox.url}${path}`)).status).toBe(303);
      expect(await shop.heard(wanted.id, 2)).toEqual(['paid', kind]);
    }
  });

  it('begins one page for an order, and refuses another amount for it', async () => {
    const wanted = order();
    const [first, second] = await Promise.all([adapter.createCheckout(wanted), adapter.createCheckout(wanted)]);
    expect(first).toEqual(second);
    await expect(adapter.createCheckout({ ...wanted, amountCents: 1 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('F9: sends a webhook again until it arrives', async () => {
    const wanted = order();
    shop.failNext(3);
    await payWith('pays', wanted);
    expect(await shop.heard(wanted.id, 1)).toEqual(['paid']);
  });

  it('answers nobody without the key', async () => {
    for (const authorization of ['', 'Bearer wrong', apiKey]) {
      const answer = await fetch(`${sandbox.url}/v1/payments/x`, { headers: { authorization } });
      expect(answer.status).toBe(401);
    }
  });

  it('F13: a sandbox that is away is UNAVAILABLE, and says nothing when asked', async () => {
    const { started, made } = await start();
    await started.stop();
    await expect(made.createCheckout(order())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await made.query('x')).toEqual({ status: 'cannot_say' });
  });

  it('keeps payments, cards and webhooks that wait through a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vlam-sandbox-'));
    const file = join(folder, 'sandbox.json');
    try {
      const before = await start({ file });
      shop.use(before.made);
      const wanted = order({ saveMethod: true });
      shop.failNext(1_000);
      const { url } = await before.made.createCheckout(wanted);
      await post(url, { card: 'pays', save: '1' });
      const said = await before.made.query(wanted.id);
      await before.started.stop();
      shop.failNext(0);
      const after = await start({ file });
      shop.use(after.made);
      expect(await shop.heard(wanted.id, 1)).toEqual(['paid']);
      expect(await after.made.query(wanted.id)).toEqual(said);
      const token = said.status === 'found' ? said.event.method?.token : undefined;
      expect(await after.made.chargeSaved(order(), token ?? '')).toMatchObject({ status: 'paid' });
      await after.started.stop();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
