import { newPriceWording } from '@vlam/contract/subscription-prices';
import { beforeEach, describe, expect, it } from 'vitest';
import { aBlock, aCreator, aProfile, aSession, type TestProfile } from '../../../test/factories.ts';
import { aSavedCard, createTestProvider } from '../../../test/payment-provider.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { periodMs } from '../../platform/renewals.ts';

const day = 86_400_000;
const provider = createTestProvider();
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-21T10:00:00+02:00') });
beforeEach(() => provider.payImmediately());

const clientOf = async ({ accountId }: TestProfile) => t.client(await aSession(t, accountId));
const setPrice = async (creator: TestProfile, subscriptionPrice: number) =>
  (await clientOf(creator)).call('updateProfile', { body: { subscriptionPrice } });
/** A creator whose price was R149 when these fans subscribed, and has changed since. */
async function aPriceRise(count: number, price = 199): Promise<{ creator: TestProfile; fans: TestProfile[] }> {
  const creator = await aCreator(t, { priceCents: 14_900 });
  const fans: TestProfile[] = [];
  for (let made = 0; made < count; made += 1) {
    const fan = await aProfile(t);
    await aSavedCard(t, provider, fan);
    await (await clientOf(fan)).call('subscribe', { body: { creatorId: creator.profileId, amount: 149 } });
    fans.push(fan);
  }
  expect((await setPrice(creator, price)).status).toBe(200);
  return { creator, fans };
}
const askForNewPrice = async (creator: TestProfile, amount = 199) =>
  (await clientOf(creator)).call('askForNewPrice', { body: { amount } });
const getPriceRequest = async (creator: TestProfile) => (await (await clientOf(creator)).call('getPriceRequest')).body;
const getOwn = async (fan: TestProfile) => {
  const [only] = (await (await clientOf(fan)).call('listSubscriptions')).body;
  if (!only) throw new Error('not subscribed');
  return only;
};
const answerNewPrice = async (fan: TestProfile, agree: boolean, amount = 199) =>
  (await clientOf(fan)).call('answerNewPrice', { params: { id: (await getOwn(fan)).id }, body: { amount, agree } });
const chargesTo = async ({ accountId }: TestProfile) => {
  const orders = await t.db.selectFrom('payment_orders').select('id').where('account_id', '=', accountId).execute();
  const ids = new Set(orders.map(({ id }) => id));
  return provider.charges.filter(({ order }) => ids.has(order.id)).map(({ order }) => order.amountCents);
};
async function renew(): Promise<void> {
  t.clock.advance(periodMs - 60_000);
  await t.context.subscriptions.renewDue();
}
const mailsTo = async ({ email }: TestProfile) =>
  (await t.context.mailer.outbox()).filter((mail) => mail.to === email && /new price/.test(mail.subject));
const noticesTo = async (fan: TestProfile) =>
  (await (await clientOf(fan)).call('listNotifications')).body.items.filter(
    ({ kind }) => kind === 'subscription_price',
  );

describe('a creator asks current subscribers to move to a new price', () => {
  it('T95: charges the new price from the next renewal on to those who agreed, and stores the consent with it', async () => {
    const { creator, fans } = await aPriceRise(3);
    const [agrees, keeps, silent] = fans as [TestProfile, TestProfile, TestProfile];
    expect(await getPriceRequest(creator)).toEqual({
      ...{ amount: 199, amountCents: 19_900, payingLess: 3, canAskAt: null, request: null },
    });
    const asked = await askForNewPrice(creator);
    expect(asked.body.request).toMatchObject({ asked: 3, agreed: 0, kept: 0, waiting: 3 });
    await t.drain();
    for (const fan of fans) {
      const [mail] = await mailsTo(fan);
      expect(mail?.text).toMatch(/R199 a month.*You pay R149.*you keep R149/s);
      expect(`${mail?.subject}${mail?.text}`).not.toContain(creator.displayName);
      const { id, priceRequest, nextAmount } = await getOwn(fan);
      expect([priceRequest?.amount, priceRequest?.answer, nextAmount]).toEqual([199, null, 149]);
      expect(await noticesTo(fan)).toEqual([
        expect.objectContaining({
          actor: expect.objectContaining({ id: creator.profileId }),
          amount: { value: 19_900, currency: 'cents' },
          link: `/settings/payments?subscription=${id}`,
          title: expect.stringContaining('asks you to move to R199 a month'),
        }),
      ]);
    }
    expect((await answerNewPrice(agrees, true)).body).toMatchObject({ amount: 149, nextAmount: 199 });
    expect((await answerNewPrice(keeps, false)).body).toMatchObject({ amount: 149, nextAmount: 149 });
    expect(await getPriceRequest(creator)).toMatchObject({
      payingLess: 2,
      request: { asked: 3, agreed: 1, kept: 1, waiting: 1 },
    });
    await renew();
    expect(await Promise.all([agrees, keeps, silent].map(chargesTo))).toEqual([
      [14_900, 19_900],
      [14_900, 14_900],
      [14_900, 14_900],
    ]);
    expect(await getOwn(agrees)).toMatchObject({ amount: 199, nextAmount: 199, priceRequest: null });
    const { id } = await getOwn(agrees);
    const consents = await t.db.selectFrom('consents').selectAll().where('kind', '=', 'new_price').execute();
    expect(consents.filter(({ reference }) => reference === id)).toEqual([
      expect.objectContaining({
        account_id: agrees.accountId,
        ...{ price: 19_900, currency: 'cents', wording: newPriceWording.number },
      }),
    ]);
    expect(consents.map(({ account_id }) => account_id)).not.toContain(keeps.accountId);
  }, 60_000);

  it('asks once for concurrent calls, and not again within seven days', async () => {
    const { creator, fans } = await aPriceRise(2);
    const answers = await Promise.all(Array.from({ length: 12 }, () => askForNewPrice(creator)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.request?.id}`)).size).toBe(1);
    await t.drain();
    expect(await Promise.all(fans.map(async (fan) => (await mailsTo(fan)).length))).toEqual([1, 1]);
    await setPrice(creator, 249);
    expect((await askForNewPrice(creator, 249)).error?.code).toBe('CONFLICT');
    t.clock.advance(7 * day);
    expect((await askForNewPrice(creator, 249)).body.request).toMatchObject({ asked: 2 });
  });

  it('asks for the price its creator was shown, and asks no one when no one pays less', async () => {
    const { creator } = await aPriceRise(1);
    for (const shown of [149, 198.99, 249])
      expect((await askForNewPrice(creator, shown)).error).toMatchObject({
        code: 'PRICE_CHANGED',
        details: { price: 199 },
      });
    const alone = await aPriceRise(0);
    expect((await askForNewPrice(alone.creator)).error?.code).toBe('CONFLICT');
    const fan = await aProfile(t);
    expect((await askForNewPrice(fan)).status).toBe(403);
  });

  it('asks neither subscribers who stopped nor those who cannot see the creator', async () => {
    const { creator, fans } = await aPriceRise(3);
    const [stopped, blocked, renewing] = fans as [TestProfile, TestProfile, TestProfile];
    await (await clientOf(stopped)).call('stopSubscription', { params: { id: (await getOwn(stopped)).id } });
    await aBlock(t, { blocker: blocked, blocked: creator });
    expect((await askForNewPrice(creator)).body.request).toMatchObject({ asked: 1 });
    await t.drain();
    expect(await Promise.all([stopped, blocked, renewing].map(async (fan) => (await mailsTo(fan)).length))).toEqual([
      0, 0, 1,
    ]);
  });
});

describe('T95: a subscriber pays no more than they agreed to', () => {
  it('when the price changes again while they are asked', async () => {
    const { creator, fans } = await aPriceRise(2);
    const [early, late] = fans as [TestProfile, TestProfile];
    await askForNewPrice(creator);
    await answerNewPrice(early, true);
    await setPrice(creator, 249);
    expect((await getOwn(late)).priceRequest).toBeNull();
    expect((await answerNewPrice(late, true)).error?.code).toBe('NOT_FOUND');
    expect((await answerNewPrice(late, true, 249)).error?.code).toBe('NOT_FOUND');
    await renew();
    expect(await Promise.all([early, late].map(chargesTo))).toEqual([
      [14_900, 19_900],
      [14_900, 14_900],
    ]);
    expect((await askForNewPrice(creator, 249)).body.request).toMatchObject({ asked: 2 });
    expect((await answerNewPrice(early, true, 199)).error).toMatchObject({
      code: 'PRICE_CHANGED',
      details: { price: 249 },
    });
  });

  it('pays less when the creator charges less, whatever they answered', async () => {
    const { creator, fans } = await aPriceRise(2);
    const [agreed, kept] = fans as [TestProfile, TestProfile];
    await askForNewPrice(creator);
    await answerNewPrice(agreed, true);
    await answerNewPrice(kept, false);
    await setPrice(creator, 179);
    await renew();
    expect(await Promise.all([agreed, kept].map(chargesTo))).toEqual([
      [14_900, 17_900],
      [14_900, 14_900],
    ]);
    await setPrice(creator, 99);
    await renew();
    // Back at 199: the consent was used up by the first renewal, and no one pays more than last time.
    await setPrice(creator, 199);
    await renew();
    expect((await chargesTo(agreed)).slice(2)).toEqual([9_900, 9_900]);
    expect((await chargesTo(kept)).slice(2)).toEqual([9_900, 9_900]);
  });

  it('when they change their answer before the new price is charged', async () => {
    const { creator, fans } = await aPriceRise(1);
    const [fan] = fans as [TestProfile];
    await askForNewPrice(creator);
    await answerNewPrice(fan, true);
    expect((await answerNewPrice(fan, true)).status).toBe(200);
    expect((await answerNewPrice(fan, false)).body).toMatchObject({
      nextAmount: 149,
      priceRequest: { answer: 'kept' },
    });
    await renew();
    expect(await chargesTo(fan)).toEqual([14_900, 14_900]);
    await answerNewPrice(fan, true);
    await renew();
    expect(await chargesTo(fan)).toEqual([14_900, 14_900, 19_900]);
    expect((await answerNewPrice(fan, false)).error?.code).toBe('CONFLICT');
  });

  it('when they stop: nothing is charged or agreed to, and resuming keeps their answer', async () => {
    const { creator, fans } = await aPriceRise(1);
    const [fan] = fans as [TestProfile];
    await askForNewPrice(creator);
    const { id } = await getOwn(fan);
    const client = await clientOf(fan);
    await client.call('stopSubscription', { params: { id } });
    expect((await getOwn(fan)).priceRequest).toBeNull();
    expect((await answerNewPrice(fan, true)).error?.code).toBe('CONFLICT');
    expect(await getPriceRequest(creator)).toMatchObject({
      payingLess: 0,
      request: { asked: 1, agreed: 0, waiting: 0 },
    });
    await client.call('resumeSubscription', { params: { id } });
    expect((await getOwn(fan)).priceRequest).toMatchObject({ amount: 199, answer: null });
    await renew();
    expect(await chargesTo(fan)).toEqual([14_900, 14_900]);
  });

  it('when they agree during a renewal: the new price starts with the next one', async () => {
    const { creator, fans } = await aPriceRise(1);
    const [fan] = fans as [TestProfile];
    await askForNewPrice(creator);
    provider.onCharge(async (order) => {
      expect((await answerNewPrice(fan, true)).status).toBe(200);
      return { status: 'paid', event: provider.event(order) };
    });
    await renew();
    provider.payImmediately();
    expect(await getOwn(fan)).toMatchObject({ amount: 149, nextAmount: 199 });
    await renew();
    expect(await chargesTo(fan)).toEqual([14_900, 14_900, 19_900]);
  });

  it('and a new subscription costs the price shown at the time', async () => {
    const { creator, fans } = await aPriceRise(1);
    const [fan] = fans as [TestProfile];
    await askForNewPrice(creator);
    await answerNewPrice(fan, true);
    await (await clientOf(fan)).call('stopSubscription', { params: { id: (await getOwn(fan)).id } });
    await setPrice(creator, 179);
    t.clock.advance(periodMs + day);
    const resubscribed = await (await clientOf(fan)).call('subscribe', {
      body: { creatorId: creator.profileId, amount: 179 },
    });
    expect(resubscribed.body).toMatchObject({ amount: 179, nextAmount: 179 });
    await setPrice(creator, 299);
    await renew();
    expect(await chargesTo(fan)).toEqual([14_900, 17_900, 17_900]);
  });
});

it('T25: a member cannot answer for another, or without a request', async () => {
  const { creator, fans } = await aPriceRise(2);
  const [fan, other] = fans as [TestProfile, TestProfile];
  expect((await answerNewPrice(fan, true)).error?.code).toBe('NOT_FOUND');
  await askForNewPrice(creator);
  const { id } = await getOwn(fan);
  for (const member of [other, creator, await aProfile(t)])
    expect(
      (await (await clientOf(member)).call('answerNewPrice', { params: { id }, body: { amount: 199, agree: true } }))
        .error?.code,
    ).toBe('NOT_FOUND');
  for (const shown of [149, 198, 0]) expect((await answerNewPrice(fan, true, shown)).error?.code).toBe('PRICE_CHANGED');
  expect((await getOwn(fan)).nextAmount).toBe(149);
});
