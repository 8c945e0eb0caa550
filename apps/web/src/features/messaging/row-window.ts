/** Assumed height of a row that was never rendered, with its gap, in pixels. */
export const defaultHeight = 64;

export interface Span {
  /** Index of the first rendered row. */
  start: number;
  /** Index after the last rendered row. */
  end: number;
}

/**
 * Rows between two offsets in pixels from the first row's top; `heights` has the outer heights of rendered rows. At
 * least one row, if there are any.
 */
export function spanOf(keys: readonly string[], heights: ReadonlyMap<string, number>, from: number, to: number): Span {
  let at = 0;
  let start = 0;
  let end = 0;
  for (const [index, key] of keys.entries()) {
    if (at > to && end > 0) break;
    at += heights.get(key) ?? defaultHeight;
    if (at <= from && index < keys.length - 1) start = index + 1;
    end = index + 1;
  }
  return { start: Math.min(start, Math.max(0, end - 1)), end };
}

/** Total height of the rows [from, to), in pixels. */
export function heightOf(keys: readonly string[], heights: ReadonlyMap<string, number>, from: number, to: number) {
  let sum = 0;
  for (let index = from; index < to; index += 1) sum += heights.get(keys[index] ?? '') ?? defaultHeight;
  return sum;
}
