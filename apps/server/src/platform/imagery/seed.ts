/** A stream of numbers in [0, 1), the same for the same seed on every machine. */
export type Random = () => number;

/** 53-bit hash of a text (cyrb53). Spreads ids; not for secrets. */
export function hashText(text: string): number {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return 4294967296 * (2097151 & high) + (low >>> 0);
}

/** Random stream (mulberry32) started from the hash of a text. */
export function randomFrom(text: string): Random {
  let state = hashText(text) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Next number of the stream, stretched to [low, high). */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** -1 or 1, from the next number of the stream. */
export function eitherSide(random: Random): -1 | 1 {
  return random() < 0.5 ? -1 : 1;
}

/** Next number of the stream as a whole number in [0, count). */
export function wholeBelow(random: Random, count: number): number {
  return Math.floor(random() * count);
}

/** A short prefix for element ids, so that two pictures can share one document. */
export function idPrefix(letter: string, text: string): string {
  return letter + (hashText(text) % 2176782336).toString(36);
}
