import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Benchmark } from './lib/benchmark.ts';
import { startBenchPostgres } from './lib/postgres.ts';
import { describeMachine, toMarkdown } from './lib/report.ts';

// npm run bench [-- benchmark …]; BENCH_ROUNDS and BENCH_SECONDS shorten or lengthen a run.
const wanted = process.argv.slice(2);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const results = join(import.meta.dirname, 'results');

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.bench.ts'));
const benchmarks: Benchmark[] = [];
for (const file of files.sort()) {
  const { benchmark } = (await import(join(import.meta.dirname, file))) as { benchmark: Benchmark };
  if (wanted.length === 0 || wanted.includes(benchmark.name)) benchmarks.push(benchmark);
}
if (benchmarks.length === 0) throw new Error(`no such benchmark: ${wanted.join(', ')}`);

mkdirSync(results, { recursive: true });
for (const benchmark of benchmarks) {
  console.log(`\n${benchmark.name}: ${benchmark.title}`);
  const load = loadavg()[0] ?? 0;
  const postgres = await startBenchPostgres();
  try {
    const findings = await benchmark.run({ postgres, rounds, seconds, log: (line) => console.log(`  ${line}`) });
    const page = toMarkdown(benchmark, findings, describeMachine(postgres.version, load), seconds);
    writeFileSync(join(results, `${benchmark.name}.md`), page);
    console.log(`\n${page}`);
    if (findings.verdicts.some(({ reached }) => !reached)) process.exitCode = 1;
  } finally {
    await postgres.stop();
  }
}
