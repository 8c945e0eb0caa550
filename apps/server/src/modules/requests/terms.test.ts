import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestResponse } from '../../../test/app.ts';
import { aBlock, aCreator, aProfile, aSubscription, giveCredits, type TestProfile } from '../../../test/factories.ts';
import { aRequester, escrowOf } from '../../../test/requesters.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { newId } from '../../platform/ids.ts';

let creator: TestProfile;
const t = useTestApp();
beforeAll(async () => {
  creator = await aCreator(t);
});
afterAll(async () => {
  expect(await t.context.credits.reconcile()).toMatchObject({ drifted: [], brokenGroups: [], unbalanced: [] });
});

const code = ({ error }: TestResponse<unknown>) => error?.code;
const offer = (more: Record<string, unknown> = {}) => ({
  ...{ title: 'A morning in the dunes', delivers: 'Three pictures, without a mark', contentType: 'photo' as const },
  ...{ credits: 120, days: 5 },
  ...more,
});
const set = (body: Record<string, unknown> = {}, who = creator) =>
  t.client(who).call('setRequestTerms', { body: { openTo: 'subscribers', minimum: 40, offers: [], ...body } });
const terms = (who: TestProfile) => t.client(who).call('getRequestTerms', { params: { id: creator.profileId } });
const send = (who: TestProfile, more: Record<string, unknown> = {}) =>
  t.client(who).call('createRequest', {
    body: {
      ...{ creatorId: creator.profileId, title: 'A portrait', description: 'Evening light', contentType: 'photo' },
      ...{ offeredPrice: 100, ...more },
    },
  });
const withCredits = async (who: TestProfile) => {
  await giveCredits(t, who.accountId, 500);
  return who;
};

describe('who may send a creator a request', () => {
  it('T43: is Diamond members, and present subscribers where the creator says so; nobody else', async () => {
    const [diamond, subscriber, former, stranger] = [
      await aRequester(t, { bought: 500 }),
      await withCredits(await aProfile(t)),
      await withCredits(await aProfile(t)),
      await withCredits(await aProfile(t)),
    ];
    for (const fan of [subscriber, former]) await aSubscription(t, { subscriber: fan, creator });
    await t.db
      .updateTable('subscriptions')
      .set({ paid_until: new Date(t.clock.now().getTime() - 1_000) })
      .where('subscriber_id', '=', former.profileId)
      .execute();
    const may = async (who: TestProfile) => (await terms(who)).body.mayRequest;
    const all = [diamond, subscriber, former, stranger];
    expect(await Promise.all(all.map(may))).toEqual([true, false, false, false]);
    expect(code(await send(subscriber))).toBe('VIP_REQUIRED');
    await set();
    expect(await Promise.all(all.map(may))).toEqual([true, true, false, false]);
    expect((await send(subscriber)).status).toBe(201);
    for (const who of [former, stranger]) expect(code(await send(who))).toBe('VIP_REQUIRED');
    // To be subscribed to by the creator is no subscription of one's own.
    const paidByCreator = await withCredits(await aCreator(t));
    await aSubscription(t, { subscriber: creator, creator: paidByCreator });
    expect(code(await send(paidByCreator))).toBe('VIP_REQUIRED');
    await set({ openTo: 'diamond' });
    expect(code(await send(subscriber))).toBe('VIP_REQUIRED');
    for (const who of [former, stranger]) expect((await t.context.credits.balance(who.accountId)).balance).toBe(500);
  });

  it('shows the terms to those who see the creator, and no others set them', async () => {
    const [fan, blocked] = [await aProfile(t), await aProfile(t)];
    await aBlock(t, { blocker: creator, blocked });
    expect((await terms(fan)).status).toBe(200);
    expect(code(await terms(blocked))).toBe('NOT_FOUND');
    expect(code(await set({}, fan))).toBe('CREATOR_PROFILE_REQUIRED');
  });
});

describe('the menu of requests', () => {
  it('keeps its order and ids, and refuses what is not on it', async () => {
    const made = (await set({ offers: [offer({ title: 'First' }), offer({ title: 'Second' })] })).body.offers;
    const [first, second] = made;
    const turned = await set({ offers: [{ ...second, credits: 90 }, first] });
    expect(turned.body.offers.map(({ id, credits }) => [id, credits])).toEqual([
      [second?.id, 90],
      [first?.id, 120],
    ]);
    const foreign = (await set({ offers: [offer()] }, await aCreator(t))).body.offers[0];
    for (const offers of [[foreign], [first, first], [{ ...first, id: newId() }]])
      expect(code(await set({ offers }))).toBe('CONFLICT');
    for (const wrong of [{ credits: 4 }, { days: 0 }, { days: 31 }, { delivers: '' }, { contentType: 'live_show' }])
      expect(code(await set({ offers: [offer(wrong)] }))).toBe('VALIDATION_FAILED');
    expect(code(await set({ offers: Array.from({ length: 13 }, () => offer()) }))).toBe('VALIDATION_FAILED');
    expect((await terms(await aProfile(t))).body.offers).toEqual(turned.body.offers);
  });

  it('T31: is asked for at the price and with the words that were shown, which stay with the request', async () => {
    const fan = await aRequester(t, { bought: 500 });
    const [item] = (await set({ offers: [offer()] })).body.offers;
    const asked = { offerId: item?.id, title: item?.title, offeredPrice: 120 };
    expect(code(await send(fan, { ...asked, offeredPrice: 119 }))).toBe('PRICE_CHANGED');
    expect(code(await send(fan, { ...asked, title: 'Something else' }))).toBe('CONFLICT');
    expect(code(await send(fan, { ...asked, contentType: 'video' }))).toBe('CONFLICT');
    expect(code(await send(fan, { ...asked, offerId: newId() }))).toBe('CONFLICT');
    const { status, body } = await send(fan, { ...asked, deadline: '24h' });
    expect([status, body.balance]).toEqual([201, 380]);
    const deadline = new Date(t.clock.now().getTime() + 5 * 86_400_000).toISOString();
    expect(body.request).toMatchObject({ offer: { delivers: item?.delivers, days: 5 }, deadline, heldPrice: 120 });
    expect(await escrowOf(t, body.request.id)).toBe(120);
    await set({ offers: [{ ...item, credits: 300, delivers: 'One picture' }] });
    const { items } = (await t.client(creator).call('listRequests', { query: { box: 'received' } })).body;
    const received = items.find(({ id }) => id === body.request.id);
    expect(received).toMatchObject({ offer: { delivers: 'Three pictures, without a mark' }, totalPrice: 120 });
    expect(code(await send(fan, asked))).toBe('PRICE_CHANGED');
  });

  it('refuses free wishes under the minimum, which an offer of the menu may be', async () => {
    const fan = await aRequester(t, { bought: 500 });
    const [item] = (await set({ minimum: 60, offers: [offer({ credits: 30 })] })).body.offers;
    const low = await send(fan, { offeredPrice: 59 });
    expect(low.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'This creator takes requests from 60 credits',
    });
    expect((await send(fan, { offeredPrice: 60 })).status).toBe(201);
    expect((await send(fan, { offerId: item?.id, title: item?.title, offeredPrice: 30 })).status).toBe(201);
    expect((await t.context.credits.balance(fan.accountId)).balance).toBe(410);
  });
});
