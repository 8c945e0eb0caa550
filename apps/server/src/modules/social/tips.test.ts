import { beforeAll, describe, expect, it } from 'vitest';
import { storedBalance } from '../../../test/balances.ts';
import { aBlock, aCreator, aFreePicture, aPaidPicture, aProfile, type TestProfile } from '../../../test/factories.ts';
import { aSavedCard, createTestProvider, deliver } from '../../../test/payment-provider.ts';
import { splitPrice } from '../../../test/split.ts';
import { useReconciledBooks, useTestApp } from '../../../test/use-app.ts';
import { accountOf } from '../credits/service.ts';

let creator: TestProfile;
let fan: TestProfile;
const provider = createTestProvider();
const t = useTestApp({ paymentAdapter: provider, at: new Date('2026-11-21T10:00:00+02:00') });
useReconciledBooks(t);
beforeAll(async () => {
  [creator, fan] = [await aCreator(t), await aProfile(t)];
  await aSavedCard(t, provider, fan);
});

const tip = (body: Record<string, unknown>, sender: TestProfile = fan, idempotencyKey?: string) =>
  t.client(sender).call('sendTip', {
    body: { profileId: creator.profileId, ...body },
    ...(idempotencyKey ? { idempotencyKey } : {}),
  });
const earned = ({ profileId }: TestProfile) => storedBalance(t, accountOf(profileId, 'earnings', 'cents'));
const tipsOf = async (contentId: string) =>
  (await t.client(fan).call('getContent', { params: { id: contentId } })).body.currentTipsCents;

describe('a tip in rand', () => {
  it('charges the saved card once, pays the creator 80 % and stores the message', async () => {
    const before = await earned(creator);
    const answer = await tip({ amount: 25.5, message: ' Lovely light ' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ amount: 25.5, amountCents: 2_550 });
    expect((await earned(creator)) - before).toBe(splitPrice(2_550).creator);
    const row = await t.db.selectFrom('tips').selectAll().where('id', '=', answer.body.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ profile_id: creator.profileId, content_id: null, message: 'Lovely light' });
  });

  it('adds to the tip goal of the item, locked or not', async () => {
    const open = await aFreePicture(t, { creator });
    const locked = await aPaidPicture(t, { creator });
    for (const { contentId } of [open, locked]) {
      expect((await tip({ amount: 50, contentId })).status).toBe(201);
      expect((await tip({ amount: 0.99 + 0.01, contentId })).status).toBe(201);
      expect(await tipsOf(contentId)).toBe(5_100);
    }
  });

  it('T31: is whole cents between R1 and R50 000, for another creator and one of their items', async () => {
    const { contentId } = await aFreePicture(t, { creator });
    const foreign = await aFreePicture(t, { creator: await aCreator(t) });
    const hidden = await aFreePicture(t, { creator });
    await t.db.updateTable('content_items').set({ state: 'review' }).where('id', '=', hidden.contentId).execute();
    const [charges, before] = [provider.charges.length, await earned(creator)];
    const amounts = [-1, 0, 0.001, 0.99, 1.005, 50_000.01, 2 ** 53, '25', [1], null, true, {}, undefined];
    for (const amount of amounts) expect((await tip({ amount, contentId })).error?.code).toBe('VALIDATION_FAILED');
    for (const literal of ['1e309', '-1e309', 'NaN']) {
      const body = `{"profileId":"${creator.profileId}","amount":${literal}}`;
      expect([400, 415]).toContain((await t.client(fan).request('POST', '/api/tips', { body })).status);
    }
    for (const id of [foreign.contentId, hidden.contentId, creator.profileId, fan.profileId])
      expect((await tip({ amount: 25, contentId: id })).error?.code).toBe('NOT_FOUND');
    expect((await tip({ amount: 25 }, creator)).error?.code).toBe('CONFLICT');
    expect((await tip({ amount: 25, profileId: fan.profileId })).error?.code).toBe('NOT_FOUND');
    const blocked = await aProfile(t);
    await aBlock(t, { blocker: creator, blocked });
    expect((await tip({ amount: 25 }, blocked)).error?.code).toBe('NOT_FOUND');
    expect(provider.charges).toHaveLength(charges);
    expect(await earned(creator)).toBe(before);
    expect((await tip({ amount: 50_000 })).status).toBe(201);
  });

  it('T31: has the same limits through a checkout', async () => {
    const { contentId } = await aFreePicture(t, { creator });
    const checkout = (reference: string, amount?: number, message?: string) =>
      t.client(fan).call('createCheckout', { body: { purpose: 'tip', reference, amount, message } });
    for (const amount of [undefined, -1, 0, 0.001, 50_001])
      expect((await checkout(creator.profileId, amount)).error?.code).toBe('VALIDATION_FAILED');
    for (const reference of [
      '',
      '/',
      'x',
      `${creator.profileId}/`,
      `${creator.profileId}/${contentId}/x`,
      `${contentId}`,
    ])
      expect((await checkout(reference, 25)).error?.code).toBe('NOT_FOUND');
    const tipped = `${creator.profileId}/${contentId}`;
    expect((await checkout(tipped, 25, 'half a character \ud800')).error?.code).toBe('VALIDATION_FAILED');
    const { body } = await checkout(tipped, 25, 'For the sunrise');
    const order = provider.checkouts.find(({ id }) => id === body.orderId);
    if (!order) throw new Error('no checkout was created');
    await deliver(t, provider, provider.event(order));
    await t.drain();
    expect(await tipsOf(contentId)).toBe(2_500);
  });

  it('is idempotent by key, also after a lost response', async () => {
    const before = await earned(creator);
    const key = 'repeated-tip';
    const first = await tip({ amount: 10 }, fan, key);
    const repeated = await tip({ amount: 10 }, fan, key);
    expect(repeated.text).toBe(first.text);
    // As if the process had ended before it stored its response.
    await t.db.deleteFrom('idempotency_keys').execute();
    expect((await tip({ amount: 10 }, fan, key)).body).toEqual(first.body);
    expect((await earned(creator)) - before).toBe(splitPrice(1_000).creator);
  });

  it('needs a card', async () => {
    const poor = await aProfile(t);
    expect((await tip({ amount: 10 }, poor)).error).toMatchObject({
      code: 'PAYMENT_METHOD_REQUIRED',
      details: { purpose: 'tip', reference: creator.profileId },
    });
  });

  it('T38: is reversed once for the creator, the platform and the goal', async () => {
    const { contentId } = await aFreePicture(t, { creator });
    const before = await earned(creator);
    await tip({ amount: 80, contentId });
    const { order } = provider.charges.at(-1) ?? {};
    if (!order) throw new Error('nothing was charged');
    for (const eventId of ['one', 'two', 'two'])
      await deliver(t, provider, provider.event(order, { kind: 'charged_back', eventId: `${order.id} ${eventId}` }));
    await t.drain();
    expect(await tipsOf(contentId)).toBe(0);
    expect(await earned(creator)).toBe(before);
  });
});
