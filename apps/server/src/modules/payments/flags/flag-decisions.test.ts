import { randomUUID } from 'node:crypto';
import type { FlaggedPayment } from '@vlam/contract/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestResponse } from '../../../../test/app.ts';
import { aProfile, type TestProfile } from '../../../../test/factories.ts';
import {
  checkoutOrder,
  createTestProvider,
  deliver,
  deliverEvents as deliverTo,
  mostCapable,
} from '../../../../test/payment-provider.ts';
import { useReconciledBooks, useTestApp } from '../../../../test/use-app.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Purpose } from '../../../platform/purpose.ts';
import type { ChargeOrder, ProviderEvent } from '../providers/port.ts';

let fan: TestProfile;
let staff: TestProfile;
let refuses: AppError | null;
/** What the purpose under test granted. */
let granted: string[];

const thing: Purpose = {
  quote: async (_viewer, { reference }) => ({ amountCents: 9_900, description: 'A thing', details: { reference } }),
  async paid(_tx, order) {
    if (refuses) throw refuses;
    granted.push(order.id);
    return [];
  },
  reversed: async () => [],
};

const provider = createTestProvider(mostCapable);
const t = useTestApp({ paymentAdapter: provider });
useReconciledBooks(t);
beforeAll(async () => {
  t.context.social.tipPurpose = thing;
});
beforeEach(async () => {
  refuses = null;
  granted = [];
  [fan, staff] = [await aProfile(t), await aProfile(t, { role: 'admin' })];
});
afterAll(async () => {
  expect(await t.context.compliance.findBrokenLink()).toBeNull();
});

async function anOrder(purpose: 'pack' | 'tip' = 'pack'): Promise<ChargeOrder> {
  const reference = purpose === 'pack' ? 'p1000' : 'rose';
  const { body } = await t
    .client(fan)
    .call('createCheckout', { body: { purpose, reference, amount: purpose === 'pack' ? 599 : 99 } });
  return checkoutOrder(provider, body.orderId);
}
const deliverEvents = (order: ChargeOrder, changes: Partial<ProviderEvent>) => deliverTo(t, provider, order, changes);
async function held(amountCents: number, more: Partial<ProviderEvent> = {}): Promise<ChargeOrder> {
  const order = await anOrder();
  await deliverEvents(order, { amountCents, ...more });
  return order;
}
const flagged = async ({ id }: ChargeOrder): Promise<FlaggedPayment | undefined> =>
  (await t.client(staff).call('listFlaggedPayments', { query: { limit: '50' } })).body.items.find(
    (one) => one.id === id,
  );
type Decided = { amount: number; currency?: string; who?: TestProfile; idempotencyKey?: string };
const act =
  (name: 'grantPayment' | 'refundPayment') =>
  ({ id }: ChargeOrder, { amount, currency = 'ZAR', who = staff, idempotencyKey }: Decided) =>
    t.client(who).call(name, {
      params: { id },
      body: { amount, currency, reason: 'Looked at it' },
      ...(idempotencyKey ? { idempotencyKey } : {}),
    });
const [grant, refund] = [act('grantPayment'), act('refundPayment')];
const readOrder = async ({ id }: ChargeOrder) => (await t.client(fan).call('getOrder', { params: { id } })).body;
const credits = async () => (await t.context.credits.balance(fan.accountId)).balance;
const noted = async ({ id }: ChargeOrder) =>
  (await t.database.pool.query('select action from audit_log where target_id = $1 order by number', [id])).rows.map(
    (row: { action: string }) => row.action,
  );
/** What the ledger says providers hold of this payer's money, in cents. */
async function booked(): Promise<number> {
  const { rows } = await t.database.pool.query<{ cents: string }>(
    `select coalesce(sum(case when debit_account = $1 then amount else -amount end), 0) as cents
      from ledger_transfers where owner_id = $2 and $1 in (debit_account, credit_account)`,
    ['00000000-0000-8000-8000-000000000008', fan.accountId],
  );
  return Number(rows[0]?.cents);
}
const code = ({ error }: TestResponse<unknown>) => error?.code;
const pack = 59_900;
const packCredits = 1_450;

it('counts what waits for staff who manage money, and for no one else', async () => {
  const waiting = async (who = staff) => (await t.client(who).call('staffWaiting')).body.payments;
  const before = (await waiting()) ?? 0;
  const [order, other] = [await held(60_000), await held(50_000)];
  expect(await waiting()).toBe(before + 2);
  await grant(order, { amount: 60_000 });
  await refund(other, { amount: 50_000 });
  // A requested refund waits for the provider.
  expect(await waiting()).toBe(before);
  expect(await waiting(await aProfile(t, { role: 'moderator' }))).toBeNull();
});

describe('T37: granting by hand', () => {
  it('grants the purchase for another amount, books what was paid, and issues its receipt', async () => {
    for (const [index, amount] of [60_000, 50_000].entries()) {
      fan = await aProfile(t);
      const order = await held(amount);
      expect([await credits(), await booked()]).toEqual([0, 0]);
      expect(await flagged(order)).toMatchObject({ canGrant: { amount }, canRefund: { amount } });
      const { body } = await grant(order, { amount });
      expect(body).toMatchObject({ status: 'paid', flag: '', canGrant: null, canRefund: null });
      expect([await credits(), await booked()]).toEqual([packCredits, amount]);
      expect(await flagged(order)).toBeUndefined();
      expect(await noted(order)).toEqual(['payment.granted']);
      await t.drain();
      const mails = (await t.context.mailer.outbox()).filter(({ to }) => to === fan.email);
      expect(mails[0]?.text).toContain(index === 0 ? 'R600.00' : 'R500.00');
    }
  });

  it('grants later what could not be granted at payment', async () => {
    const order = await anOrder('tip');
    refuses = new AppError('CONFLICT', { message: 'Not today' });
    await deliverEvents(order, {});
    expect(await flagged(order)).toMatchObject({ status: 'held', canGrant: { amount: 9_900 } });
    const refused = await grant(order, { amount: 9_900 });
    expect([code(refused), refused.error?.message]).toEqual(['CONFLICT', 'This can no longer be given: Not today']);
    expect([await noted(order), (await readOrder(order)).status]).toEqual([[], 'held']);
    refuses = null;
    expect((await grant(order, { amount: 9_900 })).body.status).toBe('paid');
    expect(granted).toEqual([order.id]);
  });

  it('T30: twenty concurrent decisions with late and repeated events are one', async () => {
    const order = await held(50_000);
    const word = provider.event(order, { amountCents: 50_000 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        if (index % 4 === 3) await deliver(t, provider, word);
        return grant(order, { amount: 50_000 });
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await t.drain();
    await deliverEvents(order, { amountCents: 50_000 });
    await deliverEvents(order, {});
    expect([await credits(), await booked(), (await readOrder(order)).status]).toEqual([packCredits, 50_000, 'paid']);
    expect(await noted(order)).toEqual(['payment.granted']);
  });

  it('a retry after a lost reply finds the decision', async () => {
    const order = await held(50_000);
    const idempotencyKey = randomUUID();
    const first = await grant(order, { amount: 50_000, idempotencyKey });
    await t.db.deleteFrom('idempotency_keys').execute();
    expect((await grant(order, { amount: 50_000, idempotencyKey })).body).toEqual(first.body);
    expect(await credits()).toBe(packCredits);
  });

  it('a later refund returns what was paid, and the books balance', async () => {
    const order = await held(50_000);
    await grant(order, { amount: 50_000 });
    expect((await t.client(fan).call('refundPurchase', { params: { id: order.id } })).status).toBe(200);
    await t.drain();
    expect(provider.refunds.at(-1)).toMatchObject({ id: order.id, amountCents: 50_000 });
    await deliverEvents(order, { kind: 'refunded', amountCents: 50_000 });
    expect((await readOrder(order)).status).toBe('refunded');
    expect([await credits(), await booked()]).toEqual([0, 0]);
  });

  it('a chargeback takes all of it back', async () => {
    const order = await held(61_000);
    await grant(order, { amount: 61_000 });
    await deliverEvents(order, { kind: 'charged_back', amountCents: 61_000 });
    expect([(await readOrder(order)).status, await booked()]).toEqual(['charged_back', 0]);
  });
});

describe('refunding by hand', () => {
  it('requests the refund in the paid currency; the provider’s event ends the order', async () => {
    const order = await held(3_400, { currency: 'USD' });
    expect(await flagged(order)).toMatchObject({ canGrant: null, canRefund: { amount: 3_400, currency: 'USD' } });
    expect(code(await grant(order, { amount: 3_400, currency: 'USD' }))).toBe('CONFLICT');
    const { body } = await refund(order, { amount: 3_400, currency: 'USD' });
    expect(body).toMatchObject({ status: 'held', canGrant: null, canRefund: null });
    expect(body.refundRequestedAt).not.toBeNull();
    await t.drain();
    expect(provider.refunds.at(-1)).toMatchObject({ id: order.id, amountCents: 3_400, currency: 'USD' });
    await deliverEvents(order, { kind: 'refunded', amountCents: 3_400, currency: 'USD' });
    expect((await readOrder(order)).status).toBe('refunded');
    expect(await flagged(order)).toBeUndefined();
    expect([await credits(), await booked(), await noted(order)]).toEqual([0, 0, ['payment.refund_requested']]);
    const mails = (await t.context.mailer.outbox()).filter(({ to }) => to === fan.email);
    expect(mails[0]?.text).toContain('34.00 USD');
  });

  it('queries a missing event', async () => {
    const order = await held(100);
    await refund(order, { amount: 100 });
    await t.drain();
    provider.knows(provider.event(order, { kind: 'refunded', amountCents: 100 }));
    t.clock.advance(6 * 60_000);
    await t.database.pool.query(`select graphile_worker.add_job('payments.requery')`);
    await t.drain();
    expect((await readOrder(order)).status).toBe('refunded');
  });

  it('refunds the rest of a partial refund, and takes the credits', async () => {
    const order = await anOrder();
    await deliverEvents(order, {});
    await deliverEvents(order, { kind: 'refunded', amountCents: 20_000 });
    expect(await flagged(order)).toMatchObject({
      status: 'paid',
      canGrant: null,
      canRefund: { amount: pack - 20_000 },
    });
    await refund(order, { amount: pack - 20_000 });
    await t.drain();
    expect(provider.refunds.at(-1)?.amountCents).toBe(pack - 20_000);
    await deliverEvents(order, { kind: 'refunded', amountCents: pack - 20_000 });
    expect([(await readOrder(order)).status, await credits(), await booked()]).toEqual(['refunded', 0, 0]);
  });

  it('T30: of twenty decisions of both kinds at once, one is made', async () => {
    const order = await held(50_000);
    const before = provider.refunds.length;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? grant : refund)(order, { amount: 50_000 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await t.drain();
    const isGranted = (await readOrder(order)).status === 'paid';
    expect([await credits(), provider.refunds.length - before]).toEqual(isGranted ? [packCredits, 0] : [0, 1]);
    expect(await noted(order)).toHaveLength(1);
  });
});

describe('staff cannot decide', () => {
  it('on their own payment, without the permission, on another amount than shown, or on an unflagged order', async () => {
    const order = await held(50_000);
    const fine = await anOrder();
    await deliverEvents(fine, {});
    await t.db
      .updateTable('accounts')
      .set({ role: 'admin', second_factor_since: t.clock.now() })
      .where('id', '=', fan.accountId)
      .execute();
    const moderator = await aProfile(t, { role: 'moderator' });
    for (const decide of [grant, refund]) {
      expect(code(await decide(order, { amount: 50_000, who: fan }))).toBe('FORBIDDEN');
      expect(code(await decide(order, { amount: 50_000, who: moderator }))).toBe('FORBIDDEN');
      expect(code(await decide(order, { amount: pack }))).toBe('CONFLICT');
      expect(code(await decide(fine, { amount: pack }))).toBe('NOT_FOUND');
    }
    const own = { params: { id: order.id }, body: { reason: 'My own' } };
    expect(code(await t.client(fan).call('clearPaymentFlag', own))).toBe('FORBIDDEN');
    expect(await noted(order)).toEqual([]);
  });
});
