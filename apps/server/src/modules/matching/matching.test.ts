import type { MatchPreferences } from '@vlam/contract/matching';
import { describe, expect, it } from 'vitest';
import { aBlock, agreeToSpecial, aProfile, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { defaultPreferences } from './policy.ts';

const t = useTestApp({ at: new Date('2026-11-21T12:00:00+02:00') });

const wide: MatchPreferences = { ...defaultPreferences, ageRange: { min: 21, max: 60 }, maxDistance: 50 };

/** A member with a place and preferences. */
async function aMember(preferences: Partial<MatchPreferences> = {}, options: { city?: 'Durban' | 'Polokwane' } = {}) {
  const city = options.city ?? 'Durban';
  const member = await aProfile(t, { city, age: 30 });
  expect((await t.client(member).call('setLocation', { body: { city } })).status).toBe(200);
  await agreeToSpecial(t, member.accountId);
  const saved = await t.client(member).call('setMatchPreferences', { body: { ...wide, ...preferences } });
  expect(saved.status).toBe(200);
  return member;
}

/** Advances past the refresh of the pool and runs the queued jobs. */
async function settle() {
  t.clock.advance(5 * 60_000 + 1);
  await t.drain();
}

const listMatches = async (who: TestProfile) => (await t.client(who).call('matches')).body;
const idsOf = async (who: TestProfile) => (await listMatches(who)).items.map(({ person }) => person.id);
async function compute(who: TestProfile) {
  await t.client(who).call('setMatchPreferences', { body: (await t.client(who).call('matchPreferences')).body });
  await settle();
}

describe('preferences', () => {
  it('default to 25 to 35 years and 25 km, and store what is chosen', async () => {
    const member = await aProfile(t);
    expect((await t.client(member).call('matchPreferences')).body).toEqual(defaultPreferences);
    await agreeToSpecial(t, member.accountId);
    const preferences: MatchPreferences = {
      enabled: true,
      ageRange: { min: 28, max: 60 },
      maxDistance: 100,
      interests: ['Flirty Chat', 'Sexting'],
      lifestyle: ['Night owl', 'Traveller'],
      relationshipGoals: ['Discreet'],
      priorityFactors: { location: 0, interests: 100, lifestyle: 5, activity: 50 },
    };
    await t.client(member).call('setMatchPreferences', { body: preferences });
    expect((await t.client(member).call('matchPreferences')).body).toEqual(preferences);
  });

  it.each([
    ['an age range upside down', { ageRange: { min: 40, max: 30 } }],
    ['a weight between two steps', { priorityFactors: { location: 7, interests: 0, lifestyle: 0, activity: 0 } }],
    ['a distance beyond 100 km', { maxDistance: 101 }],
    ['an age under 18', { ageRange: { min: 17, max: 30 } }],
    ['interests that are not on the list', { interests: ['Chess'] }],
  ])('refuse %s', async (_what, wrong) => {
    const member = await aProfile(t);
    const { error } = await t.client(member).call('setMatchPreferences', { body: { ...wide, ...wrong } });
    expect(error?.code).toBe('VALIDATION_FAILED');
  });
});

describe('matches', () => {
  it('are computed first, then stored, best first, with parts that add up to the score', async () => {
    const likes = { interests: ['Flirty Chat', 'Live Shows'], relationshipGoals: ['Dating'] } as const;
    const same = await aMember({ interests: [...likes.interests], relationshipGoals: ['Dating'] });
    const half = await aMember({ interests: ['Flirty Chat'] });
    const member = await aMember({ interests: [...likes.interests], relationshipGoals: ['Dating'] });
    expect((await listMatches(member)).analysing).toBe(true);
    await settle();
    const found = await listMatches(member);
    expect(found.analysing).toBe(false);
    expect(found.considered).toBeGreaterThanOrEqual(3);
    const scores = found.items.map(({ compatibilityScore }) => compatibilityScore);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const [first] = found.items;
    expect(first?.person.id).toBe(same.profileId);
    expect(found.items.map(({ person }) => person.id)).toContain(half.profileId);
    for (const { factors, compatibilityScore } of found.items) {
      expect(factors.reduce((sum, { points }) => sum + points, 0)).toBe(compatibilityScore);
      expect(factors.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
    }
    expect(first?.matchReasons[0]).toEqual({ kind: 'interests', shared: ['Flirty Chat', 'Live Shows'] });
  });

  it('exclude members too far away or outside the preferred age, and oneself', async () => {
    const far = await aMember({}, { city: 'Polokwane' });
    const choosy = await aMember({ ageRange: { min: 45, max: 60 } });
    const member = await aMember();
    await settle();
    const ids = await idsOf(member);
    for (const other of [far, choosy, member]) expect(ids).not.toContain(other.profileId);
  });

  it('T66: never include blocked members, either way, nor incognito or suspended ones, and drop them at once', async () => {
    const others = [await aMember(), await aMember(), await aMember(), await aMember()] as const;
    const [blocked, blocker, unseen, suspended] = others;
    const member = await aMember();
    await settle();
    const before = await idsOf(member);
    for (const other of others) expect(before).toContain(other.profileId);
    await aBlock(t, { blocker: member, blocked });
    await aBlock(t, { blocker, blocked: member });
    await t.client(unseen).call('setPrivacySettings', { body: { incognito: true } });
    await t.context.profiles.setHidden(t.db, suspended.accountId, true);
    const after = await idsOf(member);
    for (const other of others) expect(after).not.toContain(other.profileId);
    await compute(member);
    const later = await idsOf(member);
    for (const other of others) expect(later).not.toContain(other.profileId);
  });

  it('drop a member who opts out at once, and show nothing to them', async () => {
    const [leaving, member] = [await aMember(), await aMember()];
    await settle();
    expect(await idsOf(member)).toContain(leaving.profileId);
    await t.client(leaving).call('setMatchPreferences', { body: { ...wide, enabled: false } });
    expect(await idsOf(member)).not.toContain(leaving.profileId);
    expect(await listMatches(leaving)).toEqual({ analysing: false, computedAt: null, considered: 0, items: [] });
    await compute(member);
    expect(await idsOf(member)).not.toContain(leaving.profileId);
  });

  it('include later members without recomputing everything', async () => {
    const member = await aMember({ interests: ['Secret Meetings'] });
    await settle();
    const { computedAt } = await listMatches(member);
    const late = await aMember({ interests: ['Secret Meetings'] });
    t.clock.advance(16 * 60_000);
    expect((await listMatches(member)).analysing).toBe(false);
    await t.drain();
    const after = await listMatches(member);
    expect(after.computedAt).not.toBe(computedAt);
    expect(after.items.map(({ person }) => person.id)).toContain(late.profileId);
  });

  it('are an empty list for a member without a place', async () => {
    const nowhere = await aProfile(t, { city: 'Durban' });
    await t.client(nowhere).call('setMatchPreferences', { body: wide });
    await settle();
    // Their profile names a city, which is then their origin.
    expect((await listMatches(nowhere)).items.length).toBeGreaterThan(0);
    const far = await aProfile(t, { city: 'Sea Point' });
    await t.client(far).call('setMatchPreferences', { body: wide });
    await settle();
    expect(await listMatches(far)).toMatchObject({ analysing: false, items: [] });
  });
});

describe('analytics', () => {
  it('count stored matches, and flames by day', async () => {
    const [other, member] = [await aMember({ interests: ['Threesome'] }), await aMember({ interests: ['Threesome'] })];
    await settle();
    await t.client(member).call('sendFlame', { params: { id: other.profileId } });
    await t.client(other).call('sendFlame', { params: { id: member.profileId } });
    const { body } = await t.client(member).call('matchAnalytics');
    expect(body).toMatchObject({ flamesSent: 1, flamesReceived: 1, mutual: 1 });
    expect(body.total).toBe((await listMatches(member)).items.length);
    expect(Object.values(body.bands).reduce((sum, count) => sum + count, 0)).toBe(body.total);
    expect(body.days).toHaveLength(14);
    expect(body.days.at(-1)).toMatchObject({ sent: 1, received: 1 });
    expect(body.topInterests.map(({ interest }) => interest)).toContain('Threesome');
  });
});
