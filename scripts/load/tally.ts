import { Latencies, percentile } from '../../bench/lib/stats.ts';

export interface OperationFigures {
  name: string;
  /** Answered as they should be. */
  count: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  /** Answers that the contract declares for it, by their code. */
  refused: ReadonlyMap<string, number>;
  /** Everything else. */
  failed: number;
}

/** Counts what each operation did. */
export interface Tally {
  /** Runs a call and counts it under `name`; `isDeclared` says whether an error is an answer of the contract. */
  time<Value>(name: string, work: () => Promise<Value>, isDeclared?: (error: unknown) => string | null): Promise<Value>;
  add(name: string, ms: number): void;
  refuse(name: string, code: string): void;
  fail(name: string, why: string): void;
  figures(): OperationFigures[];
  /** One line for each failure, the first hundred. */
  readonly failures: readonly string[];
  failed(): number;
}

/** Thrown once an error has been counted. */
export class Counted extends Error {}

const maxLines = 100;

/** `now` is a clock in milliseconds. */
export function createTally(now: () => number = () => performance.now()): Tally {
  const entries = new Map<
    string,
    { latencies: Latencies; count: number; refused: Map<string, number>; failed: number }
  >();
  const failures: string[] = [];
  const entry = (name: string) => {
    const found = entries.get(name) ?? { latencies: new Latencies(), count: 0, refused: new Map(), failed: 0 };
    entries.set(name, found);
    return found;
  };
  const tally: Tally = {
    async time(name, work, isDeclared = () => null) {
      const since = now();
      try {
        const value = await work();
        tally.add(name, now() - since);
        return value;
      } catch (error) {
        if (error instanceof Counted) throw error;
        const code = isDeclared(error);
        if (code) tally.refuse(name, code);
        else tally.fail(name, error instanceof Error ? error.message : String(error));
        throw new Counted(name, { cause: error });
      }
    },
    add(name, ms) {
      const found = entry(name);
      found.latencies.add(ms);
      found.count += 1;
    },
    refuse(name, code) {
      const { refused } = entry(name);
      refused.set(code, (refused.get(code) ?? 0) + 1);
    },
    fail(name, why) {
      entry(name).failed += 1;
      if (failures.length < maxLines) failures.push(`${name}: ${why.replaceAll('\n', ' ').slice(0, 240)}`);
    },
    figures() {
      return [...entries]
        .map(([name, { latencies, count, refused, failed }]) => {
          const sorted = latencies.sorted();
          const at = (share: number) => percentile(sorted, share);
          return { name, count, p50: at(0.5), p95: at(0.95), p99: at(0.99), refused, failed };
        })
        .sort((one, other) => one.name.localeCompare(other.name));
    },
    failures,
    failed: () => [...entries.values()].reduce((sum, { failed }) => sum + failed, 0),
  };
  return tally;
}
