import { greatCircleDistance, gridDisk, latLngToCell } from 'h3-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { aPlace, aProfile, type TestProfile } from '../../../test/factories.ts';
import { everythingTold } from '../../../test/place-readings.ts';
import { cellAt, centreOf, placeResolution, shownKm, toCell } from './cells.ts';

// An attacker who wants to locate another person, with every reading there is and from any place they choose.

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ at: new Date('2026-11-21T08:00:00+02:00') });
});
afterAll(() => t.close());

type Point = readonly [latitude: number, longitude: number];
const middle: Point = [-26.15, 28.05];
const kmApart = (one: Point, other: Point) => greatCircleDistance([...one], [...other], 'km');
const at = ([latitude, longitude]: Point) => ({ latitude, longitude });

/** The same chance in every run. */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
const chance = createChance(7);
/** Somewhere within so many kilometres of the middle. */
function somewhere(km: number): Point {
  const [bearing, distance] = [chance() * 2 * Math.PI, Math.sqrt(chance()) * km];
  return [
    middle[0] + (Math.cos(bearing) * distance) / 110.6,
    middle[1] + (Math.sin(bearing) * distance) / (111.3 * Math.cos((middle[0] * Math.PI) / 180)),
  ];
}
/** Two places in one cell, well apart. */
function twoInOneCell(): [Point, Point] {
  for (;;) {
    const one = somewhere(20);
    const other: Point = [one[0] + (chance() - 0.5) * 0.03, one[1] + (chance() - 0.5) * 0.03];
    if (cellAt(...one) === cellAt(...other) && kmApart(one, other) > 0.8) return [one, other];
  }
}
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

describe('T72: from all that is told', () => {
  it('two places in one cell cannot be told apart, whoever of the two moves', async () => {
    const [viewer, victim] = [await aProfile(t), await aProfile(t)];
    for (const other of await Promise.all(Array.from({ length: 8 }, () => aProfile(t))))
      await aPlace(t, other, at(somewhere(25)));
    await t.client(victim).call('setAvailability', { body: { available: true } });
    await t.client(victim).call('sendFlame', { params: { id: viewer.profileId } });
    const sight = { client: t.client(viewer), victimId: victim.profileId };
    for (let round = 0; round < 2; round += 1) {
      const [here, there] = twoInOneCell();
      const [stand, elsewhere] = twoInOneCell();
      await aPlace(t, victim, at(here));
      await aPlace(t, viewer, at(stand));
      const told = await everythingTold(sight);
      expect(told).toContain(victim.profileId);
      expect((await t.client(victim).call('setLocation', { body: at(there) })).status).toBe(200);
      expect((await everythingTold(sight)) === told).toBe(true);
      expect((await t.client(viewer).call('setLocation', { body: at(elsewhere) })).status).toBe(200);
      expect((await everythingTold(sight)) === told).toBe(true);
    }
  });

  it('nobody is found more closely than the cell, from sixty vantage points', async () => {
    const viewer = await aProfile(t);
    const victims: { person: TestProfile; at: Point }[] = [];
    for (const person of await Promise.all(Array.from({ length: 30 }, () => aProfile(t)))) {
      const home = somewhere(12);
      victims.push({ person, at: home });
      await aPlace(t, person, at(home));
    }
    const readings = new Map<string, { from: bigint; km: number }[]>();
    for (let move = 0; move < 60; move += 1) {
      // As if nothing limited how often and how far: the attacker is stronger than anybody can be.
      const from = await aPlace(t, viewer, at(somewhere(15)));
      const { body } = await t.client(viewer).call('nearby', { query: { radius: '50', limit: '48' } });
      for (const { id, distance } of body.items)
        readings.set(id, [...(readings.get(id) ?? []), { from, km: distance ?? 0 }]);
    }
    const grid = gridDisk(latLngToCell(...middle, placeResolution), 14).map(toCell);
    const errors = victims.map(({ person, at: home }) => {
      const known = readings.get(person.profileId) ?? [];
      expect(known.length).toBeGreaterThan(50);
      // All that fits every reading; the best guess is the middle of it.
      const fits = grid.filter((cell) => known.every(({ from, km }) => shownKm(from, cell) === km));
      expect(fits).toContain(cellAt(...home));
      const centres = fits.map(centreOf);
      const mean = (axis: 0 | 1) => centres.reduce((sum, centre) => sum + centre[axis], 0) / centres.length;
      return kmApart([mean(0), mean(1)], home);
    });
    // A cell is some 2.5 km from side to side: 0.3 of it.
    expect(median(errors)).toBeGreaterThan(0.75);
  });

  it('a way is not followed: only where somebody stayed for half an hour shows, and later than they came', async () => {
    const [viewer, victim] = [await aProfile(t), await aProfile(t)];
    await aPlace(t, viewer, at(middle));
    const home = somewhere(10);
    await aPlace(t, victim, at(home));
    const homeKm = shownKm(cellAt(...middle), cellAt(...home));
    const minute = 60_000;
    const seen = async () => {
      await t.context.discovery.showMoves();
      const { body } = await t.client(viewer).call('nearby', { query: { radius: '50', limit: '48' } });
      return body.items.find(({ id }) => id === victim.profileId)?.distance;
    };
    let last: Point = home;
    // Eight stops of at most 25 minutes on a way through the city.
    for (let stop = 0; stop < 8; stop += 1) {
      last = somewhere(20);
      await t.client(victim).call('setLocation', { body: at(last) });
      for (let waited = 0; waited < 25; waited += 5) {
        t.clock.advance(5 * minute);
        expect(await seen()).toBe(homeKm);
      }
    }
    t.clock.advance(36 * minute);
    expect(await seen()).toBe(shownKm(cellAt(...middle), cellAt(...last)));
  });
});
