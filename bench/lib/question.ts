import type { BenchPostgres } from './postgres.ts';
import type { Row } from './report.ts';

/** What one file of this folder answers. The file exports it as `question`. */
export interface Question {
  /** Name of the results file, and of the argument that runs only this. */
  name: string;
  /** The question in one sentence. */
  title: string;
  goal: string;
  run(bench: Bench): Promise<Findings>;
}

export interface Bench {
  /** A PostgreSQL of this run alone, with durable commits and the settings of the product. */
  postgres: BenchPostgres;
  /** Rounds per candidate; results are medians of them. */
  rounds: number;
  /** Seconds measured in a round, after a warm-up. */
  seconds: number;
  log(line: string): void;
}

export interface Findings {
  rows: Row[];
  /** What was measured, where it is no median of rounds. */
  measured?: string;
  /** The goal held against what was seen, each with its figure. */
  verdicts: { claim: string; reached: boolean; seen: string }[];
  /** How it was measured, what was left out. */
  notes: string[];
}
