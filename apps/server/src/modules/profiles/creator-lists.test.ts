import { newCreatorDays } from '@vlam/contract/rules/creators';
import { describe, expect, it } from 'vitest';
import { aBlock, aCreator, aProfile, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ at: new Date('2026-11-21T10:00:00+02:00') });

const params = (id: string) => ({ params: { id } });
const dayMs = 86_400_000;

/** Names of the creators that a member's list holds. */
async function namesFor(viewer: TestProfile, query: Record<string, string>): Promise<string[]> {
  const { body, text } = await t.client(viewer).call('listCreators', { query: { limit: '50', ...query } });
  expect(body.items, text).toBeDefined();
  return body.items.map(({ displayName }) => displayName);
}
const set = (creator: TestProfile, values: Record<string, unknown>) =>
  t.db.updateTable('profiles').set(values).where('id', '=', creator.profileId).execute();
const setPrivacy = (member: TestProfile, body: Record<string, unknown>) =>
  t.client(member).call('setPrivacySettings', { body });
const follow = (fan: TestProfile, creator: TestProfile) =>
  t.client(fan).call('toggleFollow', params(creator.profileId));

describe('filters of the list of creators', () => {
  it('match name, city and bio, literally', async () => {
    await aCreator(t, { displayName: 'Text Baobab', city: 'Polokwane', bio: 'Charcoal at 50% and slow mornings' });
    const fan = await aProfile(t);
    for (const q of ['baobab', 'polokwane', 'SLOW MORN', '50%'])
      expect(await namesFor(fan, { q }), q).toContain('Text Baobab');
    for (const q of ['bao%mornings', 'charcoal_at', 'x'.repeat(64)]) expect(await namesFor(fan, { q }), q).toEqual([]);
  });

  it('bound the price on both sides, inclusively', async () => {
    const cents = [2_999, 5_000, 9_999, 10_000, 19_950];
    for (const priceCents of cents) await aCreator(t, { displayName: `Priced Aloe ${priceCents}`, priceCents });
    const fan = await aProfile(t);
    const listed = async (bounds: Record<string, string>) =>
      (await namesFor(fan, { q: 'Priced Aloe', sort: 'price', ...bounds })).map((name) => Number(name.slice(12)));
    expect(await listed({ maxPrice: '50' })).toEqual([2_999, 5_000]);
    expect(await listed({ minPrice: '50', maxPrice: '100' })).toEqual([5_000, 9_999, 10_000]);
    expect(await listed({ minPrice: '100' })).toEqual([10_000, 19_950]);
    expect(await listed({ minPrice: '200', maxPrice: '50' })).toEqual([]);
    for (const maxPrice of ['-1', '1001', '1e2', '49.5', ''])
      expect((await t.client(fan).call('listCreators', { query: { maxPrice } as never })).error?.code, maxPrice).toBe(
        'VALIDATION_FAILED',
      );
  });

  it('keep those who are online, and never an incognito one who is known', async () => {
    await aCreator(t, { displayName: 'Lamp Here' });
    const [away, unseen] = [
      await aCreator(t, { displayName: 'Lamp Away' }),
      await aCreator(t, { displayName: 'Lamp Unseen' }),
    ];
    const fan = await aProfile(t);
    await set(away, { last_seen_at: new Date(t.clock.now().getTime() - 61_000) });
    await setPrivacy(unseen, { incognito: true });
    await t.context.profiles.addAcquaintance(t.db, unseen.profileId, fan.profileId);
    await set(unseen, { last_seen_at: t.clock.now() });
    expect(await namesFor(fan, { q: 'Lamp', online: 'yes' })).toEqual(['Lamp Here']);
    const { body } = await t.client(fan).call('listCreators', { query: { q: 'Lamp' } });
    expect(new Map(body.items.map(({ displayName, isOnline }) => [displayName, isOnline]))).toEqual(
      new Map([
        ['Lamp Here', true],
        ['Lamp Away', false],
        ['Lamp Unseen', false],
      ]),
    );
  });

  it(`keep those who joined within ${newCreatorDays} days`, async () => {
    const [young, old] = [
      await aCreator(t, { displayName: 'Dawn Young' }),
      await aCreator(t, { displayName: 'Dawn Old' }),
    ];
    const now = t.clock.now().getTime();
    await set(young, { created_at: new Date(now - newCreatorDays * dayMs + 1_000) });
    await set(old, { created_at: new Date(now - newCreatorDays * dayMs) });
    expect(await namesFor(await aProfile(t), { q: 'Dawn', new: 'yes' })).toEqual(['Dawn Young']);
  });

  it('keep those that the caller follows, and mark each', async () => {
    const followed = await aCreator(t, { displayName: 'Kite One' });
    await aCreator(t, { displayName: 'Kite Two' });
    const [fan, other] = [await aProfile(t), await aProfile(t)];
    await follow(fan, followed);
    expect(await namesFor(fan, { following: 'yes' })).toEqual(['Kite One']);
    expect(await namesFor(other, { following: 'yes' })).toEqual([]);
    const { body } = await t.client(fan).call('listCreators', { query: { q: 'Kite', sort: 'newest' } });
    expect(body.items.map(({ displayName, following }) => [displayName, following]).sort()).toEqual([
      ['Kite One', true],
      ['Kite Two', false],
    ]);
    await follow(fan, followed);
    expect(await namesFor(fan, { following: 'yes' })).toEqual([]);
  });

  it('combine, and page through what is left without gaps or duplicates', async () => {
    const fan = await aProfile(t);
    const wanted: string[] = [];
    for (let index = 0; index < 8; index += 1) {
      const isWanted = index % 2 === 0;
      const creator = await aCreator(t, {
        displayName: `Braid ${index}`,
        category: isWanted ? 'Music & Adult' : 'Art & Adult',
        priceCents: 7_000,
      });
      await follow(fan, creator);
      if (isWanted) wanted.push(creator.profileId);
    }
    const query = { q: 'Braid', category: 'Music & Adult', online: 'yes', new: 'yes', following: 'yes' } as const;
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { body: { items: { id: string }[]; nextCursor: string | null } } = await t
        .client(fan)
        .call('listCreators', { query: { ...query, maxPrice: '70', limit: '3', ...(cursor ? { cursor } : {}) } });
      seen.push(...page.body.items.map(({ id }) => id));
      cursor = page.body.nextCursor;
    }
    expect(seen.sort()).toEqual(wanted.sort());
  });
});

describe('who the list of creators never shows', () => {
  const filters = [{}, { online: 'yes' }, { new: 'yes' }, { following: 'yes' }, { maxPrice: '1000' }, { q: 'Veiled' }];

  it.each<[string, (creator: TestProfile, fan: TestProfile) => Promise<unknown>]>([
    ['who blocked the caller', (blocker, blocked) => aBlock(t, { blocker, blocked })],
    ['whom the caller blocked', (blocked, blocker) => aBlock(t, { blocker, blocked })],
    ['who hides', (creator) => setPrivacy(creator, { locationPrivacy: { hidden: true } })],
    ['who is incognito', (creator) => setPrivacy(creator, { incognito: true })],
    ['who is suspended', (creator) => t.context.profiles.setHidden(t.db, creator.accountId, true)],
    ['who must prove their age', (creator) => set(creator, { awaiting_age_check: true })],
    [
      'who blocks the caller’s province',
      (creator) => setPrivacy(creator, { locationPrivacy: { blockedProvinces: ['WC'] } }),
    ],
  ])('T66: a creator %s, by any filter and though followed', async (_, vanish) => {
    const creator = await aCreator(t, { displayName: 'Veiled Fynbos', city: 'Pretoria' });
    const fan = await aProfile(t, { city: 'Cape Town' });
    await follow(fan, creator);
    const finds = async (query: Record<string, string>) =>
      (await t.client(fan).call('listCreators', { query: { limit: '50', sort: 'newest', ...query } })).body.items.some(
        ({ id }) => id === creator.profileId,
      );
    for (const filter of filters) expect(await finds(filter), JSON.stringify(filter)).toBe(true);
    await vanish(creator, fan);
    for (const filter of filters) expect(await finds(filter), JSON.stringify(filter)).toBe(false);
  });

  it('T74: more than 500 different people a day, whatever the filter; the same people again are free', async () => {
    await aCreator(t, { displayName: 'Quota Shown' });
    const another = await aCreator(t, { displayName: 'Quota Another' });
    const fan = await aProfile(t);
    await follow(fan, another);
    const hashes = Array.from({ length: 499 }, (_, index) => index);
    await t.db
      .insertInto('profile_view_quotas')
      .values({ account_id: fan.accountId, day: '2026-11-21', shown: hashes })
      .execute();
    expect(await namesFor(fan, { q: 'Quota Shown' })).toEqual(['Quota Shown']);
    for (const query of [{ q: 'Quota Another' }, { following: 'yes' }, { q: 'Quota Another', new: 'yes' }] as const)
      expect((await t.client(fan).call('listCreators', { query })).error?.code).toBe('QUOTA_REACHED');
    expect(await namesFor(fan, { q: 'Quota' })).toEqual(['Quota Shown']);
    t.clock.advance(dayMs);
    expect(await namesFor(fan, { q: 'Quota Another' })).toEqual(['Quota Another']);
  });
});
