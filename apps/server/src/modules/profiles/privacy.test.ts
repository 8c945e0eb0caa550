import { describe, expect, it } from 'vitest';
import { aBlock, aCreator, aFreePicture, aProfile, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();

const params = (id: string) => ({ params: { id } });
const setPrivacy = (member: TestProfile, body: Record<string, unknown>) =>
  t.client(member).call('setPrivacySettings', { body });

/** Whether `viewer` finds `person` by id and by name. */
async function sees(viewer: TestProfile, person: TestProfile): Promise<boolean> {
  const client = t.client(viewer);
  const visible = (await client.call('getProfile', params(person.profileId))).status === 200;
  const { body } = await client.call('searchProfiles', { query: { q: person.displayName } });
  const found = [...body.people, ...body.creators].some(({ id }) => id === person.profileId);
  expect(found).toBe(visible);
  return visible;
}

describe('T66: visibility between members', () => {
  it('hides a hidden member from all others at once, also after a suspension ends', async () => {
    const [shy, stranger] = [await aProfile(t, { displayName: 'Shy Protea' }), await aProfile(t)];
    expect(await sees(stranger, shy)).toBe(true);
    const answer = await setPrivacy(shy, { locationPrivacy: { hidden: true } });
    expect(answer.body).toEqual({
      incognito: false,
      autoDelete: null,
      locationPrivacy: { hidden: true, blockedProvinces: [] },
    });
    expect(await sees(stranger, shy)).toBe(false);
    expect((await t.client(shy).call('getProfile', params(shy.profileId))).status).toBe(200);
    await t.context.profiles.setHidden(t.db, shy.accountId, true);
    await setPrivacy(shy, { locationPrivacy: { hidden: false } });
    expect(await sees(stranger, shy)).toBe(false);
    await t.context.profiles.setHidden(t.db, shy.accountId, false);
    expect(await sees(stranger, shy)).toBe(true);
  });

  it('shows an incognito creator to people they wrote to, and never as online', async () => {
    const creator = await aCreator(t, { displayName: 'Quiet Aloe' });
    const [known, stranger] = [await aProfile(t), await aProfile(t)];
    await aFreePicture(t, { creator, title: 'Quiet Aloe at dusk' });
    await setPrivacy(creator, { incognito: true });
    expect(await sees(known, creator)).toBe(false);
    await t.context.profiles.addAcquaintance(t.db, creator.profileId, known.profileId);
    await t.context.profiles.addAcquaintance(t.db, creator.profileId, known.profileId);
    expect(await sees(known, creator)).toBe(true);
    expect(await sees(stranger, creator)).toBe(false);
    expect((await t.client(known).call('getProfile', params(creator.profileId))).body.isOnline).toBe(false);
    const contents = async (member: TestProfile) =>
      (await t.client(member).call('contentFeed', { query: { limit: '50' } })).body.items.map(({ title }) => title);
    expect(await contents(known)).toContain('Quiet Aloe at dusk');
    expect(await contents(stranger)).not.toContain('Quiet Aloe at dusk');
  });

  it('hides both sides of a province block from each other, and follows a move', async () => {
    const here = await aProfile(t, { displayName: 'Karoo Wind', city: 'Cape Town' });
    const there = await aProfile(t, { displayName: 'Highveld Storm', city: 'Pretoria' });
    await setPrivacy(here, { locationPrivacy: { blockedProvinces: ['GP', 'GP'] } });
    expect((await t.client(here).call('privacySettings')).body.locationPrivacy.blockedProvinces).toEqual(['GP']);
    expect([await sees(here, there), await sees(there, here)]).toEqual([false, false]);
    await t.client(there).call('updateProfile', { body: { location: 'Durban' } });
    expect([await sees(here, there), await sees(there, here)]).toEqual([true, true]);
    // A profile's city may change no faster than an airliner travels.
    t.clock.advance(3_600_000);
    await t.client(there).call('updateProfile', { body: { location: 'Pretoria' } });
    await setPrivacy(here, { locationPrivacy: { blockedProvinces: [] } });
    expect([await sees(here, there), await sees(there, here)]).toEqual([true, true]);
    expect((await setPrivacy(here, { locationPrivacy: { blockedProvinces: ['XX'] } })).error?.code).toBe(
      'VALIDATION_FAILED',
    );
  });

  it('lists blocked people newest first, to the blocker only', async () => {
    const [own, first, second] = [await aProfile(t), await aProfile(t), await aProfile(t)];
    await aBlock(t, { blocker: own, blocked: first });
    t.clock.advance(1_000);
    await t.client(own).call('blockProfile', params(second.profileId));
    const { body } = await t.client(own).call('listBlocks');
    expect(body.map(({ id, displayName }) => [id, displayName])).toEqual([
      [second.profileId, second.displayName],
      [first.profileId, first.displayName],
    ]);
    expect((await t.client(first).call('listBlocks')).body).toEqual([]);
  });
});
