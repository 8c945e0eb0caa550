import type { ProfileView } from '@vlam/contract/profiles';
import { describe, expect, it } from 'vitest';
import { setCallRatings } from '../../test/callers.ts';
import { chatsOf } from '../../test/chats.ts';
import {
  aBlock,
  aCreator,
  agreeToSpecial,
  aPaidPicture,
  aProfile,
  aSubscription,
  type TestProfile,
} from '../../test/factories.ts';
import { useTestApp } from '../../test/use-app.ts';

const t = useTestApp({ at: new Date('2026-11-21T10:00:00+02:00') });

const pageOf = async (viewer: TestProfile, { profileId }: TestProfile) =>
  (await t.client(viewer).call('getProfile', { params: { id: profileId } })).body as ProfileView;
const minutes = (count: number) => t.clock.advance(count * 60_000);

describe('the profile page of a person', () => {
  it('shows subscribers their price and end date, and strangers no subscription', async () => {
    const [creator, fan, stranger] = [await aCreator(t, { priceCents: 19_900 }), await aProfile(t), await aProfile(t)];
    await aSubscription(t, { subscriber: fan, creator });
    const [running] = (await t.client(fan).call('listSubscriptions')).body;
    expect((await pageOf(fan, creator)).relation?.subscription).toEqual({
      id: running?.id,
      tier: 1,
      tierName: '',
      higherTier: 'none',
      amount: running?.amount,
      amountCents: running?.amountCents,
      until: running?.expiryDate,
      renews: running?.renews,
      trial: false,
    });
    expect((await pageOf(stranger, creator)).relation).toEqual({
      following: false,
      flamed: false,
      matched: false,
      subscription: null,
    });
  });

  it('agrees with the single operations: subscribed, following, unlocked', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    await aPaidPicture(t, { creator });
    await aSubscription(t, { subscriber: fan, creator });
    const params = { id: creator.profileId };
    await t.client(fan).call('toggleFollow', { params });
    const { relation } = await pageOf(fan, creator);
    expect(relation?.following).toBe((await t.client(fan).call('followState', { params })).body.following);
    const { subscribed } = (await t.client(fan).call('checkSubscription', { params })).body;
    expect(relation?.subscription !== null).toBe(subscribed);
    const items = (await t.client(fan).call('creatorContent', { params })).body;
    expect(items.map(({ isLocked }) => isLocked)).toEqual([false]);
  });

  it("shows today's flame, and whether it was returned", async () => {
    const [one, other] = [await aProfile(t), await aProfile(t)];
    await t.client(one).call('sendFlame', { params: { id: other.profileId } });
    expect((await pageOf(one, other)).relation).toMatchObject({ flamed: true, matched: false });
    expect((await pageOf(other, one)).relation).toMatchObject({ flamed: false, matched: false });
    await t.client(other).call('sendFlame', { params: { id: one.profileId } });
    expect((await pageOf(one, other)).relation).toMatchObject({ flamed: true, matched: true });
  });

  it("has no relation and no distance on the member's own page", async () => {
    const own = await aCreator(t);
    expect(await pageOf(own, own)).toMatchObject({ isOwn: true, relation: null, distance: null, match: null });
  });

  it('T66: is missing between blocked members, either way', async () => {
    const [one, other] = [await aProfile(t), await aProfile(t)];
    await aBlock(t, { blocker: one, blocked: other });
    for (const [viewer, of] of [
      [one, other],
      [other, one],
    ] as const)
      expect((await t.client(viewer).call('getProfile', { params: { id: of.profileId } })).error?.code).toBe(
        'NOT_FOUND',
      );
  });

  it('shows the compatibility score with reasons, and nothing once one of them opts out', async () => {
    const [one, other] = [await aProfile(t, { city: 'Durban' }), await aProfile(t, { city: 'Durban' })];
    const preferences = (await t.client(one).call('matchPreferences')).body;
    for (const who of [one, other]) {
      await t.client(who).call('setLocation', { body: { city: 'Durban' } });
      await agreeToSpecial(t, who.accountId);
      await t.client(who).call('setMatchPreferences', { body: { ...preferences, interests: ['Flirty Chat'] } });
    }
    await t.context.discovery.refresh(t.db, [one.profileId, other.profileId]);
    const { match } = await pageOf(one, other);
    expect(match?.score).toBeGreaterThan(50);
    expect(match?.reasons[0]).toEqual({ kind: 'interests', shared: ['Flirty Chat'] });
    await t.client(other).call('setMatchPreferences', { body: { ...preferences, enabled: false } });
    expect((await pageOf(one, other)).match).toBeNull();
  });
});

describe('response rate and time', () => {
  const chats = chatsOf(() => t);

  it('are the median within a day and the share, from five turns of three people', async () => {
    const creator = await aCreator(t);
    const fans = [await aProfile(t), await aProfile(t), await aProfile(t)];
    for (const fan of fans) await aSubscription(t, { subscriber: fan, creator });
    const turn = async (fan: TestProfile, answeredAfter: number | null) => {
      await chats.write(fan, creator, 'Are you there?');
      await chats.write(fan, creator, 'Hello?');
      if (answeredAfter === null) return;
      await minutes(answeredAfter);
      await chats.write(creator, fan, 'Here I am.');
    };
    const [ann, ben, cleo] = fans as [TestProfile, TestProfile, TestProfile];
    for (const [fan, after] of [
      [ann, 10],
      [ann, 20],
      [ben, 30],
      [cleo, 40],
    ] as const)
      await turn(fan, after);
    await t.context.messaging.measureResponseTimes();
    expect(await pageOf(ann, creator)).toMatchObject({ responseTime: null, stats: { responseRate: null } });
    await turn(cleo, null);
    await t.context.messaging.measureResponseTimes();
    // The last turn still has its day to be answered.
    expect((await pageOf(ann, creator)).stats.responseRate).toBeNull();
    await minutes(24 * 60 + 1);
    await t.context.messaging.measureResponseTimes();
    expect(await pageOf(ann, creator)).toMatchObject({ responseTime: 25, stats: { responseRate: 80 } });
    const { body: flamed } = await t.client(ann).call('sendFlame', { params: { id: creator.profileId } });
    expect(flamed.flamed).toBe(true);
    const { body: sent } = await t.client(ann).call('listFlames', { query: { direction: 'out' } });
    expect(sent.items[0]?.responseTime).toBe(25);
    await minutes(31 * 24 * 60);
    await t.context.messaging.measureResponseTimes();
    expect((await t.db.selectFrom('message_response_stats').selectAll().execute()).length).toBe(0);
  });
});

describe('a rating', () => {
  it('is the mean over calls and bundles, from three ratings on', async () => {
    const [creator, fan] = [await aCreator(t), await aProfile(t)];
    const given = (stars: number, ratings: number) => setCallRatings(t, creator, { stars, ratings });
    await given(10, 2);
    expect((await pageOf(fan, creator)).stats.rating).toBeNull();
    await given(14, 3);
    expect((await pageOf(fan, creator)).stats.rating).toBe(4.7);
  });
});
