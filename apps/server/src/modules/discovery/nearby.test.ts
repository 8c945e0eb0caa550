import type { PersonCard } from '@vlam/contract/discovery-people';
import { cityPlaces } from '@vlam/contract/rules/places';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { TestApp, TestResponse } from '../../../test/app.ts';
import { aBlock, aCreator, agreeToSpecial, aPlace, aProfile, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { cellAt, shownKm } from './cells.ts';

const t = useTestApp({ at: new Date('2026-11-21T10:00:00+02:00') });

const minute = 60_000;
type Page = { items: PersonCard[]; nextCursor: string | null; located: boolean };
const nearby = async (who: TestProfile, query: Record<string, unknown> = {}): Promise<Page> =>
  (await t.client(who).call('nearby', { query: { radius: '50', limit: '48', ...query } })).body;
const idsOf = (page: { items: readonly { id: string }[] }) => page.items.map(({ id }) => id);
/** So many kilometres east of a city's centre. */
const eastOf = (city: keyof typeof cityPlaces, km: number) => ({
  latitude: cityPlaces[city].latitude,
  longitude: cityPlaces[city].longitude + km / (111.32 * Math.cos((cityPlaces[city].latitude * Math.PI) / 180)),
});
const seen = (person: TestProfile, msAgo: number) =>
  t.db
    .updateTable('profiles')
    .set({ last_seen_at: new Date(t.clock.now().getTime() - msAgo) })
    .where('id', '=', person.profileId)
    .execute();
/** Waits until their last call was recorded. */
const waitForPresence = ({ profileId }: TestProfile) =>
  vi.waitFor(async () => {
    const row = await t.db
      .selectFrom('profiles')
      .select('last_seen_at')
      .where('id', '=', profileId)
      .executeTakeFirstOrThrow();
    expect(row.last_seen_at).toEqual(t.clock.now());
  });
const refresh = (...people: TestProfile[]) =>
  t.db.transaction().execute((tx) =>
    t.context.discovery.refresh(
      tx,
      people.map(({ profileId }) => profileId),
    ),
  );

describe('people nearby', () => {
  it('are ordered by displayed distance, then boost, then recency', async () => {
    const viewer = await aProfile(t, { city: 'Kimberley' });
    await aPlace(t, viewer, cityPlaces.Kimberley);
    const [near, boosted, lately, away, far, beyond] = await Promise.all(Array.from({ length: 6 }, () => aProfile(t)));
    if (!near || !boosted || !lately || !away || !far || !beyond) throw new Error('six people');
    for (const [person, km] of [
      [near, 0],
      [boosted, 12],
      [lately, 12],
      [away, 12],
      [far, 40],
      [beyond, 70],
    ] as const)
      await aPlace(t, person, eastOf('Kimberley', km));
    await t.db
      .insertInto('vip_memberships')
      .values({
        account_id: boosted.accountId,
        tier: 'gold',
        started_at: t.clock.now(),
        paid_until: new Date(t.clock.now().getTime() + 40 * minute),
      })
      .execute();
    await seen(boosted, 30 * 24 * 60 * minute);
    await seen(away, 2 * 60 * minute);
    await refresh(boosted, away);
    const page = await nearby(viewer);
    expect(page.located).toBe(true);
    expect(idsOf(page)).toEqual([near, boosted, lately, away, far].map(({ profileId }) => profileId));
    expect(page.items[0]?.distance).toBe(2);
    const own = cellAt(cityPlaces.Kimberley.latitude, cityPlaces.Kimberley.longitude);
    const other = eastOf('Kimberley', 12);
    expect(page.items[1]?.distance).toBe(shownKm(own, cellAt(other.latitude, other.longitude)));
    expect(page.items.map(({ lastActive }) => lastActive)).toEqual(['now', 'earlier', 'now', 'today', 'now']);
    expect(idsOf(await nearby(viewer, { radius: '5' }))).toEqual([near.profileId]);
    expect(idsOf(await nearby(viewer, { radius: '1' }))).toEqual([near.profileId]);
    const recent = await nearby(viewer, { sort: 'recency' });
    expect(idsOf(recent).slice(-2)).toEqual([away.profileId, boosted.profileId]);
    // The membership ends, and others come and go.
    t.clock.advance(41 * minute);
    await t.context.discovery.sweep();
    expect(
      idsOf(await nearby(viewer))
        .slice(1, 4)
        .at(-1),
    ).toBe(boosted.profileId);
  });

  it('match every filter, and all filters combined', async () => {
    const viewer = await aProfile(t);
    await aPlace(t, viewer, cityPlaces.Polokwane);
    const young = await aProfile(t, { age: 24, identityChecked: true });
    const older = await aProfile(t, { age: 47, identityChecked: true });
    const unverified = await aCreator(t, { age: 30 });
    for (const person of [young, older, unverified]) await aPlace(t, person, eastOf('Polokwane', 3));
    await agreeToSpecial(t, young.accountId);
    await t.client(young).call('updateProfile', {
      body: { relationshipStatus: 'open', lookingFor: ['Flirty Chat'] },
    });
    t.clock.advance(minute);
    await t.client(young).call('ownLocation');
    await t.client(unverified).call('ownLocation');
    await t.client(older).call('postInterest', { body: { category: 'Casual Dating', text: 'Dinner first' } });
    // Presence is recorded asynchronously; wait for it before writing the past.
    for (const person of [young, unverified, older]) await waitForPresence(person);
    await seen(older, 20 * minute);
    await refresh(older);
    const found = async (query: Record<string, unknown>) => new Set(idsOf(await nearby(viewer, query)));
    const set = (...people: TestProfile[]) => new Set(people.map(({ profileId }) => profileId));
    expect(await found({})).toEqual(set(young, older, unverified));
    expect(await found({ ageRange: '18-25' })).toEqual(set(young));
    expect(await found({ ageRange: '46+' })).toEqual(set(older));
    expect(await found({ relationship: 'open' })).toEqual(set(young));
    expect(await found({ relationship: 'all', ageRange: 'all' })).toEqual(set(young, older, unverified));
    expect(await found({ verified: 'yes' })).toEqual(set(young, older));
    expect(await found({ online: 'yes' })).toEqual(set(young, unverified));
    expect(await found({ interest: 'Flirty Chat' })).toEqual(set(young));
    expect(await found({ interest: 'Casual Dating' })).toEqual(set(older));
    expect(await found({ interest: 'Casual Dating', ageRange: '18-25' })).toEqual(set());
    expect(await found({ online: 'yes', sort: 'recency', verified: 'yes' })).toEqual(set(young));
  });

  it('are listed to the end without repeats, in both orders, while some leave and the viewer moves', async () => {
    const viewer = await aProfile(t);
    await aPlace(t, viewer, cityPlaces['East London']);
    const people = await Promise.all(Array.from({ length: 40 }, () => aProfile(t)));
    for (const [index, person] of people.entries()) {
      await aPlace(t, person, eastOf('East London', -(index % 10) * 3));
      if (index % 4 === 0) await aBlock(t, { blocker: person, blocked: viewer });
    }
    const expected = people.filter((_, index) => index % 4 !== 0).map(({ profileId }) => profileId);
    for (const sort of ['distance', 'recency']) {
      await aPlace(t, viewer, cityPlaces['East London']);
      const shown: string[] = [];
      let distances: (number | null)[] = [];
      let cursor: string | null = null;
      do {
        const page: Page = await nearby(viewer, { limit: '4', sort, ...(cursor ? { cursor } : {}) });
        shown.push(...idsOf(page));
        distances = [...distances, ...page.items.map(({ distance }) => distance)];
        cursor = page.nextCursor;
        await seen(people[1] as TestProfile, 90 * minute);
        t.clock.advance(1_000);
        await refresh(people[1] as TestProfile);
        await aPlace(t, viewer, eastOf('East London', -9));
      } while (cursor);
      expect(new Set(shown).size).toBe(shown.length);
      expect(expected.filter((id) => !shown.includes(id) && id !== people[1]?.profileId)).toEqual([]);
      if (sort === 'distance') expect(distances).toEqual([...distances].sort((a, b) => Number(a) - Number(b)));
      await seen(people[1] as TestProfile, 0);
    }
    for (const cursor of ['x', 'e30', Buffer.alloc(60).toString('base64url')])
      expect((await t.client(viewer).call('nearby', { query: { cursor } })).error?.code).toBe('VALIDATION_FAILED');
    const { nextCursor } = await nearby(viewer, { limit: '4' });
    const other = await t.client(await aProfile(t)).call('nearby', { query: { cursor: nextCursor ?? '' } });
    expect(other.error?.code).toBe('VALIDATION_FAILED');
    t.clock.advance(31 * minute);
    expect((await t.client(viewer).call('nearby', { query: { cursor: nextCursor ?? '' } })).error?.code).toBe(
      'VALIDATION_FAILED',
    );
  });

  it("are those around the profile's city for a viewer without a location, who is in no list themselves", async () => {
    const [viewer, other] = [await aProfile(t, { city: 'Bloemfontein' }), await aProfile(t)];
    await aPlace(t, other, cityPlaces.Bloemfontein);
    const page = await nearby(viewer);
    expect(page).toMatchObject({ located: false, items: [{ id: other.profileId, distance: 2 }] });
    expect((await nearby(other)).items).toEqual([]);
    const nowhere = await nearby(await aProfile(t, { city: 'Hogsback' }));
    expect(nowhere).toEqual({ items: [], nextCursor: null, located: false });
  });

  it('shows at most twelve available members, for two hours at most', async () => {
    const viewer = await aProfile(t);
    await aPlace(t, viewer, cityPlaces.Pietermaritzburg);
    const people = await Promise.all(Array.from({ length: 15 }, () => aProfile(t)));
    for (const [index, person] of people.entries()) {
      await aPlace(t, person, eastOf('Pietermaritzburg', index));
      await t.client(person).call('setAvailability', { body: { available: true } });
    }
    await t.client(viewer).call('setAvailability', { body: { available: true } });
    const available = async (query: Record<string, unknown> = {}) =>
      (await t.client(viewer).call('available', { query })).body;
    const near = await available();
    expect(near.length).toBeGreaterThan(5);
    expect(near.every(({ distance, isAvailable }) => isAvailable && Number(distance) <= 10)).toBe(true);
    const all = await available({ maxDistance: '50' });
    expect(all).toHaveLength(12);
    expect(all.map(({ distance }) => distance)).toEqual(
      all.map(({ distance }) => distance).sort((a, b) => Number(a) - Number(b)),
    );
    expect(all.map(({ id }) => id)).not.toContain(viewer.profileId);
    expect(await available({ relationship: 'married' })).toEqual([]);
    t.clock.advance(121 * minute);
    expect(await available({ maxDistance: '50' })).toEqual([]);
    await t.context.discovery.sweep();
    // The sweep leaves out the viewer while a request that came before still writes that they were seen.
    await expect
      .poll(() => t.db.selectFrom('discovery_people').selectAll().where('available_until', 'is not', null).execute())
      .toEqual([]);
  });

  it('T73: a cell of the map counts ten people or shows nothing, and a radius covers whole cells of one grid', async () => {
    const viewer = await aProfile(t);
    await aPlace(t, viewer, cityPlaces.Durban);
    for (const person of await Promise.all(Array.from({ length: 8 }, () => aProfile(t))))
      await aPlace(t, person, cityPlaces.Durban);
    const cells = async (radius: number) =>
      (await t.client(viewer).call('nearbyCells', { query: { radius: String(radius) } })).body.cells;
    expect((await cells(5)).map(({ people }) => people)).toEqual(Array.from({ length: 7 }, () => null));
    await aPlace(t, await aProfile(t), cityPlaces.Durban);
    t.clock.advance(61_000);
    const [small, large] = [await cells(5), await cells(50)];
    expect(small.filter(({ isOwn }) => isOwn)).toMatchObject([{ people: 10 }]);
    // Only who was here in the last minutes counts, as on the heat map.
    await t.db
      .updateTable('discovery_people')
      .set({ band: 1, rank: sql`rank + 1` })
      .where('profile_id', '=', viewer.profileId)
      .execute();
    t.clock.advance(61_000);
    expect((await cells(5)).every(({ people }) => people === null)).toBe(true);
    for (const cell of small) expect(large).toContainEqual(cell);
    expect(large.every(({ people }) => people === null || people >= 10)).toBe(true);
  });

  it('T74: an account is shown at most five hundred people a day', async () => {
    const viewer = await aProfile(t);
    await aPlace(t, viewer, cityPlaces['Port Elizabeth']);
    const account = { accountId: viewer.accountId, profileId: viewer.profileId, role: 'user' };
    const strangers = Array.from({ length: 497 }, () => crypto.randomUUID());
    await t.context.profiles.recordShown(
      account as Parameters<TestApp['context']['profiles']['recordShown']>[0],
      strangers,
    );
    const people = await Promise.all(Array.from({ length: 6 }, () => aProfile(t)));
    for (const person of people) await aPlace(t, person, cityPlaces['Port Elizabeth']);
    const page = await nearby(viewer);
    expect(page.items).toHaveLength(3);
    expect(page.nextCursor).toBeNull();
    // People seen before are shown again; a page with new people is not.
    expect(idsOf(await nearby(viewer))).toEqual(idsOf(page));
    const answers = await Promise.all(
      people.map(({ profileId }) => t.client(viewer).call('getProfile', { params: { id: profileId } })),
    );
    const count = (code: number) => answers.filter(({ status }: TestResponse<unknown>) => status === code).length;
    expect([count(200), count(429)]).toEqual([3, 3]);
    t.clock.advance(24 * 60 * minute);
    expect((await nearby(viewer)).items).toHaveLength(6);
  });
});

describe('people around a chosen city', () => {
  it("are shown as from its centre, without changing the viewer's own place", async () => {
    const [viewer, local, there] = [
      await aProfile(t, { city: 'Polokwane' }),
      await aProfile(t, { city: 'Bloemfontein' }),
      await aProfile(t),
    ];
    await aPlace(t, viewer, cityPlaces.Polokwane);
    await aPlace(t, local, cityPlaces.Bloemfontein);
    await aPlace(t, there, eastOf('Bloemfontein', 7));
    await refresh(viewer, local, there);
    const chosen = await nearby(viewer, { city: 'Bloemfontein' });
    const distances = ({ items }: Page) =>
      Object.fromEntries(items.filter(({ id }) => id === there.profileId).map(({ id, distance }) => [id, distance]));
    expect(distances(chosen)).toEqual(distances(await nearby(local)));
    expect(idsOf(chosen)).toContain(there.profileId);
    expect(idsOf(await nearby(viewer))).not.toContain(there.profileId);
    const map = (await t.client(viewer).call('nearbyCells', { query: { radius: '10', city: 'Bloemfontein' } })).body;
    expect(map.cells.some(({ isOwn }: { isOwn: boolean }) => isOwn)).toBe(false);
    expect((await t.client(viewer).call('ownLocation')).body.city).not.toBe('Bloemfontein');
    const strange = await t.client(viewer).call('nearby', { query: { city: 'Atlantis' as 'Durban' } });
    expect(strange.error?.code).toBe('VALIDATION_FAILED');
  });
});
