/** One batch of a process, as it stands in the stream. */
export interface Entry {
  from: string;
  /** Place among the batches of that process, from 1; 0 is a word without news. */
  n: number;
  /** JSON. */
  items: string;
}

const rememberedAtMost = 1_000;

/**
 * Passes each batch of every other process on once, in order. A batch that was said twice is heard once; a place that
 * is left out means that events were lost, and connected clients must refetch.
 */
export function createHearing<Item>(deps: { own: string; receive(items: readonly Item[]): void; onGap(): void }): {
  hear(entry: Entry): void;
  lost(): void;
} {
  const latest = new Map<string, number>();
  return {
    hear({ from, n, items }) {
      if (from === deps.own || n === 0) return;
      const before = latest.get(from);
      if (before !== undefined && n <= before) return;
      // Processes come and go; of those that have been silent for longest nothing is remembered.
      latest.delete(from);
      latest.set(from, n);
      const [oldest] = latest.keys();
      if (latest.size > rememberedAtMost && oldest !== undefined) latest.delete(oldest);
      if (before !== undefined && n > before + 1) deps.onGap();
      deps.receive(JSON.parse(items) as Item[]);
    },
    lost() {
      latest.clear();
      deps.onGap();
    },
  };
}
