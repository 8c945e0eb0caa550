/** A row that has not been drawn yet is taken to be this high, with the gap above it, in pixels. */
export const usualHeight = 64;

export interface Span {
  /** Index of the first row that is drawn. */
  start: number;
  /** Index after the last one. */
  end: number;
}

/**
 * The rows between two heights of the list, in pixels from the first row's top; `heights` holds the outer height of those
 * that have been drawn. At least one row, where there are any.
 */
export function spanOf(keys: readonly string[], heights: ReadonlyMap<string, number>, from: number, to: number): Span {
  let at = 0;
  let start = 0;
  let end = 0;
  for (const [index, key] of keys.entries()) {
    if (at > to && end > 0) break;
    at += heights.get(key) ?? usualHeight;
    if (at <= from && index < keys.length - 1) start = index + 1;
    end = index + 1;
  }
  return { start: Math.min(start, Math.max(0, end - 1)), end };
}

/** Height of the rows from one index to before another, in pixels. */
export function heightOf(keys: readonly string[], heights: ReadonlyMap<string, number>, from: number, to: number) {
  let sum = 0;
  for (let index = from; index < to; index += 1) sum += heights.get(keys[index] ?? '') ?? usualHeight;
  return sum;
}
