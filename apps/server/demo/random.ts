/** A repeatable random stream: the same seed gives the same world. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(probability: number): boolean;
  /** An index, chosen in proportion to its weight. */
  weighted(weights: readonly number[]): number;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    pick: (items) => items[integer(0, items.length - 1)] as (typeof items)[number],
    chance: (probability) => next() < probability,
    weighted(weights) {
      let rest = next() * weights.reduce((sum, weight) => sum + weight, 0);
      for (const [index, weight] of weights.entries()) {
        rest -= weight;
        if (rest < 0) return index;
      }
      return weights.length - 1;
    },
  };
}
