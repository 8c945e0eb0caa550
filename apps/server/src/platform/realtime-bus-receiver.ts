/** One batch of a process, as stored in the stream. */
export interface Entry {
  from: string;
  /** Sequence number of the batch within that process, from 1; 0 marks a position and carries no events. */
  n: number;
  /** JSON. */
  items: string;
}

const maxRememberedProcesses = 1_000;

/**
 * Receives each batch of every other process exactly once, in order. Ignores redelivered batches. A missing sequence
 * number, or a batch in a form that this version cannot read, means that events were lost, and connected clients must
 * refetch.
 */
export function createBatchReceiver<Item>(deps: {
  own: string;
  receive(items: readonly Item[]): void;
  onGap(): void;
}): {
  accept(entry: Entry): void;
  reset(): void;
} {
  const latest = new Map<string, number>();
  return {
    accept({ from, n, items }) {
      if (from === deps.own || n === 0) return;
      const before = latest.get(from);
      if (before !== undefined && n <= before) return;
      // Processes come and go; the one that was silent longest is forgotten first.
      latest.delete(from);
      latest.set(from, n);
      const [oldest] = latest.keys();
      if (latest.size > maxRememberedProcesses && oldest !== undefined) latest.delete(oldest);
      const read = readItems<Item>(items);
      if (!read || (before !== undefined && n > before + 1)) deps.onGap();
      if (read) deps.receive(read);
    },
    reset() {
      latest.clear();
      deps.onGap();
    },
  };
}

function readItems<Item>(text: string): Item[] | null {
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) ? items : null;
  } catch {
    return null;
  }
}
