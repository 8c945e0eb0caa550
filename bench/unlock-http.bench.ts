import { join } from 'node:path';
import { isSound, reconcile } from '../apps/server/src/modules/credits/reconcile.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import type { Benchmark, Findings } from './lib/benchmark.ts';
import { type ChildServer, startChildServer } from './lib/child-server.ts';
import { installEightRoundTrips } from './lib/eight-round-trips.ts';
import { type HttpPlan, runHttpLoad } from './lib/http-load.ts';
import { makeLedgerWorld } from './lib/ledger-world.ts';
import { installPgledger, pgledgerFile } from './lib/pgledger.ts';
import { p99, type Row, ratio } from './lib/report.ts';
import { median, type Round } from './lib/stats.ts';
import { benchEnvironment, makeUnlockWorld } from './lib/unlock-world.ts';

const connections = 64;
const price = 10;
const poolSizes = [2, 4, 8, 16, 32];
const counts = { payers: 1_024, creators: 1_000 };
const places = { hot: 1, random: counts.creators };
const bareServer = join(import.meta.dirname, 'lib/bare-server.ts');

interface Candidate {
  name: string;
  /** The same for both places, or one for each. */
  server: ChildServer | Record<keyof typeof places, ChildServer>;
  /** What the connections send in this round. */
  plan(place: keyof typeof places): Pick<HttpPlan, 'connections'>;
  /** Told how far each connection came. */
  used?(place: keyof typeof places, used: readonly number[]): void;
}

const shuffled = <T>(items: readonly T[]): T[] => {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
  }
  return copy;
};

/** Random purchases for a bare server, written out beforehand. */
const barePlan = (place: keyof typeof places, each: number, cost = price) => ({
  connections: Array.from({ length: connections }, () => ({
    headers: {},
    paths: Array.from({ length: each }, () => {
      const payer = Math.floor(Math.random() * counts.payers);
      return `/${payer}/${Math.floor(Math.random() * places[place])}/${cost}`;
    }),
  })),
});

const serverOf = ({ server }: Candidate, place: keyof typeof places): ChildServer =>
  'port' in server ? server : server[place];

/** The number of connections with which a bare server does best, each tried for two seconds. */
async function findBestPool(
  start: (pool: number) => Promise<ChildServer>,
  place: keyof typeof places,
  log: (line: string) => void,
): Promise<number> {
  const tried: { pool: number; perSecond: number }[] = [];
  for (const pool of poolSizes) {
    const server = await start(pool);
    const { perSecond } = await runHttpLoad({
      ...barePlan(place, 4_000),
      port: server.port,
      method: 'POST',
      seconds: 2,
      warmUpSeconds: 1,
    });
    await server.stop();
    tried.push({ pool, perSecond });
    log(`the peer with ${pool} connections, ${place}: ${Math.round(perSecond)}/s`);
  }
  return tried.reduce((best, one) => (one.perSecond > best.perSecond ? one : best)).pool;
}

export const benchmark: Benchmark = {
  name: 'unlock-http',
  title: 'How many unlocks a second through HTTP, onto one popular creator and onto many?',
  goal: 'with guard, session and contract at least 10 times pgledger behind bare HTTP onto one creator, 3 times onto random ones, p99 under 25 ms.',
  async run({ postgres, rounds, seconds, log }) {
    const { url, database } = await postgres.createMigrated('app');
    const environment = benchEnvironment(url);
    const fans = 16 * connections;
    const world = await makeUnlockWorld(database, readConfig(environment), {
      fans,
      hotItems: 1_500,
      creators: counts.creators,
      itemsEach: 3,
      price,
    });
    const candidates: Candidate[] = [];
    const appServer = await startChildServer(join(import.meta.dirname, 'lib/app-server.ts'), environment);
    // Each fan buys each picture once; a connection is one fan after the other, and goes on where it stopped.
    const unlocks = { hot: unlockPaths(world.hot), random: unlockPaths(world.random) };
    const done = { hot: new Array<number>(connections).fill(0), random: new Array<number>(connections).fill(0) };
    const fanOf = { hot: new Array<number>(connections).fill(0), random: new Array<number>(connections).fill(0) };
    candidates.push({
      name: 'the product: guard, session, contract, answer with the picture',
      server: appServer,
      plan: (place) => ({
        body: JSON.stringify({ price }),
        connections: Array.from({ length: connections }, (_, index) => {
          // A fan who has bought most of it gives way to the next.
          if ((done[place][index] ?? 0) > unlocks[place].length * 0.6) {
            done[place][index] = 0;
            fanOf[place][index] = (fanOf[place][index] ?? 0) + 1;
          }
          const cookie = world.cookies[index + connections * (fanOf[place][index] ?? 0)] ?? '';
          return {
            headers: { cookie, 'sec-fetch-site': 'same-origin' },
            paths: unlocks[place].slice(done[place][index] ?? 0),
          };
        }),
      }),
      used(place, used) {
        for (const [index, count] of used.entries()) done[place][index] = (done[place][index] ?? 0) + count;
      },
    });

    const lane = await postgres.createMigrated('lane');
    const laneWorld = await makeLedgerWorld(lane.database, counts);
    const bare = (kind: string, databaseUrl: string, data: unknown, pool = 32) =>
      startChildServer(bareServer, {
        BARE_KIND: kind,
        DATABASE_URL: databaseUrl,
        BARE_DATA: JSON.stringify(data),
        BARE_POOL: String(pool),
      });
    candidates.push({
      name: 'our ledger behind bare HTTP',
      server: await bare('lane', lane.url, laneWorld),
      plan: (place) => barePlan(place, 3_000 * seconds),
    });
    const conventionalUrl = await postgres.createDatabase('conventional');
    await installEightRoundTrips(conventionalUrl);
    candidates.push({
      name: '8 round trips behind bare HTTP',
      server: await bare('eight', conventionalUrl, {}),
      plan: (place) => barePlan(place, 500 * seconds),
    });
    const peerPools = { hot: 0, random: 0 };
    if (pgledgerFile()) {
      const peerUrl = await postgres.createDatabase('peer');
      const accounts = await installPgledger(peerUrl, counts);
      const start = (pool: number) => bare('pgledger', peerUrl, accounts, pool);
      for (const place of ['hot', 'random'] as const) peerPools[place] = await findBestPool(start, place, log);
      const servers = { hot: await start(peerPools.hot), random: await start(peerPools.random) };
      candidates.push({
        name: 'pgledger behind bare HTTP, the same two transfers',
        server: servers,
        plan: (place) => barePlan(place, 500 * seconds),
      });
      // A price too small for a fee: the peer's easier job.
      candidates.push({
        name: 'pgledger behind bare HTTP, its easier job of one transfer',
        server: servers,
        plan: (place) => barePlan(place, 500 * seconds, 4),
      });
    }

    // As in a program that has run for a while, there are files of the log to write over.
    await database.pool.query('checkpoint');
    const rows = new Map<string, Round[]>();
    for (let round = 0; round < rounds; round += 1)
      for (const place of ['hot', 'random'] as const)
        for (const candidate of candidates) {
          const result = await runHttpLoad({
            ...candidate.plan(place),
            port: serverOf(candidate, place).port,
            method: 'POST',
            seconds,
            warmUpSeconds: round === 0 ? 4 : 1,
          });
          candidate.used?.(place, result.used);
          const name = `${candidate.name}, ${place}`;
          rows.set(name, [...(rows.get(name) ?? []), result]);
          log(
            `${name}: ${Math.round(result.perSecond)}/s, p99 ${result.p99.toFixed(1)} ms ${JSON.stringify(result.refusals)}`,
          );
        }
    const servers = candidates.flatMap((candidate) => [serverOf(candidate, 'hot'), serverOf(candidate, 'random')]);
    await Promise.all([...new Set(servers)].map((server) => server.stop()));
    const sound = isSound(await reconcile(database.pool));
    await Promise.all([database.close(), lane.database.close()]);

    const all: Row[] = [...rows].map(([name, list]) => ({ name, rounds: list }));
    const find = (candidate: number, place: string) => {
      const name = `${candidates[candidate]?.name ?? ''}, ${place}`;
      return all.find((row) => row.name === name) ?? { name, rounds: [] };
    };
    const verdicts: Findings['verdicts'] = [];
    // Beside each peer, or our stand-in when none was given; round by round, as the machine changes.
    const peers = candidates.filter(({ name }) => name.startsWith('pgledger'));
    for (const [place, times] of [
      ['hot', 10],
      ['random', 3],
    ] as const) {
      const product = find(0, place);
      for (const peer of peers.length > 0 ? peers : candidates.slice(-1)) {
        const beside = find(candidates.indexOf(peer), place);
        const gains = product.rounds.map((round, index) => round.perSecond / (beside.rounds[index]?.perSecond ?? 0));
        verdicts.push({
          claim: `${place}, ${times} times ${peer.name}`,
          reached: median(gains) >= times,
          seen: `${ratio(median(gains))} (${gains.map((each) => each.toFixed(1)).join(', ')})`,
        });
      }
      const high = p99(product);
      verdicts.push({ claim: `${place}, p99 under 25 ms`, reached: high < 25, seen: `${high.toFixed(1)} ms` });
    }
    const peerNote =
      peers.length > 0
        ? `The peer has the number of connections to PostgreSQL that was best for it (${peerPools.hot} onto one creator, ${peerPools.random} onto random ones, of ${poolSizes.join(', ')}) and posts both transfers in one call, or only the one to the creator.`
        : 'pgledger was not given (`PGLEDGER_SQL`): 8 round trips stand in for it.';
    return {
      rows: all,
      verdicts: [
        ...verdicts,
        { claim: 'nothing drifted (I1, I2)', reached: sound, seen: sound ? 'reconciled' : 'differences' },
      ],
      notes: [
        `${connections} connections from a process of their own, each its own fan; every unlock is a new purchase of ${price} credits, split 80/20 (two transfers). Hot: one creator. Random: ${counts.creators} creators.`,
        `The product answers with the balance and the opened picture; the bare servers read no session, check nothing and return one word. Rate budgets are lifted. ${peerNote} 8 round trips post one.`,
        'Load, server and PostgreSQL share the machine.',
      ],
    };
  },
};

const unlockPaths = (ids: readonly string[]): string[] => shuffled(ids).map((id) => `/api/content/${id}/unlock`);
