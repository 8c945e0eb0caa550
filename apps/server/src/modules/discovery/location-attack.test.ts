import { describe, expect, it } from 'vitest';
import { aPlace, aProfile } from '../../../test/factories.ts';
import {
  anObserver,
  at,
  attackOnce,
  createRandom,
  middle,
  type Point,
  randomPoint,
} from '../../../test/location-attack.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { cellAt, shownKm } from './cells.ts';

// An attacker who tries to locate another member, with every operation and from any place.

const t = useTestApp({ at: new Date('2026-11-21T08:00:00+02:00') });

const chance = createRandom(7);
describe('T72: from everything the server returns', () => {
  it('two places in one cell cannot be distinguished, whichever member moves', {
    tags: ['long'],
    timeout: 60_000,
  }, async () => {
    await attackOnce(t, await anObserver(t, chance), chance);
  });

  it('movement cannot be followed: only a place where a member stayed for half an hour shows, after a delay', async () => {
    const [viewer, victim] = [await aProfile(t), await aProfile(t)];
    await aPlace(t, viewer, at(middle));
    const home = randomPoint(chance, 10);
    await aPlace(t, victim, at(home));
    const homeKm = shownKm(cellAt(...middle), cellAt(...home));
    const minute = 60_000;
    const seen = async () => {
      await t.context.discovery.showMoves();
      const { body } = await t.client(viewer).call('nearby', { query: { radius: '50', limit: '48' } });
      return body.items.find(({ id }) => id === victim.profileId)?.distance;
    };
    let last: Point = home;
    // Eight stops of at most 25 minutes while crossing the city.
    for (let stop = 0; stop < 8; stop += 1) {
      last = randomPoint(chance, 20);
      await t.client(victim).call('setLocation', { body: at(last) });
      for (let waited = 0; waited < 25; waited += 5) {
        t.clock.advance(5 * minute);
        expect(await seen()).toBe(homeKm);
      }
    }
    t.clock.advance(36 * minute);
    // A profile that another transaction has locked is shown by the next run.
    await expect.poll(seen).toBe(shownKm(cellAt(...middle), cellAt(...last)));
  });
});
