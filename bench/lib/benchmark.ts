import type { BenchPostgres } from './postgres.ts';
import type { Row } from './report.ts';

/** One benchmark file. It exports this as `benchmark`. */
export interface Benchmark {
  /** Name of the results file, and argument that runs only this benchmark. */
  name: string;
  /** The question in one sentence. */
  title: string;
  goal: string;
  run(bench: Bench): Promise<Findings>;
}

export interface Bench {
  /** A PostgreSQL for this run only, with durable commits and the product's settings. */
  postgres: BenchPostgres;
  /** Rounds per candidate; results are medians of them. */
  rounds: number;
  /** Seconds measured in a round, after a warm-up. */
  seconds: number;
  log(line: string): void;
}

export interface Findings {
  rows: Row[];
  /** The measurement, where it is no median of rounds. */
  measured?: string;
  /** Goals with their measured figures. */
  verdicts: { claim: string; reached: boolean; seen: string }[];
  /** Method and limits of the measurement. */
  notes: string[];
}
