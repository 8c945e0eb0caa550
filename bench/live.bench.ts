import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveEncoding } from '@vlam/contract/rules/lives';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { createTestClock } from '../apps/server/test/clock.ts';
import { aCreator, aProfile } from '../apps/server/test/factories.ts';
import { letCheckedCreatorsPublish } from '../apps/server/test/levels.ts';
import { helloOf, openBroadcast } from '../apps/server/test/live-shows.ts';
import type { Bench, Benchmark, Findings } from './lib/benchmark.ts';
import { startChildServer } from './lib/child-server.ts';
import { type LiveFeed, mirrorShow, runViewers, sendFrames } from './lib/live-show.ts';
import type { ViewersRound } from './lib/live-viewers-process.ts';
import { startNginx } from './lib/nginx.ts';
import { processorMs } from './lib/processor-time.ts';
import { type Row, ratio } from './lib/report.ts';
import { median } from './lib/stats.ts';
import { benchEnvironment } from './lib/unlock-world.ts';

const goal = 0.5;
const audiences = [50, 500] as const;
const warmUpSeconds = 3;
/** Between two lists of a player that cannot wait for one: the length of a part. */
const pollMs = 330;
const script = join(import.meta.dirname, 'lib/live-server.ts');
const bareScript = join(import.meta.dirname, 'lib/folder-server.ts');
/** What Node itself costs for the same files: no code of ours can cost less. */
const bareName = 'bare node:http, nothing checked';

interface Seen extends ViewersRound {
  /** Of the server and its database, for a second of one viewer, in milliseconds. */
  cost: number;
  /** Of that, the database's. */
  databaseCost: number;
  megabits: number;
}

async function run({ postgres, rounds, seconds, log }: Bench): Promise<Findings> {
  const { url, database } = await postgres.createMigrated('live');
  const environment = benchEnvironment(url);
  const app = { db: database.db, clock: createTestClock(), config: readConfig(environment) };
  await letCheckedCreatorsPublish(database);
  const creator = await aCreator(app);
  const cookies: string[] = [];
  for (let person = 0; person < Math.max(...audiences); person += 1) cookies.push((await aProfile(app)).cookie);
  await database.pool.query('vacuum analyze');
  const folder = mkdtempSync(join(tmpdir(), 'vlam-live-'));
  const server = await startChildServer(script, environment);
  const nginx = await startNginx(folder);
  const bare = await startChildServer(bareScript, { BARE_FOLDER: nginx.root });
  const own = `http://127.0.0.1:${server.port}`;
  const ending = new AbortController();
  try {
    const started = await fetch(`${own}/api/lives`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: creator.cookie },
      body: JSON.stringify({ title: 'One lamp', audience: 'free' }),
    });
    if (started.status !== 201) throw new Error(`the show did not begin: ${await started.text()}`);
    const access = (await started.json()) as Parameters<typeof openBroadcast>[2];
    const hello = { ...helloOf(access.ingestKey), channels: null };
    const broadcast = await openBroadcast({ url: own }, creator, access, hello);
    const stopFrames = sendFrames(broadcast, liveEncoding.bitrate);
    await sleep(3_000);
    const mirror = mirrorShow({ url: own, cookie: cookies[0] ?? '', id: access.id }, nginx.root, ending.signal).catch(
      (error: unknown) => {
        if (!ending.signal.aborted) throw error;
      },
    );
    await sleep(2_000);

    const peers: { name: string; port: number; feed: LiveFeed; used(): number; ofDatabase(): number }[] = [
      {
        name: 'this server',
        port: server.port,
        feed: { folder: `/m/live/${access.id}/`, blocks: true, pollMs },
        used: () => processorMs(server.pid),
        ofDatabase: () => postgres.processorMs(),
      },
      {
        name: nginx.name,
        port: nginx.port,
        feed: { folder: '/', blocks: false, pollMs },
        used: () => processorMs(nginx.pid),
        ofDatabase: () => 0,
      },
      {
        name: bareName,
        port: bare.port,
        feed: { folder: '/', blocks: false, pollMs },
        used: () => processorMs(bare.pid),
        ofDatabase: () => 0,
      },
    ];
    const seen = new Map<string, Seen[]>();
    for (let round = 0; round < rounds; round += 1)
      for (const viewers of audiences)
        for (const { name, port, feed, used, ofDatabase } of peers) {
          // What the show itself costs, without viewers, is not theirs.
          const idle = await costOf(
            () => used(),
            ofDatabase,
            () => sleep(2_000),
          );
          const running = runViewers({ port, feed, cookies: cookies.slice(0, viewers), warmUpSeconds, seconds });
          // Connections and sessions of five hundred who come at once are not what watching costs.
          await Promise.race([running, sleep(warmUpSeconds * 1_000)]);
          const spent = await costOf(used, ofDatabase, () => running);
          const result = await running;
          const { bytes } = result;
          const each = (kind: 'server' | 'database') =>
            Math.max(0, spent[kind] - (idle[kind] / idle.ms) * spent.ms) / ((spent.ms / 1_000) * viewers);
          const found: Seen = {
            ...result,
            cost: each('server') + each('database'),
            databaseCost: each('database'),
            megabits: (bytes * 8) / 1e6 / seconds / viewers,
          };
          const label = `${viewers} viewers, ${name}`;
          seen.set(label, [...(seen.get(label) ?? []), found]);
          log(
            `${label}: p50 ${found.p50.toFixed(0)} ms, p99 ${found.p99.toFixed(0)} ms, ${found.megabits.toFixed(2)} Mbit/s and ${found.cost.toFixed(2)} ms a second for each (database ${found.databaseCost.toFixed(2)}), failed ${found.failed}, missed ${found.missed}`,
          );
        }
    stopFrames();
    ending.abort();
    await mirror;
    broadcast.socket.close();
    return report(seen, nginx.name);
  } finally {
    ending.abort();
    await server.stop();
    await nginx.stop();
    await bare.stop();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function costOf(server: () => number, database: () => number, work: () => Promise<unknown>) {
  const before = { server: server(), database: database(), at: performance.now() };
  await work();
  return {
    server: server() - before.server,
    database: database() - before.database,
    ms: performance.now() - before.at,
  };
}

function report(seen: ReadonlyMap<string, readonly Seen[]>, peer: string): Findings {
  const middle = (viewers: number, name: string, kind: 'p50' | 'cost' | 'databaseCost' | 'megabits') =>
    median((seen.get(`${viewers} viewers, ${name}`) ?? []).map((each) => each[kind]));
  const rows: Row[] = [...seen].map(([name, all]) => ({ name, rounds: all }));
  const both = (viewers: number, kind: 'p50' | 'cost' | 'megabits') =>
    [middle(viewers, 'this server', kind), middle(viewers, peer, kind)] as const;
  const verdicts = audiences.flatMap((viewers) => {
    const [[ownDelay, delay], [ownCost, cost], [ownMegabits, megabits]] = [
      both(viewers, 'p50'),
      both(viewers, 'cost'),
      both(viewers, 'megabits'),
    ];
    const claim = (what: string, share: number, figures: string) => ({
      claim: `${viewers} viewers, ${what}: at least ${goal} of nginx`,
      reached: share >= goal,
      seen: `${ratio(share)}, ${figures}`,
    });
    return [
      claim('delay', delay / ownDelay, `${ownDelay.toFixed(0)} ms beside ${delay.toFixed(0)} ms in the median`),
      claim('megabits', ownMegabits / megabits, `${ownMegabits.toFixed(2)} beside ${megabits.toFixed(2)} Mbit/s each`),
      claim(
        'processor time',
        cost / ownCost,
        `${ownCost.toFixed(2)} ms (of it ${middle(viewers, 'this server', 'databaseCost').toFixed(2)} in PostgreSQL) beside ${cost.toFixed(2)} ms for each viewer and second`,
      ),
    ];
  });
  const limits = audiences.map((viewers) => {
    const [bareCost, cost] = [middle(viewers, bareName, 'cost'), middle(viewers, peer, 'cost')];
    return `${ratio(cost / bareCost)} at ${viewers} viewers (${bareCost.toFixed(2)} ms)`;
  });
  return {
    rows,
    measured: `Parts of a third of a second, loaded by all viewers in a second; p50 and p99 are the delay from the last frame of a part as it is sent until the part is there`,
    verdicts,
    notes: [
      `One show of ${liveEncoding.bitrate / 1_000} kbit/s, sent in real time over the socket of a broadcasting browser. Each viewer is another member with a connection of their own, who loads the list and every part as a player of low-latency HLS does. Here the list is asked for before it has changed; nginx has no such lists, so its viewers ask again after ${pollMs} ms. nginx (one worker, sendfile, no log) has the very parts and lists in a folder, where they are written as soon as they exist.`,
      'This server checks session, rate, right to the show and signature for every file; nginx checks nothing. Processor time is that of the server and of PostgreSQL after the warm-up, less what the show costs without viewers. All share the machine.',
      `Bare node:http serves the same files from memory, without session, rate, signature or log, and reaches ${limits.join(' and ')} of nginx in processor time: a server in Node that checks each file stays below that.`,
    ],
  };
}

export const benchmark: Benchmark = {
  name: 'live',
  title: 'How late, how heavy and how dear is a live show for its viewers?',
  goal: `at least ${goal} of nginx with the same files in the same run, in delay, megabits and processor time.`,
  run,
};
