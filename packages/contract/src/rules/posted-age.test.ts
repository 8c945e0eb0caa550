import { describe, expect, it } from 'vitest';
import { cardAge, feedAge, listAge } from './posted-age.ts';

const now = new Date('2026-11-21T12:00:00+02:00');
const ago = (ms: number) => new Date(now.getTime() - ms);

describe('age of a content card', () => {
  it.each([
    [-5_000, { unit: 'now' }],
    [3_599_999, { unit: 'now' }],
    [3_600_000, { unit: 'hours', count: 1 }],
    [86_399_999, { unit: 'hours', count: 23 }],
    [86_400_000, { unit: 'days', count: 1 }],
    [10 * 86_400_000, { unit: 'days', count: 10 }],
  ])('%i ms ago', (ms, expected) => expect(cardAge(ago(ms), now)).toEqual(expected));
});

describe('age in the live feed', () => {
  it.each([
    [59_999, { unit: 'now' }],
    [60_000, { unit: 'minutes', count: 1 }],
    [3_600_000, { unit: 'hours', count: 1 }],
    [50 * 3_600_000, { unit: 'hours', count: 50 }],
  ])('%i ms ago', (ms, expected) => expect(feedAge(ago(ms), now)).toEqual(expected));
});

describe('age in lists that reach further back', () => {
  it.each([
    [59_999, { unit: 'now' }],
    [60_000, { unit: 'minutes', count: 1 }],
    [86_399_999, { unit: 'hours', count: 23 }],
    [120 * 3_600_000, { unit: 'days', count: 5 }],
  ])('%i ms ago', (ms, expected) => expect(listAge(ago(ms), now)).toEqual(expected));
});
