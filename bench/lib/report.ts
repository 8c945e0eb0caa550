import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Findings } from './benchmark.ts';
import { median, type Round } from './stats.ts';

/** One line of the results: a candidate and its rounds. */
export interface Row {
  name: string;
  rounds: readonly Round[];
}

export const perSecond = (row: Row): number => median(row.rounds.map((round) => round.perSecond));
export const p99 = (row: Row): number => median(row.rounds.map((round) => round.p99));

const count = (value: number) => Math.round(value).toLocaleString('en-ZA').replaceAll(/\s/g, ' ');
const ms = (value: number) => (Number.isNaN(value) ? '–' : inMs(value));
const inMs = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

/** `3.4x`, or `0.62x` below one. */
export const ratio = (value: number): string => `${value.toFixed(value < 1 ? 2 : 1)}x`;

/** What a write that must be on disk costs here, in microseconds: commits are bounded by it. */
function syncCost(): number {
  const file = join(tmpdir(), `vlam-bench-sync-${process.pid}`);
  const descriptor = openSync(file, 'w');
  const block = Buffer.alloc(8_192);
  const times = Array.from({ length: 200 }, () => {
    const started = performance.now();
    writeSync(descriptor, block, 0, block.length, 0);
    fdatasyncSync(descriptor);
    return (performance.now() - started) * 1_000;
  });
  closeSync(descriptor);
  rmSync(file);
  return median(times);
}

/** `load` is what others did to the machine before the run, in runnable processes. */
export function describeMachine(postgresVersion: string, load: number): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), ${memory} GiB, ${process.platform}; \
Node ${process.versions.node}, PostgreSQL ${postgresVersion} with durable commits, ${Math.round(syncCost())} µs per synced write, load ${load.toFixed(1)} before the run`;
}

/** The page stored in `results/`. */
export function toMarkdown(benchmark: Benchmark, findings: Findings, machine: string, seconds: number): string {
  const rows = findings.rows.map(({ name, rounds }) => {
    const speeds = rounds.map((round) => round.perSecond);
    const spread = `${count(Math.min(...speeds))} to ${count(Math.max(...speeds))}`;
    const [p50, high] = [median(rounds.map((round) => round.p50)), median(rounds.map((round) => round.p99))];
    return `| ${name} | ${count(median(speeds))}/s | ${spread} | ${ms(p50)} | ${ms(high)} |`;
  });
  const failed = findings.rows.reduce((sum, row) => sum + row.rounds.reduce((all, round) => all + round.failed, 0), 0);
  return [
    `# ${benchmark.title}`,
    '',
    `\`npm run bench -- ${benchmark.name}\` on ${new Date().toISOString().slice(0, 10)}.`,
    '',
    `${machine}. ${findings.measured ?? `Median of ${findings.rows[0]?.rounds.length ?? 0} rounds of ${seconds} s after a warm-up; refused calls: ${failed}`}.`,
    '',
    ...(rows.length > 0 ? ['| candidate | median | spread | p50 | p99 |', '|---|---|---|---|---|', ...rows, ''] : []),
    `Goal: ${benchmark.goal}`,
    '',
    ...findings.verdicts.map(
      ({ claim, reached, seen }) => `- ${reached ? 'Reached' : '**Missed**'}: ${claim}: ${seen}.`,
    ),
    '',
    ...findings.notes.map((note) => `${note}\n`),
  ].join('\n');
}
