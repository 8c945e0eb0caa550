import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../../../test/app.ts';
import { storedBalance } from '../../../../test/balances.ts';
import { aCreator, aPaidPicture, aProfile, giveCredits, type TestProfile } from '../../../../test/factories.ts';
import {
  aSavedCard,
  checkoutOrder,
  createTestProvider,
  deliver,
  packCheckout,
  packPrice,
} from '../../../../test/payment-provider.ts';
import { pdfText } from '../../../../test/read-pdf.ts';
import { useReconciledBooks, useTestApp } from '../../../../test/use-app.ts';
import { newId } from '../../../platform/ids.ts';
import { accountOf, type LedgerAccount, losses } from '../../credits/service.ts';
import type { ProviderEvent } from '../providers/port.ts';

const provider = createTestProvider();
const t = useTestApp({ paymentAdapter: provider });
useReconciledBooks(t);

const balanceOf = ({ accountId }: TestProfile) => t.context.credits.balance(accountId);
const stored = (account: LedgerAccount) => storedBalance(t, account);
const orderOf = async (member: TestProfile, id: string) =>
  (await t.client(member).call('getOrder', { params: { id } })).body;

async function aCheckout(member: TestProfile, reference = 'p1000', more: Record<string, unknown> = {}) {
  const { body, status } = await t
    .client(member)
    .call('createCheckout', { body: { ...packCheckout(reference), ...more } });
  expect(status).toBe(200);
  return checkoutOrder(provider, body.orderId);
}

async function receive(event: ProviderEvent) {
  expect(await deliver(t, provider, event)).toBe(200);
  await t.drain();
}

async function aBoughtPack(member: TestProfile, reference = 'p1000') {
  const order = await aCheckout(member, reference);
  await receive(provider.event(order));
  return order;
}

/** Spends bought credits on pictures of one price. */
async function spend(member: TestProfile, price: number) {
  const { contentId } = await aPaidPicture(t, { creator: await aCreator(t), price });
  expect((await t.client(member).call('unlockContent', { params: { id: contentId }, body: { price } })).status).toBe(
    200,
  );
}

describe('credit packs', () => {
  it('the four packs are public, with bonus and saving', async () => {
    const { body } = await t.client().call('listCreditPacks');
    expect(body.map((pack) => [pack.id, pack.price, pack.credits, pack.bonusCredits, pack.popular])).toEqual([
      ['p100', 99, 100, 0, false],
      ['p250', 199, 250, 50, true],
      ['p500', 349, 500, 150, false],
      ['p1000', 599, 1_000, 400, false],
    ]);
  });

  it('a paid checkout brings credits, bonus, the first bonus once, and a receipt', async () => {
    const fan = await aProfile(t);
    const order = await aCheckout(fan);
    expect(order).toMatchObject({ amountCents: 59_900, currency: 'ZAR', email: fan.email, saveMethod: false });
    expect(order.returnUrl).toBe(`http://vlam.test/checkout?order=${order.id}`);
    expect(order.webhookUrl).toBe('http://vlam.test/api/payments/webhooks/sandbox');
    expect((await orderOf(fan, order.id)).status).toBe('pending');
    await receive(provider.event(order));
    expect(await balanceOf(fan)).toEqual({ balance: 1_450, promotional: 450 });
    expect(await orderOf(fan, order.id)).toMatchObject({
      status: 'paid',
      amount: 599,
      description: '1000 credits + 400 bonus',
      receiptNumber: expect.stringMatching(/^\d{4}-\d{6}$/),
      refundableUntil: expect.any(String),
    });
    await aBoughtPack(fan, 'p100');
    expect(await balanceOf(fan)).toEqual({ balance: 1_550, promotional: 450 });
  });

  it('the mail and the PDF say what of the price is VAT', async () => {
    const fan = await aProfile(t);
    const order = await aBoughtPack(fan, 'p250');
    const mail = (await t.context.mailer.outbox()).find(({ to }) => to === fan.email);
    const { receiptNumber } = await orderOf(fan, order.id);
    expect(mail?.subject).toBe(`Your receipt ${receiptNumber}`);
    expect(mail?.text).toContain('VAT at 15 %: R25.96');
    expect(mail?.text).toContain('Total, VAT included: R199.00');
    const answer = await t.client(fan).call('orderReceipt', { params: { id: order.id } });
    expect(answer.headers['content-type']).toBe('application/pdf');
    const text = await pdfText(answer.bytes);
    expect(text).toContain(`Receipt ${receiptNumber}`);
    expect(text).toMatch(/VAT at 15 % R25\.96/);
    const stranger = await t.client(await aProfile(t)).call('orderReceipt', { params: { id: order.id } });
    expect(stranger.error?.code).toBe('NOT_FOUND');
  });

  it('receipt numbers have no gap, however many orders are paid at once', async () => {
    const fans = await Promise.all(Array.from({ length: 12 }, () => aProfile(t)));
    const orders = await Promise.all(fans.map((fan) => aCheckout(fan, 'p100')));
    await Promise.all(orders.map((order) => deliver(t, provider, provider.event(order))));
    await t.drain();
    const { rows } = await t.database.pool.query('select number from receipts order by number');
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, index) => index + 1));
  });

  it('what a credit cost this member is the average of the packs they kept; the first brings its bonus once', async () => {
    const fan = await aProfile(t);
    const terms = async () => (await t.client(fan).call('creditTerms')).body;
    expect(await terms()).toEqual({ centsPerCredit: null, firstPurchaseBonus: 50, firstPurchaseReceived: false });
    await giveCredits(t, fan.accountId, 500);
    expect(await terms()).toEqual({ centsPerCredit: null, firstPurchaseBonus: 50, firstPurchaseReceived: false });
    const first = await aBoughtPack(fan, 'p100');
    expect(await terms()).toEqual({ centsPerCredit: 99, firstPurchaseBonus: 0, firstPurchaseReceived: true });
    const order = await aBoughtPack(fan, 'p1000');
    expect(await Promise.all([first, order].map(({ id }) => orderOf(fan, id)))).toMatchObject([
      { firstPurchaseCredits: 50 },
      { firstPurchaseCredits: 0 },
    ]);
    expect((await terms()).centsPerCredit).toBeCloseTo((9_900 + 59_900) / 1_500);
    await receive(provider.event(order, { kind: 'refunded' }));
    expect(await terms()).toEqual({ centsPerCredit: 99, firstPurchaseBonus: 0, firstPurchaseReceived: true });
  });

  it('a first purchase bonus is promised only to those it would be given to, and stays open until then', async () => {
    const fan = await aProfile(t);
    const terms = async () => (await t.client(fan).call('creditTerms')).body;
    const confirm = (at: string) =>
      t.database.pool.query(`update accounts set email_verified_at = ${at} where id = $1`, [fan.accountId]);
    await confirm('null');
    expect(await terms()).toMatchObject({ firstPurchaseBonus: 0, firstPurchaseReceived: false });
    await aBoughtPack(fan, 'p100');
    expect((await t.client(fan).call('creditBalance')).body).toMatchObject({ balance: 100 });
    expect(await terms()).toMatchObject({ firstPurchaseBonus: 0, firstPurchaseReceived: false });
    await confirm('now()');
    expect(await terms()).toMatchObject({ firstPurchaseBonus: 50, firstPurchaseReceived: false });
    await aBoughtPack(fan, 'p100');
    expect((await t.client(fan).call('creditBalance')).body).toMatchObject({ balance: 250 });
    expect(await terms()).toMatchObject({ firstPurchaseBonus: 0, firstPurchaseReceived: true });
  });

  it('parallel taps on two packs charge one', async () => {
    const fan = await aProfile(t);
    await aSavedCard(t, provider, fan);
    provider.onCharge(async (order) => {
      await sleep(50);
      return { status: 'paid', event: provider.event(order) };
    });
    const before = provider.charges.length;
    const buy = (packId: string) =>
      t.client(fan).call('purchaseCredits', { body: { packId, price: packPrice(packId) } });
    const answers = await Promise.all(['p100', 'p250', 'p500'].map(buy));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ error }) => error)?.error?.details).toMatchObject({ reason: 'under-way' });
    expect(provider.charges).toHaveLength(before + 1);
    expect((await buy('p100')).status).toBe(200);
    provider.payImmediately();
  });

  it('a saved card is charged at once, and a repeat charges nothing', async () => {
    const fan = await aProfile(t);
    const card = await aSavedCard(t, provider, fan);
    const before = provider.charges.length;
    const input = { body: { packId: 'p500', price: 349 }, idempotencyKey: newId() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => t.client(fan).call('purchaseCredits', input)));
    const good = answers.filter(({ status }) => status === 200);
    expect(good.length).toBeGreaterThan(0);
    expect(good[0]?.body).toMatchObject({ paid: true, checkoutUrl: null, balance: 700 });
    expect((await t.client(fan).call('purchaseCredits', input)).body).toEqual(good[0]?.body);
    expect(provider.charges.slice(before).map(({ token }) => token)).toEqual([card.token]);
    expect((await balanceOf(fan)).balance).toBe(700);
  });

  it('T34: members see only their own orders, methods and limits', async () => {
    const [fan, other] = [await aProfile(t), await aProfile(t)];
    const order = await aBoughtPack(fan);
    await aSavedCard(t, provider, fan);
    const client = t.client(other);
    expect((await client.call('listOrders')).body.items).toEqual([]);
    expect((await client.call('listPaymentMethods')).body).toEqual([]);
    expect((await client.call('getOrder', { params: { id: order.id } })).error?.code).toBe('NOT_FOUND');
    expect((await client.call('refundPurchase', { params: { id: order.id } })).error?.code).toBe('NOT_FOUND');
    const method = (await t.client(fan).call('listPaymentMethods')).body[0];
    expect((await client.call('removePaymentMethod', { params: { id: method?.id ?? '' } })).error?.code).toBe(
      'NOT_FOUND',
    );
    expect((await t.client(fan).call('listOrders')).body.items).toHaveLength(2);
  });

  it('T39: the first purchase bonus comes once, even of ten first purchases at once', async () => {
    const fan = await aProfile(t);
    const orders = await Promise.all(Array.from({ length: 10 }, () => aCheckout(fan, 'p100')));
    await Promise.all(orders.map((order) => deliver(t, provider, provider.event(order))));
    await t.drain();
    expect(await balanceOf(fan)).toEqual({ balance: 1_050, promotional: 50 });
  });
});

describe('refunding a pack', () => {
  const refund = (member: TestProfile, id: string) => t.client(member).call('refundPurchase', { params: { id } });

  it('an unspent pack is refunded in full once the provider confirms it', async () => {
    const fan = await aProfile(t);
    const order = await aBoughtPack(fan);
    const { status, body } = await refund(fan, order.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ balance: 0, order: { status: 'paid', refundableUntil: null } });
    await Promise.all([refund(fan, order.id), refund(fan, order.id)]);
    await t.drain();
    expect(provider.refunds.filter(({ id }) => id === order.id)).toHaveLength(1);
    await receive(provider.event(order, { kind: 'refunded' }));
    expect((await orderOf(fan, order.id)).status).toBe('refunded');
    expect(await balanceOf(fan)).toEqual({ balance: 0, promotional: 0 });
    // Once for ever: a second first purchase brings none.
    await aBoughtPack(fan, 'p100');
    expect(await balanceOf(fan)).toEqual({ balance: 100, promotional: 0 });
  });

  it('a partly spent pack, or one older than seven days, is not refunded', async () => {
    const fan = await aProfile(t);
    const order = await aBoughtPack(fan);
    await spend(fan, 5);
    expect((await refund(fan, order.id)).error?.code).toBe('INSUFFICIENT_CREDITS');
    expect((await orderOf(fan, order.id)).refundRequestedAt).toBeNull();
    const other = await aProfile(t);
    const late = await aBoughtPack(other);
    await t.database.pool.query(`update payment_orders set paid_at = paid_at - interval '7 days' where id = $1`, [
      late.id,
    ]);
    expect((await refund(other, late.id)).error?.code).toBe('CONFLICT');
    expect((await balanceOf(other)).balance).toBe(1_450);
  });
});

describe('chargebacks', () => {
  it('T38: spent credits are taken from uncleared earnings, the rest is a loss, and no wallet is negative', async () => {
    const fan = await aProfile(t);
    const order = await aBoughtPack(fan);
    await spend(fan, 900);
    const lost = await stored(losses.credits);
    await receive(provider.event(order, { kind: 'charged_back' }));
    expect((await orderOf(fan, order.id)).status).toBe('charged_back');
    expect(await balanceOf(fan)).toEqual({ balance: 0, promotional: 0 });
    expect(await stored(accountOf(fan.accountId, 'wallet'))).toBe(0);
    // What the creator earned of the 900 still cleared, and was taken back.
    expect(lost - (await stored(losses.credits))).toBe(180);
    expect(t.log.some(({ event, fields }) => event === 'payment needs review' && fields.event === 'charged back')).toBe(
      true,
    );
  });
});

describe('saved methods', () => {
  it('a token is encrypted, shown as four digits, and can be removed', async () => {
    const fan = await aProfile(t);
    const card = await aSavedCard(t, provider, fan);
    await aSavedCard(t, provider, fan, card);
    const { body } = await t.client(fan).call('listPaymentMethods');
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({ provider: 'sandbox', brand: 'Visa', lastFour: '4242', expiresOn: '2031-12-31' });
    for (const table of ['payment_methods', 'payment_events', 'payment_orders']) {
      const { rows } = await t.database.pool.query(`select encode(r::text::bytea, 'escape') as text from ${table} r`);
      expect(rows.map(({ text }) => text).join()).not.toContain(card.token);
    }
    // The rand that tried the card goes back.
    expect(provider.refunds.filter(({ amountCents }) => amountCents === 100).length).toBeGreaterThan(0);
    await t.client(fan).call('removePaymentMethod', { params: { id: body[0]?.id ?? '' } });
    expect((await t.client(fan).call('listPaymentMethods')).body).toEqual([]);
    const answer = await t.client(fan).call('purchaseCredits', { body: { packId: 'p100', price: 99 } });
    expect(answer.body).toMatchObject({ paid: false, checkoutUrl: expect.stringContaining('https://pay.test/') });
  });

  it('a declined card buys nothing and says why', async () => {
    const fan = await aProfile(t);
    await aSavedCard(t, provider, fan);
    provider.onCharge(() => ({ status: 'declined', reason: 'Your bank declined this card' }));
    const answer = await t.client(fan).call('purchaseCredits', { body: { packId: 'p100', price: 99 } });
    expect(answer.error?.code).toBe('PAYMENT_DECLINED');
    const [order] = (await t.client(fan).call('listOrders')).body.items;
    expect(order).toMatchObject({ status: 'failed', failureReason: 'Your bank declined this card' });
    provider.onCharge((charged) => ({ status: 'redirect', url: `https://pay.test/3ds/${charged.id}` }));
    const redirected = await t.client(fan).call('purchaseCredits', { body: { packId: 'p100', price: 99 } });
    expect(redirected.body).toMatchObject({ paid: false, checkoutUrl: expect.stringContaining('/3ds/') });
    provider.onCharge((charged) => ({ status: 'paid', event: provider.event(charged) }));
    expect((await balanceOf(fan)).balance).toBe(0);
  });
});

it('without a provider every way to pay is PAYMENT_NOT_CONFIGURED', async () => {
  const bare = await startTestApp();
  const client = bare.client(await aProfile(bare));
  for (const answer of [
    await client.call('purchaseCredits', { body: { packId: 'p100', price: 99 } }),
    await client.call('createCheckout', { body: packCheckout('p100') }),
  ])
    expect(answer.error).toMatchObject({
      code: 'PAYMENT_NOT_CONFIGURED',
      message: 'Payment system not configured. Please contact support.',
    });
  await bare.close();
});
