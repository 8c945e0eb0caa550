import { cities } from '@vlam/contract/constants';
import { cityPlaces } from '@vlam/contract/rules/places';
import { areaOf, cellAt } from '../../apps/server/src/modules/discovery/cells.ts';
import type { Database } from '../../apps/server/src/platform/database.ts';

export interface Spot {
  latitude: number;
  longitude: number;
}

/** Different places; people are spread over them and a little around each. */
const spotCount = 200_000;
const weights = [20, 24, 16, 13, 7, 5, 5, 4, 4, 2];
const peopleAtOnce = 1_000_000;

function normal(): number {
  return Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
}

function anySpot(): Spot {
  if (Math.random() < 1 / 7) return { latitude: -33 + Math.random() * 9, longitude: 20 + Math.random() * 11 };
  let rest = Math.random() * 100;
  const index = weights.findIndex((weight) => {
    rest -= weight;
    return rest < 0;
  });
  const { latitude, longitude } = cityPlaces[cities[Math.max(0, index)] ?? 'Johannesburg'];
  return { latitude: latitude + normal() * 0.11, longitude: longitude + normal() * 0.125 };
}

/** Fills `discovery_people` set-wise, without the profiles behind it, and returns their cells. */
export async function fillPeople(database: Database, people: number, log: (line: string) => void): Promise<Spot[]> {
  const { pool } = database;
  const spots = Array.from({ length: spotCount }, anySpot);
  const cells = spots.map(({ latitude, longitude }) => cellAt(latitude, longitude));
  await pool.query('create unlogged table spots (n int, cell bigint, area bigint, latitude float8, longitude float8)');
  await pool.query(
    `insert into spots select row_number() over () - 1, * from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::float8[])`,
    [
      cells.map(String),
      cells.map((cell) => String(areaOf(cell))),
      spots.map(({ latitude }) => latitude),
      spots.map(({ longitude }) => longitude),
    ],
  );
  await pool.query('create unique index on spots (n)');
  await pool.query('analyze spots');
  await pool.query('alter table discovery_people drop constraint discovery_people_profile_id_fkey');
  const { rows: indexes } = await pool.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
      where indrelid = 'discovery_people'::regclass and not indisprimary`,
  );
  for (const { name } of indexes) await pool.query(`drop index ${name}`);
  const started = performance.now();
  for (let from = 0; from < people; from += peopleAtOnce)
    await pool.query(
      `insert into discovery_people (profile_id, cell, area, band, band_until, rank, fell_at, boost, tie, age,
           relationship, verified, interests)
         select md5(made.n::text)::uuid, cell, area, band, now() + interval '1 hour', (case boost when 5 then 5 when 3 then 10 else 15 end) + band,
                now() - interval '1 day', boost, hashtextextended(made.n::text, 7), 18 + made.n % 45, made.n % 5, made.n % 3 > 0, (made.n % 256)::int
           from (select n, case when chance < 0.05 then 0 when chance < 0.1 then 1 when chance < 0.35 then 2
                          when chance < 0.6 then 3 else 4 end::smallint as band,
                        case n % 50 when 0 then 5 when 1 then 3 else 1 end::smallint as boost
                   from (select n, random() as chance from generate_series($1::int, $2::int) as n) as drawn) as made
           join spots on spots.n = (made.n::bigint * 7919) % ${spotCount}`,
      [from, Math.min(people, from + peopleAtOnce) - 1],
    );
  log(`${people} people in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  for (const { made } of indexes) await pool.query(made);
  log(`their indexes in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return spots.slice(0, 20_000);
}

export async function hasExtension({ pool }: Database, name: string): Promise<boolean> {
  return (await pool.query('select from pg_available_extensions where name = $1', [name])).rowCount === 1;
}

/** The same people with exact positions, indexed as each peer recommends. */
export async function makePeers(
  { pool }: Database,
  peers: readonly ('earthdistance' | 'postgis')[],
  log: (line: string) => void,
): Promise<void> {
  const started = performance.now();
  if (peers.includes('postgis')) await pool.query('create extension if not exists postgis');
  const place = peers.includes('postgis') ? ', st_makepoint(longitude, latitude)::geography as place' : '';
  await pool.query(
    `create unlogged table peers as
       select * ${place} from (
         select profile_id as id, latitude + (random() - 0.5) * 0.02 as latitude,
                longitude + (random() - 0.5) * 0.02 as longitude, now() - random() * interval '30 days' as last_seen
           from discovery_people join (select distinct on (cell) cell, latitude, longitude from spots) as spots using (cell)
         offset 0) as people`,
  );
  await pool.query('create index on peers (last_seen desc)');
  if (peers.includes('earthdistance')) {
    await pool.query('create extension if not exists cube');
    await pool.query('create extension if not exists earthdistance');
    await pool.query('create index on peers using gist (ll_to_earth(latitude, longitude))');
  }
  if (peers.includes('postgis')) await pool.query('create index on peers using gist (place)');
  log(`peers in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}
