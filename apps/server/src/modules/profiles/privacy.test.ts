import { describe, expect, it } from 'vitest';
import { aBlock, aCreator, aFreePicture, aProfile, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp();

const params = (id: string) => ({ params: { id } });
const change = (who: TestProfile, body: Record<string, unknown>) => t.client(who).call('setPrivacySettings', { body });

/** Whether `viewer` finds `person` on their page and by name. */
async function sees(viewer: TestProfile, person: TestProfile): Promise<boolean> {
  const client = t.client(viewer);
  const page = (await client.call('getProfile', params(person.profileId))).status === 200;
  const { body } = await client.call('searchProfiles', { query: { q: person.displayName } });
  const found = [...body.people, ...body.creators].some(({ id }) => id === person.profileId);
  expect(found).toBe(page);
  return page;
}

describe('T66: who may see whom', () => {
  it('somebody who hides is a missing person to all but themselves, at once, and suspension does not end it', async () => {
    const [shy, stranger] = [await aProfile(t, { displayName: 'Shy Protea' }), await aProfile(t)];
    expect(await sees(stranger, shy)).toBe(true);
    const answer = await change(shy, { locationPrivacy: { hidden: true } });
    expect(answer.body).toEqual({
      incognito: false,
      autoDelete: null,
      locationPrivacy: { hidden: true, blockedProvinces: [] },
    });
    expect(await sees(stranger, shy)).toBe(false);
    expect((await t.client(shy).call('getProfile', params(shy.profileId))).status).toBe(200);
    await t.context.profiles.setHidden(t.db, shy.accountId, true);
    await change(shy, { locationPrivacy: { hidden: false } });
    expect(await sees(stranger, shy)).toBe(false);
    await t.context.profiles.setHidden(t.db, shy.accountId, false);
    expect(await sees(stranger, shy)).toBe(true);
  });

  it('an incognito creator is seen by those they have written to, and is never online', async () => {
    const creator = await aCreator(t, { displayName: 'Quiet Aloe' });
    const [known, stranger] = [await aProfile(t), await aProfile(t)];
    await aFreePicture(t, { creator, title: 'Quiet Aloe at dusk' });
    await change(creator, { incognito: true });
    expect(await sees(known, creator)).toBe(false);
    await t.context.profiles.meet(t.db, creator.profileId, known.profileId);
    await t.context.profiles.meet(t.db, creator.profileId, known.profileId);
    expect(await sees(known, creator)).toBe(true);
    expect(await sees(stranger, creator)).toBe(false);
    expect((await t.client(known).call('getProfile', params(creator.profileId))).body.isOnline).toBe(false);
    const contents = async (who: TestProfile) =>
      (await t.client(who).call('contentFeed', { query: { limit: '50' } })).body.items.map(({ title }) => title);
    expect(await contents(known)).toContain('Quiet Aloe at dusk');
    expect(await contents(stranger)).not.toContain('Quiet Aloe at dusk');
  });

  it('a block of a province hides both sides from each other, and follows a move', async () => {
    const here = await aProfile(t, { displayName: 'Karoo Wind', city: 'Cape Town' });
    const there = await aProfile(t, { displayName: 'Highveld Storm', city: 'Pretoria' });
    await change(here, { locationPrivacy: { blockedProvinces: ['GP', 'GP'] } });
    expect((await t.client(here).call('privacySettings')).body.locationPrivacy.blockedProvinces).toEqual(['GP']);
    expect([await sees(here, there), await sees(there, here)]).toEqual([false, false]);
    await t.client(there).call('updateProfile', { body: { location: 'Durban' } });
    expect([await sees(here, there), await sees(there, here)]).toEqual([true, true]);
    // A city is left as fast as an airliner goes, so the way back takes its time.
    t.clock.advance(3_600_000);
    await t.client(there).call('updateProfile', { body: { location: 'Pretoria' } });
    await change(here, { locationPrivacy: { blockedProvinces: [] } });
    expect([await sees(here, there), await sees(there, here)]).toEqual([true, true]);
    expect((await change(here, { locationPrivacy: { blockedProvinces: ['XX'] } })).error?.code).toBe(
      'VALIDATION_FAILED',
    );
  });

  it('one finds whom one has blocked in one list, newest first, and nowhere else', async () => {
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
