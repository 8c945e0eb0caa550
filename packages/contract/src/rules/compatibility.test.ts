import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compatibilityScore, lifestyleShare, locationShare, overlapShare, toWeightShares } from './compatibility.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const weight = fc.integer({ min: 0, max: 20 }).map((steps) => steps * 5);
const four = (each: fc.Arbitrary<number>) =>
  fc.record({ location: each, interests: each, lifestyle: each, activity: each });

describe('compatibility', () => {
  it('stays between 0 and 100, with 100 for a full match', () => {
    fc.assert(
      fc.property(four(share), four(weight), (shares, weights) => {
        const score = compatibilityScore(shares, weights);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
      }),
    );
    const all = { location: 1, interests: 1, lifestyle: 1, activity: 1 };
    expect(compatibilityScore(all, { location: 5, interests: 100, lifestyle: 35, activity: 60 })).toBe(100);
  });

  it('never falls when a share grows', () => {
    fc.assert(
      fc.property(four(share), four(weight), share, (shares, weights, more) => {
        const better = { ...shares, interests: Math.max(shares.interests, more) };
        expect(compatibilityScore(better, weights)).toBeGreaterThanOrEqual(compatibilityScore(shares, weights));
      }),
    );
  });

  it('depends on the weights of the member only', () => {
    const near = { location: 1, interests: 0, lifestyle: 0, activity: 0 };
    expect(compatibilityScore(near, { location: 100, interests: 0, lifestyle: 0, activity: 0 })).toBe(100);
    expect(compatibilityScore(near, { location: 0, interests: 100, lifestyle: 0, activity: 0 })).toBe(0);
    expect(toWeightShares({ location: 0, interests: 0, lifestyle: 0, activity: 0 }).location).toBe(25);
  });

  it('falls with distance, to nothing beyond the maximum', () => {
    expect(locationShare(2, 25)).toBe(1);
    expect(locationShare(25, 25)).toBeCloseTo(0.2);
    expect(locationShare(26, 25)).toBe(0);
    expect(locationShare(2, 1)).toBe(0);
    expect(locationShare(2, 2)).toBe(1);
  });

  it('counts wanted things that are present', () => {
    expect(overlapShare(0, 3, 0)).toBe(0.5);
    expect(overlapShare(2, 0, 0)).toBe(0.15);
    expect(overlapShare(2, 4, 0)).toBe(0);
    expect(overlapShare(2, 4, 2)).toBe(1);
    expect(lifestyleShare(1, 0)).toBeCloseTo(0.6);
  });
});
