import { describe, expect, it } from 'vitest';
import { heightOf, spanOf, usualHeight } from './row-window.ts';

const keys = Array.from({ length: 1_000 }, (_, index) => `row-${index}`);
const nothing = new Map<string, number>();

describe('the drawn part of a long list', () => {
  it('is what lies between two heights, whole rows on both sides', () => {
    const [from, to] = [10 * usualHeight + 1, 20 * usualHeight - 1];
    expect(spanOf(keys, nothing, from, to)).toEqual({ start: 10, end: 20 });
    const heights = new Map([['row-0', 1_000]]);
    expect(spanOf(keys, heights, 999, 1_001)).toEqual({ start: 0, end: 2 });
  });

  it('is never empty where there are rows, however far away one looks', () => {
    expect(spanOf(keys, nothing, -5_000, -4_000)).toEqual({ start: 0, end: 1 });
    expect(spanOf(keys, nothing, 1e9, 2e9)).toEqual({ start: 999, end: 1_000 });
    expect(spanOf([], nothing, 0, 100)).toEqual({ start: 0, end: 0 });
  });

  it('leaves room for the rest: measured rows as high as they were, the others as high as usual', () => {
    const heights = new Map([
      ['row-0', 100],
      ['row-1', 40.5],
    ]);
    expect(heightOf(keys, heights, 0, 3)).toBe(140.5 + usualHeight);
    expect(heightOf(keys, heights, 2, 2)).toBe(0);
  });
});
