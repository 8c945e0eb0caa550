import { describe, expect, it } from 'vitest';
import { defaultHeight, heightOf, spanOf } from './row-window.ts';

const keys = Array.from({ length: 1_000 }, (_, index) => `row-${index}`);
const nothing = new Map<string, number>();

describe('the rendered part of a long list', () => {
  it('covers whole rows between two heights', () => {
    const [from, to] = [10 * defaultHeight + 1, 20 * defaultHeight - 1];
    expect(spanOf(keys, nothing, from, to)).toEqual({ start: 10, end: 20 });
    const heights = new Map([['row-0', 1_000]]);
    expect(spanOf(keys, heights, 999, 1_001)).toEqual({ start: 0, end: 2 });
  });

  it('is never empty while there are rows, however far the scroll position is', () => {
    expect(spanOf(keys, nothing, -5_000, -4_000)).toEqual({ start: 0, end: 1 });
    expect(spanOf(keys, nothing, 1e9, 2e9)).toEqual({ start: 999, end: 1_000 });
    expect(spanOf([], nothing, 0, 100)).toEqual({ start: 0, end: 0 });
  });

  it('reserves measured heights, and the usual height for unmeasured rows', () => {
    const heights = new Map([
      ['row-0', 100],
      ['row-1', 40.5],
    ]);
    expect(heightOf(keys, heights, 0, 3)).toBe(140.5 + defaultHeight);
    expect(heightOf(keys, heights, 2, 2)).toBe(0);
  });
});
