import { gridDisk, latLngToCell } from 'h3-js';
import { expect, it } from 'vitest';
import { aPlace, aProfile, type TestProfile } from '../../../test/factories.ts';
import {
  anObserver,
  at,
  attackOnce,
  createRandom,
  distanceKm,
  middle,
  type Point,
  randomPoint,
} from '../../../test/location-attack.ts';
import { ownReads } from '../../../test/place-readings.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { cellAt, centreOf, placeResolution, shownKm, toCell } from './cells.ts';

const t = useTestApp({ at: new Date('2026-11-21T08:00:00+02:00') });

it.each([1, 2, 3])(
  'T72: every reading of places, ten moves of two people, chance %i',
  { timeout: 300_000 },
  async (seed) => {
    const chance = createRandom(seed);
    const sight = await anObserver(t, chance);
    for (let round = 0; round < 10; round += 1) await attackOnce(t, sight, chance);
  },
);

it("T72: readings of one's own places reveal nothing of another member, near or far", {
  timeout: 120_000,
}, async () => {
  const chance = createRandom(4);
  const sight = await anObserver(t, chance);
  await aPlace(t, sight.viewer, at(middle));
  const readings: string[] = [];
  for (const km of [1, 40]) {
    await aPlace(t, sight.victim, at(randomPoint(chance, km)));
    const answers = await Promise.all(ownReads.map((name) => sight.client.call(name, {} as never)));
    for (const [index, { status, text }] of answers.entries()) {
      expect([ownReads[index], status]).toEqual([ownReads[index], 200]);
      expect(text).not.toContain(sight.victimId);
    }
    readings.push(JSON.stringify(answers.map(({ text }) => text)));
  }
  expect(readings[0]).toBe(readings[1]);
});

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

it('T72: no one can be located more closely than the cell, from sixty vantage points', async () => {
  const chance = createRandom(7);
  const viewer = await aProfile(t);
  const victims: { person: TestProfile; at: Point }[] = [];
  for (const person of await Promise.all(Array.from({ length: 30 }, () => aProfile(t)))) {
    const home = randomPoint(chance, 12);
    victims.push({ person, at: home });
    await aPlace(t, person, at(home));
  }
  const readings = new Map<string, { from: bigint; km: number }[]>();
  for (let move = 0; move < 60; move += 1) {
    // Without limits on number and distance: the attacker is stronger than any real one.
    const from = await aPlace(t, viewer, at(randomPoint(chance, 15)));
    const { body } = await t.client(viewer).call('nearby', { query: { radius: '50', limit: '48' } });
    for (const { id, distance } of body.items)
      readings.set(id, [...(readings.get(id) ?? []), { from, km: distance ?? 0 }]);
  }
  const grid = gridDisk(latLngToCell(...middle, placeResolution), 14).map(toCell);
  const errors = victims.map(({ person, at: home }) => {
    const known = readings.get(person.profileId) ?? [];
    expect(known.length).toBeGreaterThan(20);
    // The candidates that fit every reading; the best guess is their centre.
    const fits = grid.filter((cell) => known.every(({ from, km }) => shownKm(from, cell) === km));
    expect(fits).toContain(cellAt(...home));
    const centres = fits.map(centreOf);
    const mean = (axis: 0 | 1) => centres.reduce((sum, centre) => sum + centre[axis], 0) / centres.length;
    return distanceKm([mean(0), mean(1)], home);
  });
  // A cell is some 2.5 km across: 0.3 of it.
  expect(median(errors)).toBeGreaterThan(0.75);
});
