import { greatCircleDistance } from 'h3-js';
import { expect } from 'vitest';
import { cellAt, shownKm } from '../src/modules/discovery/cells.ts';
import type { TestApp } from './app.ts';
import { aCreator, aPlace, aProfile, type TestProfile } from './factories.ts';
import { findDistances, type Observer, readEverything } from './place-readings.ts';

// An attacker who tries to locate another member with every operation, from any place.

export type Point = readonly [latitude: number, longitude: number];
export const middle: Point = [-26.15, 28.05];
export const distanceKm = (one: Point, other: Point) => greatCircleDistance([...one], [...other], 'km');
export const at = ([latitude, longitude]: Point) => ({ latitude, longitude });

export type Random = () => number;
/** Reproducible random numbers. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
/** A random point within `km` of the middle. */
export function randomPoint(chance: Random, km: number): Point {
  const [bearing, distance] = [chance() * 2 * Math.PI, Math.sqrt(chance()) * km];
  return [
    middle[0] + (Math.cos(bearing) * distance) / 110.6,
    middle[1] + (Math.sin(bearing) * distance) / (111.3 * Math.cos((middle[0] * Math.PI) / 180)),
  ];
}
/** Two places in one cell, well apart. */
export function twoInOneCell(chance: Random): [Point, Point] {
  for (;;) {
    const one = randomPoint(chance, 20);
    const other: Point = [one[0] + (chance() - 0.5) * 0.03, one[1] + (chance() - 0.5) * 0.03];
    if (cellAt(...one) === cellAt(...other) && distanceKm(one, other) > 0.8) return [one, other];
  }
}
/** Operations in which the victim appears after `showEverywhere`. */
const appearsIn = [
  'nearby',
  'available',
  'getProfile',
  'getCreator',
  'listCreators',
  'listFlames',
  'interestPosts',
].concat(['moods', 'listConversations', 'getConversation', 'travellers', 'tonight', 'tonightResponses']);

/** Makes the victim appear in every operation in which a member can appear to another. */
async function showEverywhere(t: TestApp, viewer: TestProfile, victim: TestProfile): Promise<{ requestId: string }> {
  const them = t.client(victim);
  const done = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    expect(status, text).toBeLessThan(300);
  };
  await done(them.call('setAvailability', { body: { available: true } }));
  await done(them.call('sendFlame', { params: { id: viewer.profileId } }));
  await done(them.call('postInterest', { body: { category: 'Hookups', text: 'A long walk' } }));
  await done(them.call('shareMood', { body: { preset: 'Curious' } }));
  await done(
    them.call('postTonight', { body: { text: 'Dessert and a long walk', category: 'Coffee', city: 'Durban' } }),
  );
  // In the future: during the journey they would be shown in Durban only.
  const [arrivalDate, departureDate] = ['2026-12-01', '2026-12-05'];
  await done(
    them.call('setTravel', {
      body: { visitingCity: 'Durban', arrivalDate, departureDate, lookingFor: 'A quiet table' },
    }),
  );
  await done(
    t.client(viewer).call('sendMessage', {
      params: { profileId: victim.profileId },
      body: { clientId: crypto.randomUUID(), content: 'Sawubona' },
    }),
  );
  await done(
    them.call('sendMessage', {
      params: { profileId: viewer.profileId },
      body: { clientId: crypto.randomUUID(), content: 'Yebo' },
    }),
  );
  const own = await t.client(viewer).call('postTonight', { body: { text: 'Who is about?', category: 'Coffee' } });
  await done(them.call('respondTonight', { params: { id: own.body.id }, body: { message: 'I know a place' } }));
  return { requestId: own.body.id };
}

/** A viewer and a victim who appears in everything, with eight others around. */
export async function anObserver(
  t: TestApp,
  chance: Random,
): Promise<Observer & { viewer: TestProfile; victim: TestProfile }> {
  const [viewer, victim] = [await aProfile(t), await aCreator(t)];
  for (const other of await Promise.all(Array.from({ length: 8 }, () => aProfile(t))))
    await aPlace(t, other, at(randomPoint(chance, 25)));
  const { requestId } = await showEverywhere(t, viewer, victim);
  return { viewer, victim, client: t.client(viewer), victimId: victim.profileId, requestId };
}

/** Places both, then moves each within their cell: no response may change, and every distance is that of the cells. */
export async function attackOnce(
  t: TestApp,
  sight: Awaited<ReturnType<typeof anObserver>>,
  chance: Random,
): Promise<void> {
  const { viewer, victim } = sight;
  const [here, there] = twoInOneCell(chance);
  const [stand, elsewhere] = twoInOneCell(chance);
  await aPlace(t, victim, at(here));
  await aPlace(t, viewer, at(stand));
  const readings = await readEverything(sight);
  const missing = appearsIn.filter((name) => !readings[name]?.includes(victim.profileId));
  expect(missing).toEqual([]);
  for (const [name, text] of Object.entries(readings))
    for (const km of findDistances(text, victim.profileId))
      expect([name, km]).toEqual([name, shownKm(cellAt(...stand), cellAt(...here))]);
  const differing = async () => {
    const now = await readEverything(sight);
    return Object.keys(readings).filter((name) => now[name] !== readings[name]);
  };
  expect(await differing()).toEqual([]);
  expect((await t.client(victim).call('setLocation', { body: at(there) })).status).toBe(200);
  expect(await differing()).toEqual([]);
  expect((await t.client(viewer).call('setLocation', { body: at(elsewhere) })).status).toBe(200);
  expect(await differing()).toEqual([]);
}
