import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverFlags } from '../bench/lib/child-process.ts';
import { type Running, startOn } from '../e2e/support/demo-server.ts';
import { LoadRefusal, readLoadOptions } from './load/options.ts';
import { playMix } from './load/play.ts';
import { type ProcessFigures, postmasterOf, readProcess } from './load/processes.ts';
import { operationTable } from './load/report.ts';
import { createTally } from './load/tally.ts';
import { root } from './steps.ts';

// npm run load [-- --seconds 60 --people 24 --seed 1 --url http://127.0.0.1:3000]: visitors, fans and creators who read,
// write, call, upload and pay. The report is kept in bench/results/load.md; an error that the contract does not declare
// makes it fail.

type Readings = Record<string, ProcessFigures>;

/** Processes of a server that was started here: the program and its PostgreSQL. */
async function readProcesses(server: Running, dataDir: string): Promise<Readings> {
  return { program: readProcess(server.pid), PostgreSQL: readProcess(await postmasterOf(dataDir)) };
}

function processTable(before: Readings, after: Readings, seconds: number): string[] {
  return [
    '| process | processor seconds | of one core | memory before | after | most |',
    '|---|---|---|---|---|---|',
    ...Object.entries(after).map(([name, { processorSeconds, memory, mostMemory }]) => {
      const used = processorSeconds - (before[name]?.processorSeconds ?? 0);
      const share = `${Math.round((used / seconds) * 100)} %`;
      return `| ${name} | ${used.toFixed(1)} | ${share} | ${(before[name]?.memory ?? 0).toFixed(0)} MB | ${memory.toFixed(0)} MB | ${mostMemory.toFixed(0)} MB |`;
    }),
  ];
}

async function run(args: readonly string[]): Promise<boolean> {
  const { url, seconds, people, seed } = readLoadOptions(args);
  const dataDir = url ? null : await mkdtemp(join(tmpdir(), 'vlam-load-'));
  const server = dataDir ? await startOn(dataDir, 'small', {}, undefined, serverFlags) : null;
  try {
    const tally = createTally();
    let before: Readings = {};
    if (server) await server.drawn();
    const own = process.cpuUsage();
    const begun = performance.now();
    let joinedAt = begun;
    if (server && dataDir) before = await readProcesses(server, dataDir);
    await playMix({
      url: url ?? server?.url ?? '',
      people,
      seconds,
      seed,
      tally,
      onBegin: () => {
        joinedAt = performance.now();
        console.log(`${people} members have joined after ${((joinedAt - begun) / 1_000).toFixed(1)} s`);
      },
    });
    const after = server && dataDir ? await readProcesses(server, dataDir) : {};
    const wholeSeconds = (performance.now() - begun) / 1_000;
    const figures = tally.figures();
    const count = figures.reduce((sum, one) => sum + one.count, 0);
    const { user, system } = process.cpuUsage(own);
    const text = [
      '# What does a mix of visitors, fans and creators cost?',
      '',
      `\`npm run load\` on ${new Date().toISOString().slice(0, 10)}: ${people} members and some visitors without an account, for ${seconds} s after all had joined${url ? ', against a server that ran already' : ', against the demo world'}; seed ${seed}. Each pauses 2.5 s on average between two acts: reading, writing over the socket, calls with a paid minute, pictures by resumable uploads, packs and subscriptions through the test provider, unlocks, tips and gifts. The load runs on the same machine of ${cpus().length} cores and used ${((user + system) / 1e6).toFixed(1)} s of processor.`,
      '',
      `${count} operations in ${wholeSeconds.toFixed(0)} s, ${tally.failed()} errors. "Refused" are answers that the contract declares; they are not among the times.`,
      '',
      ...operationTable(figures, wholeSeconds),
      '',
      ...(server ? [...processTable(before, after, wholeSeconds), ''] : []),
      ...(tally.failures.length > 0
        ? ['Errors:', '', ...tally.failures.slice(0, 20).map((line) => `- ${line}`), '']
        : []),
    ].join('\n');
    console.log(text);
    await mkdir(join(root, 'bench/results'), { recursive: true });
    await writeFile(join(root, 'bench/results/load.md'), text);
    return tally.failed() === 0;
  } finally {
    await server?.end();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  }
}

try {
  if (!(await run(process.argv.slice(2)))) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof LoadRefusal)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
