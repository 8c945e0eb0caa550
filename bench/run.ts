import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { startBenchPostgres } from './lib/postgres.ts';
import type { Question } from './lib/question.ts';
import { describeMachine, toMarkdown } from './lib/report.ts';

// npm run bench [-- question …]; BENCH_ROUNDS and BENCH_SECONDS shorten or lengthen a run.
const wanted = process.argv.slice(2);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const results = join(import.meta.dirname, 'results');

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.bench.ts'));
const questions: Question[] = [];
for (const file of files.sort()) {
  const { question } = (await import(join(import.meta.dirname, file))) as { question: Question };
  if (wanted.length === 0 || wanted.includes(question.name)) questions.push(question);
}
if (questions.length === 0) throw new Error(`no such question: ${wanted.join(', ')}`);

mkdirSync(results, { recursive: true });
for (const question of questions) {
  console.log(`\n${question.name}: ${question.title}`);
  const load = loadavg()[0] ?? 0;
  const postgres = await startBenchPostgres();
  try {
    const findings = await question.run({ postgres, rounds, seconds, log: (line) => console.log(`  ${line}`) });
    const page = toMarkdown(question, findings, describeMachine(postgres.version, load), seconds);
    writeFileSync(join(results, `${question.name}.md`), page);
    console.log(`\n${page}`);
    if (findings.verdicts.some(({ reached }) => !reached)) process.exitCode = 1;
  } finally {
    await postgres.stop();
  }
}
