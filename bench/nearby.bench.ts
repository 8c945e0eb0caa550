import pg from 'pg';
import { cellAt, cellOfCity } from '../apps/server/src/modules/discovery/cells.ts';
import { createNearbyStore } from '../apps/server/src/modules/discovery/nearby-store.ts';
import { createWalks, listStart } from '../apps/server/src/modules/discovery/walks.ts';
import type { Benchmark, Findings } from './lib/benchmark.ts';
import { runLoad } from './lib/load.ts';
import { fillPeople, hasExtension, makePeers, type Spot } from './lib/people-world.ts';
import { p99, perSecond, type Row } from './lib/report.ts';
import type { Round } from './lib/stats.ts';

const clients = 8;
const limit = 12;
/** BENCH_PEOPLE=1000000,10000000 measures both sizes; ten million take some 8 GB on disk and a quarter of an hour. */
const sizes = (process.env.BENCH_PEOPLE ?? '1000000').split(',').map(Number);
const byHand = 'by recency in two steps written by hand';
const radius = () => 1 + Math.floor(Math.random() * 50);
const millions = (people: number) => `${people / 1e6} million`;

const everybody = {
  ageFrom: 0,
  ageTo: 999,
  relationship: 0,
  verified: false,
  interest: 0,
  maxBand: 4,
};

/** Number of the latest members a peer scans before it reads everyone within the radius. */
const latestFirst = 4_000;

/**
 * The peers' own way: an index on the exact position, nearest first or everything within sorted by time. `latest` is
 * what a careful hand writes for recency: the latest of everybody, and only where too few of them are near, the rest.
 */
const peerStatements = {
  earthdistance: {
    distance: `select id from peers
      where earth_box(ll_to_earth($1, $2), $3) @> ll_to_earth(latitude, longitude)
      order by ll_to_earth(latitude, longitude) <-> ll_to_earth($1, $2) limit ${limit}`,
    recency: `select id from peers where earth_box(ll_to_earth($1, $2), $3) @> ll_to_earth(latitude, longitude)
      order by last_seen desc limit ${limit}`,
    latest: `select id from (select * from peers order by last_seen desc limit ${latestFirst}) as latest
      where earth_box(ll_to_earth($1, $2), $3) @> ll_to_earth(latitude, longitude) order by last_seen desc limit ${limit}`,
  },
  postgis: {
    distance: `select id from peers where st_dwithin(place, st_makepoint($2, $1)::geography, $3)
      order by place <-> st_makepoint($2, $1)::geography limit ${limit}`,
    recency: `select id from peers where st_dwithin(place, st_makepoint($2, $1)::geography, $3)
      order by last_seen desc limit ${limit}`,
    latest: `select id from (select * from peers order by last_seen desc limit ${latestFirst}) as latest
      where st_dwithin(place, st_makepoint($2, $1)::geography, $3) order by last_seen desc limit ${limit}`,
  },
} as const;

export const benchmark: Benchmark = {
  name: 'nearby',
  title: 'How fast are the nearest, and the most recent, twelve people within 1 to 50 km?',
  goal: 'distance order at least 3.5 times PostGIS with p99 under 5 ms, recency order at least 5 times PostGIS in two steps written by hand; at ten million people no slower than at one million by more than 1.3 times.',
  async run({ postgres, rounds, seconds, log }) {
    const notes: string[] = [];
    const verdicts: Findings['verdicts'] = [];
    const found = new Map<string, Round[]>();
    const rowOf = (name: string): Row => ({ name, rounds: found.get(name) ?? [] });
    for (const people of sizes) {
      const name = `nearby_${people}`;
      const { url, database } = await postgres.createMigrated(name, clients);
      const spots = await fillPeople(database, people, log);
      const peers = ['earthdistance', ...((await hasExtension(database, 'postgis')) ? ['postgis'] : [])] as (
        | 'earthdistance'
        | 'postgis'
      )[];
      if (!peers.includes('postgis'))
        notes.push('PostGIS is not installed here: earthdistance stands alone beside it.');
      await makePeers(database, peers, log);
      await database.pool.query('vacuum analyze');

      const walks = createWalks(createNearbyStore(database));
      const since = new Date();
      const anySpot = (): Spot => spots[Math.floor(Math.random() * spots.length)] as Spot;
      const ask = (order: 'byDistance' | 'byRecency') => async () => {
        const { latitude, longitude } = anySpot();
        const cell = cellAt(latitude, longitude) || cellOfCity('Johannesburg');
        await walks[order](cell, Math.max(2, radius()), { ...everybody, since }, listStart, limit);
        return true;
      };
      const pool = new pg.Pool({ connectionString: url, max: clients });
      type Statement = 'distance' | 'recency' | 'latest';
      const askPeer = (peer: (typeof peers)[number], statements: readonly Statement[]) => async () => {
        const { latitude, longitude } = anySpot();
        const values = [latitude, longitude, radius() * 1_000];
        for (const order of statements) {
          const { rows } = await pool.query({ name: `${peer} ${order}`, text: peerStatements[peer][order], values });
          if (rows.length === limit) break;
        }
        return true;
      };
      const candidates: [string, () => Promise<boolean>][] = [
        ['the store, by distance', ask('byDistance')],
        ['the store, by recency', ask('byRecency')],
        ...peers.flatMap((peer): [string, () => Promise<boolean>][] => [
          [`${peer}, by distance`, askPeer(peer, ['distance'])],
          [`${peer}, by recency`, askPeer(peer, ['recency'])],
          [`${peer}, ${byHand}`, askPeer(peer, ['latest', 'recency'])],
        ]),
      ];
      for (let round = 0; round < rounds; round += 1)
        for (const [what, call] of candidates) {
          const label = `${what}, ${millions(people)}`;
          const one: Round = await runLoad({ clients, seconds, call });
          found.set(label, [...(found.get(label) ?? []), one]);
          log(`${label}: ${Math.round(one.perSecond)}/s, p99 ${one.p99.toFixed(2)} ms`);
        }
      await pool.end();
      await database.close();
      await postgres.dropDatabase(name);

      const rate = (what: string) => perSecond(rowOf(`${what}, ${millions(people)}`));
      const late = p99(rowOf(`the store, by distance, ${millions(people)}`));
      verdicts.push({
        claim: `by distance, p99 under 5 ms at ${millions(people)}`,
        reached: late < 5,
        seen: `${late.toFixed(2)} ms`,
      });
      // The goals name PostGIS; where it is missing, the other stands in for it.
      for (const peer of peers.slice(-1))
        for (const [order, factor, way] of [
          ['distance', 3.5, 'by distance'],
          ['recency', 5, byHand],
        ] as const) {
          const times = rate(`the store, by ${order}`) / rate(`${peer}, ${way}`);
          verdicts.push({
            claim: `by ${order}, at least ${factor} times ${peer} ${way} at ${millions(people)}`,
            reached: times >= factor,
            seen: `${times.toFixed(1)} times`,
          });
        }
    }
    const [small, large] = sizes;
    if (small && large)
      for (const order of ['distance', 'recency']) {
        const at = (people: number) => perSecond(rowOf(`the store, by ${order}, ${millions(people)}`));
        const slower = at(small) / at(large);
        verdicts.push({
          claim: `by ${order}, at ${millions(large)} no slower than at ${millions(small)} by more than 1.3 times`,
          reached: slower <= 1.3,
          seen: `${slower.toFixed(2)} times`,
        });
      }
    return {
      rows: [...found.keys()].map(rowOf),
      verdicts,
      notes: [
        ...new Set(notes),
        `Six of seven people live around the ten cities, the rest anywhere between; viewers are where people are. ${clients} callers, ${limit} people an answer, the radius 1 to 50 km, evenly.`,
        'The store returns whole kilometres between cells, boost, recency and a keyed hash; the peers return exact distances, which the product must not show, and no boost. Neither checks visibility: that is one further statement by id.',
      ],
    };
  },
};
