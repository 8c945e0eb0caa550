import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { serverFlags } from '../../bench/lib/child-process.ts';
import { freePort, startOn } from '../../e2e/support/demo-server.ts';
import type { Report } from '../drill.ts';
import { playMix } from '../load/play.ts';
import { readProcess } from '../load/processes.ts';
import { operationTable } from '../load/report.ts';
import { createTally } from '../load/tally.ts';
import { type Inspector, openInspector } from './inspector.ts';
import { judge, type Tolerance } from './trend.ts';

const people = 24;
const metricsToken = 'the token of a drill';

/** What is sampled, how much of it may come on top in a run, and why that much. */
const series = {
  memory: { name: 'memory of the program, MB', share: 0.1, most: 20 },
  heap: { name: 'JavaScript objects after a collection, MB', share: 0.05, most: 4 },
  connections: { name: 'connections to the database', share: 0, most: 2 },
  handles: { name: 'open files and connections', share: 0.05, most: 6 },
  temporary: { name: 'temporary files', share: 0, most: 3 },
  lag: { name: 'event loop, 99th percentile of its delay, ms', share: 0.5, most: 15 },
  waiting: { name: 'statements that wait for a connection', share: 0, most: 2 },
} as const satisfies Record<string, Tolerance & { name: string }>;
type Series = keyof typeof series;
const names = Object.keys(series) as Series[];
type Sample = { minute: number } & Record<Series, number>;

/** Figures of `/metrics` under one name, added up. */
export function sumOf(metrics: string, name: string): number {
  const found = [...metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))];
  return found.length > 0 ? found.reduce((sum, [, value]) => sum + Number(value), 0) : Number.NaN;
}

async function countFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}

async function takeSample(from: {
  pid: number;
  url: string;
  client: pg.Client;
  inspector: Inspector;
  folders: readonly string[];
  minute: number;
}): Promise<Sample> {
  const { pid, url, client, inspector, folders, minute } = from;
  const metrics = await (
    await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  ).text();
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  const files = await Promise.all(folders.map(countFiles));
  return {
    minute,
    memory: readProcess(pid).memory,
    heap: await inspector.heapAfterCollection(),
    connections: rows[0]?.count ?? Number.NaN,
    handles: (await readdir(`/proc/${pid}/fd`)).length,
    temporary: files.reduce((sum, count) => sum + count, 0),
    lag: sumOf(metrics, 'nodejs_eventloop_lag_p99_seconds') * 1_000,
    waiting: sumOf(metrics, 'vlam_pool_waiting'),
  };
}

const figure = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(1));

/** Plays the mix of `npm run load` for long, and judges what must not grow. `--minutes` 30 by default. */
export async function drillSoak(args: readonly string[]): Promise<Report> {
  const { values } = parseArgs({ args: [...args], options: { minutes: { type: 'string', default: '30' } } });
  const minutes = Number(values.minutes);
  if (!(minutes >= 2 && minutes <= 24 * 60)) throw new Error('--minutes: from 2 to 1440');
  const seconds = minutes * 60;
  // Sixty samples, and not so close that reading them is a load of its own.
  const everyMs = Math.max(5_000, (seconds / 60) * 1_000);
  const folder = await mkdtemp(join(tmpdir(), 'vlam-soak-'));
  const [dataDir, temporary] = [join(folder, 'data'), join(folder, 'temporary')];
  await Promise.all([mkdir(dataDir), mkdir(temporary)]);
  let client: pg.Client | null = null;
  let inspector: Inspector | null = null;
  const port = await freePort();
  const server = await startOn(dataDir, 'small', { METRICS_TOKEN: metricsToken, TMPDIR: temporary }, undefined, [
    ...serverFlags,
    `--inspect-port=127.0.0.1:${port}`,
  ]).catch(async (error) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  try {
    await server.drawn();
    client = new pg.Client({ connectionString: server.databaseUrl });
    client.on('error', () => {});
    await client.connect();
    inspector = await openInspector(server.pid, port);
    const read = {
      pid: server.pid,
      url: server.url,
      client,
      inspector,
      folders: [temporary, join(dataDir, 'arriving')],
    };
    const samples: Sample[] = [];
    const tally = createTally();
    const since = performance.now();
    let isOver = false;
    const sampling = (async () => {
      while (!isOver) {
        const minute = (performance.now() - since) / 60_000;
        samples.push(await takeSample({ ...read, minute }));
        await sleep(everyMs);
      }
    })();
    try {
      await playMix({ url: server.url, people, seconds, seed: 1, tally });
    } finally {
      isOver = true;
      await sampling;
    }
    const trends = names.map((name) => ({
      name,
      ...judge(
        samples.map((sample) => sample[name]),
        series[name],
      ),
    }));
    const rising = trends.filter(({ isRising }) => isRising);
    const step = Math.max(1, Math.floor(samples.length / 10));
    const shown = samples.filter((_, at) => at % step === 0 || at === samples.length - 1);
    const count = tally.figures().reduce((sum, one) => sum + one.count, 0);
    const text = [
      '# What grows while the site is used?',
      '',
      `\`npm run drill -- soak --minutes ${minutes}\` on ${new Date().toISOString().slice(0, 10)}: the mix of \`npm run load\` with ${people} members for ${minutes} minutes, ${count} operations, ${tally.failed()} errors; ${samples.length} samples. ${minutes < 30 ? 'Shorter than the 30 minutes that are the default: what leaks slowly is not seen. ' : ''}Rising is a series whose median of the last quarter is above that of the second by more than what is allowed.`,
      '',
      '| | second quarter | last quarter | allowed | |',
      '|---|---|---|---|---|',
      ...trends.map(({ name, second, last, isRising }) => {
        const { name: title, share, most } = series[name];
        const allowed = [...(share > 0 ? [`${Math.round(share * 100)} %`] : []), `${most}`].join(' and ');
        return `| ${title} | ${figure(second)} | ${figure(last)} | ${allowed} | ${isRising ? '**rising**' : 'flat'} |`;
      }),
      '',
      `| minute | ${names.join(' | ')} |`,
      `|---|${names.map(() => '---').join('|')}|`,
      ...shown.map(
        (sample) => `| ${sample.minute.toFixed(1)} | ${names.map((name) => figure(sample[name])).join(' | ')} |`,
      ),
      '',
      ...operationTable(tally.figures(), (performance.now() - since) / 1_000),
      '',
      ...(tally.failures.length > 0
        ? ['Errors:', '', ...tally.failures.slice(0, 20).map((line) => `- ${line}`), '']
        : []),
    ].join('\n');
    return { text, passed: rising.length === 0 && tally.failed() === 0 };
  } finally {
    inspector?.close();
    await client?.end();
    await server.end();
    await rm(folder, { recursive: true, force: true });
  }
}
