import { describe, expect, it } from 'vitest';
import { aBlock, aProfile, type TestProfile } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { maxFlamesPerDay } from './flames.ts';

const t = useTestApp({ at: new Date('2026-11-21T22:00:00+02:00') });

const hour = 3_600_000;
const at = (person: TestProfile) => ({ params: { id: person.profileId } });
const flame = (from: TestProfile, to: TestProfile) => t.client(from).call('sendFlame', at(to));
const undo = (from: TestProfile, to: TestProfile) => t.client(from).call('undoFlame', at(to));
const list = async (who: TestProfile, direction: 'in' | 'out' | 'mutual') =>
  (await t.client(who).call('listFlames', { query: { direction } })).body.items.map(({ id }) => id);

describe('flames', () => {
  it('are limited to one a person a Johannesburg day, and two mutual ones make a match', async () => {
    const [one, other] = [await aProfile(t), await aProfile(t)];
    const sent = await flame(one, other);
    expect(sent.body).toEqual({
      flamed: true,
      matched: false,
      undoUntil: new Date(t.clock.now().getTime() + 10_000).toISOString(),
    });
    expect((await flame(one, other)).error?.code).toBe('CONFLICT');
    expect([await list(other, 'in'), await list(one, 'out'), await list(one, 'mutual')]).toEqual([
      [one.profileId],
      [other.profileId],
      [],
    ]);
    t.clock.advance(1_000);
    expect((await flame(other, one)).body.matched).toBe(true);
    for (const who of [one, other]) expect(await list(who, 'mutual')).toHaveLength(1);
    t.clock.advance(hour);
    expect((await flame(one, other)).error?.code).toBe('CONFLICT');
    t.clock.advance(hour);
    expect((await flame(one, other)).body).toMatchObject({ flamed: true, matched: true });
    // Yesterday's flame is current again, and so is the match.
    expect((await undo(one, other)).body).toEqual({ flamed: false, matched: true });
    expect(await list(other, 'in')).toEqual([one.profileId]);
  });

  it('can be taken back for ten seconds, with the match they made', async () => {
    const [one, other] = [await aProfile(t), await aProfile(t)];
    await flame(one, other);
    t.clock.advance(11_000);
    expect((await undo(one, other)).error?.code).toBe('CONFLICT');
    await flame(other, one);
    t.clock.advance(9_000);
    expect((await undo(other, one)).body).toEqual({ flamed: false, matched: false });
    expect([await list(one, 'mutual'), await list(one, 'in')]).toEqual([[], []]);
    expect((await undo(other, one)).error?.code).toBe('NOT_FOUND');
    expect((await flame(other, one)).body.matched).toBe(true);
  });

  it('make exactly one match when sent concurrently from both sides', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await aProfile(t), await aProfile(t)];
      const answers = await Promise.all([flame(one, other), flame(other, one), flame(one, other)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
      expect(answers.filter(({ body }) => body.matched)).toHaveLength(1);
      expect(await list(one, 'mutual')).toEqual([other.profileId]);
    }
  });

  it('T66: cannot be sent to blocked, hidden or incognito members, and reveal an incognito sender only to the recipient', async () => {
    const [own, blocked, hidden, incognito, stranger] = await Promise.all(Array.from({ length: 5 }, () => aProfile(t)));
    if (!own || !blocked || !hidden || !incognito || !stranger) throw new Error('five people');
    await aBlock(t, { blocker: blocked, blocked: own });
    await t.client(hidden).call('setPrivacySettings', { body: { locationPrivacy: { hidden: true } } });
    await t.client(incognito).call('setPrivacySettings', { body: { incognito: true } });
    for (const gone of [blocked, hidden, incognito]) {
      expect((await flame(own, gone)).error?.code).toBe('NOT_FOUND');
      expect((await undo(own, gone)).error?.code).toBe('NOT_FOUND');
    }
    await flame(incognito, own);
    expect(await list(own, 'in')).toEqual([incognito.profileId]);
    expect((await flame(stranger, incognito)).error?.code).toBe('NOT_FOUND');
    // After it is taken back, the sender is as invisible as before.
    await undo(incognito, own);
    expect((await flame(own, incognito)).error?.code).toBe('NOT_FOUND');
    await flame(incognito, own);
    expect((await flame(own, incognito)).body.matched).toBe(true);
    await t.client(own).call('blockProfile', at(incognito));
    expect([await list(own, 'mutual'), await list(own, 'in'), await list(incognito, 'mutual')]).toEqual([[], [], []]);
  });

  it('T74: are limited to a hundred a day', async () => {
    const [own, other] = [await aProfile(t), await aProfile(t)];
    const many = await Promise.all(Array.from({ length: maxFlamesPerDay }, () => aProfile(t)));
    const answers = await Promise.all(many.map((person) => flame(own, person)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await flame(own, other)).error?.code).toBe('QUOTA_REACHED');
  });
});

describe('availability', () => {
  it('lapses after two hours, and is counted while it lasts', async () => {
    const own = t.client(await aProfile(t));
    expect((await own.call('ownAvailability')).body).toEqual({ available: false, until: null });
    const set = await own.call('setAvailability', { body: { available: true } });
    expect(set.body).toEqual({ available: true, until: new Date(t.clock.now().getTime() + 2 * hour).toISOString() });
    expect((await own.call('discoveryCounters')).body.readyNow).toBe(1);
    t.clock.advance(2 * hour);
    expect((await own.call('ownAvailability')).body).toEqual({ available: false, until: null });
    expect((await own.call('discoveryCounters')).body.readyNow).toBe(0);
    await own.call('setAvailability', { body: { available: true } });
    expect((await own.call('setAvailability', { body: { available: false } })).body.available).toBe(false);
  });
});
