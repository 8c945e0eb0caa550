import { lastActiveBands } from '@vlam/contract/discovery-people';
import {
  activityShares,
  compatibilityScore,
  lifestyleShare,
  locationShare,
  overlapShare,
} from '@vlam/contract/rules/compatibility';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countBits, interestMask } from './masks.ts';
import { type Candidate, createPool } from './pool.ts';
import { rankPool, type Seeker } from './rank.ts';

const candidate = fc.record({
  age: fc.integer({ min: 21, max: 60 }),
  ageMin: fc.integer({ min: 18, max: 40 }),
  ageMax: fc.integer({ min: 30, max: 60 }),
  cell: fc.integer({ min: 2, max: 60 }).map(BigInt),
  interests: fc.integer({ min: 0, max: 255 }),
  lifestyle: fc.integer({ min: 0, max: 511 }),
  goals: fc.integer({ min: 0, max: 63 }),
  band: fc.integer({ min: 0, max: 4 }),
});
const weight = fc.integer({ min: 0, max: 20 }).map((steps) => steps * 5);
const seeker: fc.Arbitrary<Seeker> = fc.record({
  id: fc.constant('me'),
  age: fc.integer({ min: 21, max: 60 }),
  ageMin: fc.integer({ min: 18, max: 30 }),
  ageMax: fc.integer({ min: 31, max: 60 }),
  maxDistance: fc.integer({ min: 1, max: 100 }),
  interests: fc.integer({ min: 0, max: 255 }),
  lifestyle: fc.integer({ min: 0, max: 511 }),
  goals: fc.integer({ min: 0, max: 63 }),
  weights: fc.record({ location: weight, interests: weight, lifestyle: weight, activity: weight }),
  distanceTo: fc.constant(Number),
});

const overlap = (wanted: number, offered: number) =>
  overlapShare(countBits(wanted), countBits(offered), countBits(wanted & offered));

/** The rule of the contract, without tables. */
function scoreOf(who: Seeker, other: Omit<Candidate, 'id'>): number | null {
  const distance = Number(other.cell);
  if (other.age < who.ageMin || other.age > who.ageMax || who.age < other.ageMin || who.age > other.ageMax) return null;
  if (distance > who.maxDistance) return null;
  return compatibilityScore(
    {
      location: locationShare(distance, who.maxDistance),
      interests: overlap(who.interests, other.interests),
      lifestyle: lifestyleShare(overlap(who.lifestyle, other.lifestyle), overlap(who.goals, other.goals)),
      activity: activityShares[lastActiveBands[other.band] ?? 'earlier'],
    },
    who.weights,
  );
}

describe('ranking a pool', () => {
  it("ranks as the contract's rule does, best first, without candidates who do not fit both ways", () => {
    fc.assert(
      fc.property(seeker, fc.array(candidate, { maxLength: 60 }), (who, others) => {
        const pool = createPool();
        for (const [index, other] of others.entries()) pool.put({ ...other, id: String(index) });
        const ranked = rankPool(pool, who, 100);
        const expected = others.flatMap((other) => scoreOf(who, other) ?? []);
        expect(ranked).toHaveLength(expected.length);
        for (const [index, { id, score }] of ranked.entries()) {
          expect(score).toBeLessThanOrEqual(ranked[index - 1]?.score ?? 10_000);
          const rule = scoreOf(who, others[Number(id)] as Omit<Candidate, 'id'>) ?? Number.NaN;
          // Each of five tables rounds down by less than a hundredth of a point.
          expect(Math.abs(score / 100 - rule)).toBeLessThanOrEqual(0.56);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('keeps only the best, the same as a full sort', () => {
    fc.assert(
      fc.property(seeker, fc.array(candidate, { minLength: 20, maxLength: 80 }), (who, others) => {
        const pool = createPool();
        for (const [index, other] of others.entries()) pool.put({ ...other, id: String(index) });
        const scores = (top: number) => rankPool(pool, who, top).map(({ score }) => score);
        expect(scores(5)).toEqual(scores(200).slice(0, 5));
      }),
      { numRuns: 100 },
    );
  });

  it('compares only the given slots', () => {
    const pool = createPool();
    const other = { age: 30, ageMin: 18, ageMax: 60, cell: 3n, interests: 1, lifestyle: 0, goals: 0, band: 0 };
    for (const id of ['a', 'b', 'c']) pool.put({ ...other, id });
    const who = { ...fc.sample(seeker, 1)[0], age: 30, ageMin: 18, ageMax: 60, maxDistance: 50 } as Seeker;
    expect(rankPool(pool, who, 10, [pool.slotOf('b') ?? -1]).map(({ id }) => id)).toEqual(['b']);
  });
});

describe('the pool', () => {
  const person = { age: 30, ageMin: 18, ageMax: 60, cell: 1n, interests: 0, lifestyle: 0, goals: 0, band: 0 };

  it('grows, replaces, removes and reuses slots', () => {
    const pool = createPool();
    for (let index = 0; index < 3_000; index++) pool.put({ ...person, id: String(index) });
    pool.put({ ...person, id: '7', age: 44 });
    expect(pool.size).toBe(3_000);
    expect(pool.columns.age[pool.slotOf('7') ?? -1]).toBe(44);
    pool.remove('7');
    pool.remove('7');
    expect(pool.size).toBe(2_999);
    pool.put({ ...person, id: 'new' });
    expect(pool.columns.length).toBe(3_000);
    expect(pool.ids[pool.slotOf('new') ?? -1]).toBe('new');
  });

  it('encodes interests regardless of case', () => {
    expect(interestMask.decode(interestMask.encode(['casual dating', 'Photo exchange', 'Art']))).toEqual([
      'Photo Exchange',
      'Casual Dating',
    ]);
  });
});
