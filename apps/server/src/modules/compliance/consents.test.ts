import { startNowWording } from '@vlam/contract/content';
import { expect, it } from 'vitest';
import { aCreator, aPaidPicture, aProfile, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { joinVip } from '../../../test/members.ts';
import { aSavedCard, createTestProvider } from '../../../test/payment-provider.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { inCredits } from '../../platform/shown-price.ts';

const provider = createTestProvider();
const t = useTestApp({ paymentAdapter: provider });

const consentsOf = (accountId: string) =>
  t.db.selectFrom('consents').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
const consent = (reference: string, price: number, currency: 'credits' | 'cents') =>
  expect.objectContaining({
    kind: 'start_now',
    ...{ reference, price, currency },
    wording: startNowWording.number,
    given_at: t.clock.now(),
  });

async function aBundle(creator: TestProfile): Promise<string> {
  const items = [await aPaidPicture(t, { creator, price: 20 }), await aPaidPicture(t, { creator, price: 20 })];
  const body = {
    ...{ title: 'Evenings', description: '', price: 30, category: 'beach' },
    contentIds: items.map(({ contentId }) => contentId),
  };
  return (await t.client(creator).call('createBundle', { body })).body.id;
}

it('T95: records consent to start an unlock now with its price, wording and time', async () => {
  const fan = await aProfile(t);
  await giveCredits(t, fan.accountId, 50);
  const { contentId } = await aPaidPicture(t, { creator: await aCreator(t), price: 10 });
  const unlock = (body: { price: number; startNow?: boolean }) =>
    t.client(fan).call('unlockContent', { params: { id: contentId }, body });
  expect((await unlock({ price: 10, startNow: true })).status).toBe(200);
  expect(await consentsOf(fan.accountId)).toEqual([consent(contentId, 10, 'credits')]);
  expect((await unlock({ price: 10 })).status).toBe(200);
  expect(await consentsOf(fan.accountId)).toHaveLength(1);
});

it('records consent for subscriptions, VIP and bundles, also through a checkout', async () => {
  const [fan, creator, other] = [await aProfile(t), await aCreator(t), await aCreator(t)];
  await giveCredits(t, fan.accountId, 50);
  await aSavedCard(t, provider, fan);
  const bundleId = await aBundle(creator);
  const client = t.client(fan);
  const price = (await client.call('getCreator', { params: { id: creator.profileId } })).body.subscriptionPrice;
  const startNow = true;
  const answers = [
    await client.call('subscribe', { body: { creatorId: creator.profileId, amount: price ?? 0, startNow } }),
    await joinVip(client, 'gold', { startNow }),
    await client.call('purchaseBundle', { params: { id: bundleId }, body: { price: 30, startNow } }),
    await client.call('createCheckout', {
      body: { purpose: 'subscription', reference: other.profileId, amount: 99, startNow },
    }),
    await client.call('createCheckout', { body: { purpose: 'vip', reference: 'diamond', amount: 500, startNow } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 201, 200, 200]);
  expect(await consentsOf(fan.accountId)).toEqual([
    consent(creator.profileId, 9_900, 'cents'),
    consent('gold', 29_900, 'cents'),
    consent(bundleId, 30, 'credits'),
    consent(other.profileId, 9_900, 'cents'),
    consent('diamond', 50_000, 'cents'),
  ]);
});

it('records nothing without consent', async () => {
  const [fan, creator] = [await aProfile(t), await aCreator(t)];
  await aSavedCard(t, provider, fan);
  const client = t.client(fan);
  for (const more of [{}, { startNow: false }]) expect((await joinVip(client, 'gold', more)).status).toBe(200);
  await client.call('createCheckout', { body: { purpose: 'subscription', reference: creator.profileId, amount: 99 } });
  expect(await consentsOf(fan.accountId)).toEqual([]);
});

it('records concurrent consents in one batch, one row each', async () => {
  const fans = await Promise.all(Array.from({ length: 5 }, () => aProfile(t)));
  await Promise.all(fans.map(({ accountId }) => t.context.compliance.recordStartNow(accountId, 'x', inCredits(5))));
  for (const { accountId } of fans) expect(await consentsOf(accountId)).toHaveLength(1);
});
