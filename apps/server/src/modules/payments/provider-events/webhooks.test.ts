import { beforeEach, describe, expect, it } from 'vitest';
import { aProfile, type TestProfile } from '../../../../test/factories.ts';
import { aPackOrder, aTestCard, createTestProvider, deliver, mostCapable } from '../../../../test/payment-provider.ts';
import { useReconciledBooks, useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';
import type { ProviderEvent } from '../providers/port.ts';

let fan: TestProfile;

const provider = createTestProvider(mostCapable);
const t = useTestApp({ paymentAdapter: provider });
useReconciledBooks(t);
beforeEach(async () => {
  fan = await aProfile(t);
});

const url = '/api/payments/webhooks/sandbox';
const balance = async () => (await t.context.credits.balance(fan.accountId)).balance;
const status = async (id: string) => (await t.client(fan).call('getOrder', { params: { id } })).body.status;
const countEvents = async () =>
  Number((await t.database.pool.query('select count(*) as n from payment_events')).rows[0]?.n);

const anOrder = (reference = 'p1000') => aPackOrder(t, provider, fan, reference);
async function post(payload: string | Buffer, headers: Record<string, string>, to = url) {
  return (await t.app.inject({ method: 'POST', url: to, headers, payload })).statusCode;
}
/** In this order, each followed by its jobs. */
async function deliverAll(events: readonly ProviderEvent[]) {
  for (const event of events) {
    expect(await deliver(t, provider, event)).toBe(200);
    await t.drain();
  }
}

describe('T35: forged webhooks', () => {
  it('with bad, missing, old, truncated or re-serialised signatures are refused without a row', async () => {
    const order = await anOrder();
    const before = await countEvents();
    const { body, headers } = provider.sign(provider.event(order), t.clock.now());
    const old = provider.sign(provider.event(order), new Date(t.clock.now().getTime() - 301_000));
    const { 'x-test-signature': _none, ...unsigned } = headers;
    const wrong: [string, Record<string, string>][] = [
      [body, { ...headers, 'x-test-signature': 'ab'.repeat(32) }],
      [body, unsigned],
      [old.body, old.headers],
      [body.slice(0, -1), headers],
      [JSON.stringify(JSON.parse(body), null, 1), headers],
      [body.replace('59900', '59901'), headers],
      ['', headers],
    ];
    for (const [payload, sent] of wrong) expect(await post(payload, sent)).toBe(400);
    await t.drain();
    expect(await countEvents()).toBe(before);
    expect(await balance()).toBe(0);
    expect(await status(order.id)).toBe('pending');
  });

  it('a body above 64 KB is not read, and any content type is', async () => {
    const order = await anOrder('p100');
    const { body, headers } = provider.sign(provider.event(order), t.clock.now());
    expect(await post(`${body}${' '.repeat(65_536)}`, headers)).toBe(413);
    const types = ['application/x-www-form-urlencoded', 'text/plain', 'application/json', 'application/x-nonsense'];
    for (const type of types) expect(await post(body, { ...headers, 'content-type': type })).toBe(200);
    await t.drain();
    expect(await balance()).toBe(150);
  });

  it('a provider without secrets is unknown', async () => {
    const { body, headers } = provider.sign(provider.event(await anOrder()), t.clock.now());
    for (const name of ['paystack', 'unknown', '..%2fsandbox'])
      expect(await post(body, headers, `/api/payments/webhooks/${name}`)).toBe(404);
  });

  it('the signed bytes are stored unchanged, encrypted', async () => {
    const order = await anOrder('p100');
    await deliver(t, provider, provider.event(order, { method: aTestCard() }));
    const { rows } = await t.database.pool.query('select raw_sealed from payment_events where order_id = $1', [
      order.id,
    ]);
    expect(rows[0]?.raw_sealed.toString('latin1')).not.toContain('tok_');
    expect(rows[0]?.raw_sealed.length).toBeGreaterThan(100);
    await t.drain();
  });
});

describe('T36 F9: webhooks tripled, shuffled and late', () => {
  const permutations = <Item>(items: readonly Item[]): Item[][] =>
    items.length === 0
      ? [[]]
      : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));

  it('concurrent copies of an event credit once', async () => {
    const order = await anOrder();
    const paid = provider.event(order);
    const answers = await Promise.all(Array.from({ length: 30 }, () => deliver(t, provider, paid)));
    expect(answers.every((code) => code === 200)).toBe(true);
    await Promise.all([t.drain(), t.drain()]);
    expect(await balance()).toBe(1_450);
    // The same payment under another id is still one payment.
    await deliverAll([provider.event(order), provider.event(order)]);
    expect(await balance()).toBe(1_450);
  });

  it('every order of pending, failed, paid, paid again and refunded ends refunded with nothing held', async () => {
    for (const sequence of permutations(['pending', 'failed', 'paid', 'refunded'] as const)) {
      const order = await anOrder('p250');
      const events = sequence.map((kind) => provider.event(order, { kind }));
      await deliverAll([...events, ...events]);
      expect(await status(order.id), sequence.join()).toBe('refunded');
      expect(await balance(), sequence.join()).toBe(0);
    }
  });

  it('a refund or chargeback before the payment is safe', async () => {
    const [refunded, charged] = [await anOrder(), await anOrder()];
    await deliverAll([provider.event(refunded, { kind: 'refunded' }), provider.event(refunded)]);
    await deliverAll([provider.event(charged, { kind: 'charged_back' }), provider.event(charged)]);
    expect(await Promise.all([status(refunded.id), status(charged.id)])).toEqual(['refunded', 'charged_back']);
    expect(await balance()).toBe(0);
  });

  it("T38: a chargeback that names only the provider's own reference finds its order, and no other", async () => {
    const [charged, other] = [await anOrder(), await anOrder()];
    await deliverAll([provider.event(charged), provider.event(other)]);
    await deliverAll([provider.event(charged, { kind: 'charged_back', orderId: '' })]);
    expect(await Promise.all([status(charged.id), status(other.id)])).toEqual(['charged_back', 'paid']);
  });

  it('a payment after a failure or timeout is still credited', async () => {
    const order = await anOrder('p100');
    await deliverAll([provider.event(order, { kind: 'failed', reason: 'Not enough funds' })]);
    expect((await t.client(fan).call('getOrder', { params: { id: order.id } })).body.failureReason).toBe(
      'Not enough funds',
    );
    await deliverAll([provider.event(order)]);
    expect(await status(order.id)).toBe('paid');
    expect(await balance()).toBe(150);
  });

  it('an event without a known order is stored and ignored', async () => {
    const order = await anOrder();
    await deliverAll([provider.event({ ...order, id: newId() }), provider.event({ ...order, id: "x' or 1=1" })]);
    const { rows } = await t.database.pool.query(
      `select count(*)::int as n from payment_events where outcome = 'no_order'`,
    );
    expect(rows[0]?.n).toBe(2);
    expect(await status(order.id)).toBe('pending');
  });
});

describe('T37: a payment of another amount', () => {
  it('R1 for the R599 pack, or dollars for rand, is held and flagged for staff', async () => {
    for (const difference of [{ amountCents: 100 }, { currency: 'USD' }, { amountCents: 60_000 }]) {
      const order = await anOrder();
      await deliverAll([provider.event(order, difference)]);
      expect(await status(order.id)).toBe('held');
    }
    expect(await balance()).toBe(0);
    expect(t.log.filter(({ fields }) => fields.event === 'paid another amount').length).toBeGreaterThanOrEqual(3);
    const { rows } = await t.database.pool.query(
      'select count(*)::int as n from payment_orders where flag is not null',
    );
    expect(rows[0]?.n).toBeGreaterThanOrEqual(3);
  });

  it('staff see it with the provider’s events, and the audit log records it', async () => {
    const order = await anOrder();
    await deliverAll([provider.event(order, { amountCents: 100 })]);
    const [staff, moderator] = [await aProfile(t, { role: 'admin' }), await aProfile(t, { role: 'moderator' })];
    const list = async () => (await t.client(staff).call('listFlaggedPayments')).body.items;
    expect((await list()).find(({ id }) => id === order.id)).toMatchObject({
      status: 'held',
      flag: 'paid another amount',
      amount: 59_900,
      events: [{ kind: 'paid', amount: 100, currency: 'ZAR', outcome: 'mismatch' }],
    });
    const clear = (as: TestProfile) =>
      t
        .client(as)
        .call('clearPaymentFlag', { params: { id: order.id }, body: { reason: 'Given back at the provider' } });
    expect((await clear(moderator)).error?.code).toBe('FORBIDDEN');
    expect((await clear(staff)).status).toBe(204);
    expect((await clear(staff)).error?.code).toBe('NOT_FOUND');
    expect((await list()).some(({ id }) => id === order.id)).toBe(false);
    const { rows } = await t.database.pool.query('select action from audit_log where target_id = $1', [order.id]);
    expect(rows).toEqual([{ action: 'payment.cleared' }]);
  });

  it('a forged return address credits nothing: the page only reads the order', async () => {
    const order = await anOrder();
    const client = t.client(fan);
    for (const query of ['', '&status=success', '&paid=true&amount=59900', '&credits=1400'])
      await client.request('GET', `/checkout?order=${order.id}${query}`);
    for (const call of ['paid', 'complete', 'return'])
      expect((await client.request('POST', `/api/payments/orders/${order.id}/${call}`, { body: {} })).status).toBe(404);
    await t.drain();
    expect(await status(order.id)).toBe('pending');
    expect(await balance()).toBe(0);
  });

  it('a price or package from the browser is refused', async () => {
    const client = t.client(fan);
    const refused = [
      { purpose: 'pack', reference: 'p1000', amountCents: 100 },
      { purpose: 'pack', reference: 'p1000', price: 1 },
      { purpose: 'pack', reference: 'p5000' },
      { purpose: 'gold', reference: 'p1000' },
    ];
    for (const body of refused)
      expect((await client.call('createCheckout', { body })).status).toBeGreaterThanOrEqual(400);
    const cheap = await client.call('createCheckout', { body: { purpose: 'pack', reference: 'p1000', amount: 1 } });
    expect(cheap.error).toMatchObject({ code: 'PRICE_CHANGED', details: { price: 599, priceCents: 59_900 } });
  });
});

describe('a missing webhook', () => {
  const requery = async () => {
    await t.database.pool.query(`select graphile_worker.add_job('payments.requery')`);
    await t.drain();
  };

  it('is queried after some minutes, and an order unknown to the provider is closed after a day', async () => {
    const [known, abandoned] = [await anOrder('p100'), await anOrder('p100')];
    provider.knows(provider.event(known));
    await requery();
    expect(await status(known.id)).toBe('pending');
    t.clock.advance(6 * 60_000);
    await requery();
    expect(await status(known.id)).toBe('paid');
    expect(await status(abandoned.id)).toBe('pending');
    t.clock.advance(25 * 3_600_000);
    await requery();
    expect(await status(abandoned.id)).toBe('cancelled');
    await deliverAll([provider.event(abandoned)]);
    expect(await status(abandoned.id)).toBe('paid');
  });
});
