import { expect, it } from 'vitest';
import type { TestResponse } from '../../../test/app.ts';
import { aBlock, aProfile, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';

const t = useTestApp({ at: new Date('2026-11-18T10:00:00Z') });

const code = ({ error }: TestResponse<unknown>) => error?.code;
const trip = (more: Record<string, unknown> = {}) => ({
  visitingCity: 'Durban',
  arrivalDate: '2026-11-20',
  departureDate: '2026-11-22',
  lookingFor: 'A table for two near the water',
  ...more,
});
const go = (who: TestProfile, more: Record<string, unknown> = {}) =>
  t.client(who).call('setTravel', { body: trip(more) });
const travellers = async (viewer: TestProfile, city = 'Durban') =>
  (await t.client(viewer).call('travellers', { query: { city: city as 'Durban' } })).body.items;
const own = async (who: TestProfile) => (await t.client(who).call('ownTravel')).body.plan;
const at = (iso: string) => t.clock.set(new Date(iso));

it('shows a traveller with their own text, beside what they look for on this trip', async () => {
  const who = await aProfile(t, { city: 'Pretoria', bio: 'Marine engineer on land for once.' });
  const viewer = await aProfile(t);
  await go(who, { visitingCity: 'Kimberley' });
  expect(await travellers(viewer, 'Kimberley')).toMatchObject([
    { bio: 'Marine engineer on land for once.', lookingFor: 'A table for two near the water' },
  ]);
});

it('a plan is visible to the city from its creation, shows the arrival, and ends by itself at midnight', async () => {
  const [who, viewer] = await Promise.all([aProfile(t, { city: 'Pretoria' }), aProfile(t)]);
  expect((await go(who)).body.plan).toEqual({ ...trip(), currentCity: 'Pretoria', isThere: false });
  expect(await travellers(viewer)).toMatchObject([
    { isThere: false, person: { id: who.profileId, location: 'Pretoria', distance: null } },
  ]);
  expect(await t.context.locations.travel.travelCityOf([who.profileId])).toEqual(new Map());
  // 22:00 in Durban is 20:00 UTC: the day begins by the Johannesburg calendar.
  at('2026-11-19T22:00:00Z');
  expect((await own(who))?.isThere).toBe(true);
  expect(await t.context.locations.travel.travelCityOf([who.profileId])).toEqual(new Map([[who.profileId, 'Durban']]));
  expect(await t.context.locations.travel.travellersTo('Durban', 10)).toEqual([who.profileId]);
  expect((await travellers(viewer))[0]).toMatchObject({
    isThere: true,
    person: { location: 'Durban', distance: null },
  });
  at('2026-11-22T21:59:00Z');
  expect(await own(who)).not.toBeNull();
  at('2026-11-22T22:00:00Z');
  expect(await own(who)).toBeNull();
  expect(await travellers(viewer)).toEqual([]);
  expect(await t.context.locations.travel.travelCityOf([who.profileId])).toEqual(new Map());
  await t.context.jobs.enqueue(t.db, { name: 'locations.travel-day', maxAttempts: 1 }, {});
  await t.drain();
  expect(await t.db.selectFrom('travel_plans').selectAll().execute()).toEqual([]);
  at('2026-11-18T10:00:00Z');
});

it('T72: Nearby shows a traveller in the centre of the city during the trip, and neither before nor after nor at home', async () => {
  const [who, there, atHome] = await Promise.all([
    aProfile(t, { city: 'Pretoria' }),
    aProfile(t, { city: 'Kimberley' }),
    aProfile(t, { city: 'Pretoria' }),
  ]);
  await t.client(who).call('setLocation', { body: { city: 'Pretoria' } });
  await t.context.discovery.showMoves();
  const near = async (viewer: TestProfile) =>
    (await t.client(viewer).call('nearby', { query: { radius: '25' } })).body.items.find(
      ({ id }) => id === who.profileId,
    );
  await go(who, { visitingCity: 'Kimberley' });
  expect(await near(there)).toBeUndefined();
  const turn = async () => {
    await t.context.jobs.enqueue(t.db, { name: 'locations.travel-day', maxAttempts: 1 }, {});
    await t.drain();
  };
  at('2026-11-19T22:00:30Z');
  await turn();
  expect(await near(there)).toMatchObject({ location: 'Kimberley', distance: 2 });
  expect(await near(atHome)).toBeUndefined();
  at('2026-11-22T22:00:30Z');
  await turn();
  expect(await near(there)).toBeUndefined();
  at('2026-11-18T10:00:00Z');
  await go(who, { visitingCity: 'Kimberley', arrivalDate: '2026-11-18' });
  expect(await near(there)).toMatchObject({ location: 'Kimberley' });
  await t.client(who).call('endTravel');
  expect(await near(there)).toBeUndefined();
});

it('a new plan replaces the old one, and ending it leaves none', async () => {
  const [who, viewer] = await Promise.all([aProfile(t, { city: 'Pretoria' }), aProfile(t)]);
  await go(who, { visitingCity: 'Kimberley' });
  await go(who, { visitingCity: 'Bloemfontein' });
  expect(await travellers(viewer, 'Kimberley')).toEqual([]);
  expect(await travellers(viewer, 'Bloemfontein')).toHaveLength(1);
  expect((await t.client(who).call('endTravel')).status).toBe(204);
  expect(await travellers(viewer, 'Bloemfontein')).toEqual([]);
  expect(await own(who)).toBeNull();
});

it('refuses trips home, into the past, backwards, without end, or on an invalid day', async () => {
  const who = await aProfile(t, { city: 'Durban' });
  for (const [field, more] of [
    ['visitingCity', {}],
    ['arrivalDate', { visitingCity: 'Kimberley', arrivalDate: '2026-11-17' }],
    ['departureDate', { visitingCity: 'Kimberley', departureDate: '2026-11-19' }],
    ['departureDate', { visitingCity: 'Kimberley', departureDate: '2027-03-01' }],
    ['arrivalDate', { visitingCity: 'Kimberley', arrivalDate: '2027-08-01', departureDate: '2027-08-02' }],
    ['arrivalDate', { visitingCity: 'Kimberley', arrivalDate: '2027-02-30', departureDate: '2027-03-02' }],
  ] as const) {
    const answer = await go(who, more);
    expect([more, Object.keys(answer.error?.details?.fields ?? {})]).toEqual([more, [field]]);
  }
  expect(code(await t.client(who).call('travellers', { query: { city: 'Atlantis' } }))).toBe('VALIDATION_FAILED');
});

it('T72: others see the city of a traveller and no distance, cell or position', async () => {
  const [who, viewer] = await Promise.all([aProfile(t, { city: 'Pretoria' }), aProfile(t)]);
  await go(who, { visitingCity: 'East London', arrivalDate: '2026-11-18' });
  const [found] = await travellers(viewer, 'East London');
  expect(found?.person.distance).toBeNull();
  expect(JSON.stringify(found)).not.toMatch(/"[^"]*(latitude|longitude|cell|position)[^"]*":|-?\d{1,2}\.\d{3}/i);
});

it('T66: travellers who are blocked either way, hidden or unverified are in no list', async () => {
  const city = 'Polokwane';
  const [blocker, blocked, hidden, unproven, open] = await Promise.all(
    Array.from({ length: 5 }, () => aProfile(t, { city: 'Pretoria' })),
  );
  const viewer = await aProfile(t);
  if (!blocker || !blocked || !hidden || !unproven || !open) throw new Error('five people');
  for (const who of [blocker, blocked, hidden, unproven, open]) await go(who, { visitingCity: city });
  await aBlock(t, { blocker, blocked: viewer });
  await aBlock(t, { blocker: viewer, blocked });
  await t.db.updateTable('profiles').set({ hidden_at: t.clock.now() }).where('id', '=', hidden.profileId).execute();
  await t.db.updateTable('profiles').set({ awaiting_age_check: true }).where('id', '=', unproven.profileId).execute();
  expect((await travellers(viewer, city)).map(({ person }) => person.id)).toEqual([open.profileId]);
});
