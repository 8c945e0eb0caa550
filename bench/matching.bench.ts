import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rankPool, type Seeker } from '../apps/server/src/modules/matching/rank.ts';
import type { Benchmark } from './lib/benchmark.ts';
import { makePool, makeSeekers, writeWorld } from './lib/matching-world.ts';
import { p99, perSecond, type Row, ratio } from './lib/report.ts';
import { Latencies, type Round } from './lib/stats.ts';

const people = 100_000;
const kept = 50;
const limitSource = join(import.meta.dirname, 'lib/matching-limit.c');

/** The pass in C for some seconds, or null where there is no compiler. */
function openLimit(folder: string): ((world: string, seconds: number) => Round) | null {
  const program = join(folder, 'limit');
  try {
    execFileSync('cc', ['-O3', '-march=native', '-o', program, limitSource], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return (world, seconds) => {
    const [passes = 0, p50 = 0, high = 0] = execFileSync(program, [world, String(seconds)], { encoding: 'utf8' })
      .trim()
      .split(' ')
      .map(Number);
    return { perSecond: passes / seconds, p50, p99: high, failed: 0 };
  };
}

async function runFor(seconds: number, call: (turn: number) => unknown): Promise<Round> {
  const times = new Latencies();
  const ends = performance.now() + seconds * 1_000;
  for (let turn = 0; performance.now() < ends; turn++) {
    const started = performance.now();
    await call(turn);
    times.add(performance.now() - started);
  }
  return times.summary(seconds);
}

const bits = (column: string, mask: number) => `bit_count((${column} & ${mask})::bit(16))`;
/** The same score as one writes it in SQL: overlap of masks, distance by cell, band of activity. */
const sqlText = (seeker: Seeker) => `select id, score from (
    select c.id, (1 - 0.8 * (d.km - 2) / ${Math.max(1, seeker.maxDistance - 2)}.0) * ${seeker.weights.location}
      + ${bits('interests', seeker.interests)} * ${seeker.weights.interests}
      + ${bits('lifestyle', seeker.lifestyle)} * ${seeker.weights.lifestyle} + ${bits('goals', seeker.goals)}
      + (5 - band) * ${seeker.weights.activity} as score
    from candidates c join unnest($1::int[], $2::int[]) as d (cell, km) using (cell)
    where d.km <= ${seeker.maxDistance} and age between ${seeker.ageMin} and ${seeker.ageMax}
      and ${seeker.age} between age_min and age_max) scored
  order by score desc, id limit ${kept}`;

export const benchmark: Benchmark = {
  name: 'matching',
  title: `How fast are the best ${kept} of ${people.toLocaleString('en-ZA')} candidates found for one member?`,
  goal: 'under 50 ms, and at least 0.3 of the limit in C where a compiler is there.',
  async run({ postgres, rounds, seconds, log }) {
    const pool = makePool(people);
    const seekers = makeSeekers(200);
    const seekerAt = (turn: number) => seekers[turn % seekers.length] as Seeker;
    const folder = mkdtempSync(join(tmpdir(), 'vlam-bench-matching-'));
    const world = join(folder, 'world');
    writeWorld(world, pool, seekers);
    const limit = openLimit(folder);
    const { database } = await postgres.createMigrated('matching');
    const { columns, cells } = pool;
    const numbers = (column: Uint8Array | Uint16Array | Uint32Array) => Array.from(column.subarray(0, columns.length));
    await database.pool.query(
      `create table candidates (id int primary key, age int, age_min int, age_max int, cell int, interests int, lifestyle int, goals int, band int)`,
    );
    await database.pool.query(
      `insert into candidates select row_number() over (), * from
         unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[])`,
      [
        columns.age,
        columns.ageMin,
        columns.ageMax,
        columns.cell,
        columns.interests,
        columns.lifestyle,
        columns.goals,
        columns.band,
      ].map(numbers),
    );
    await database.pool.query('create index on candidates (cell, age)');
    await database.pool.query('vacuum analyze candidates');
    const numbersOfCells = cells.map((_, index) => index);

    const rows = new Map<string, Round[]>();
    const add = (name: string, round: Round) => {
      rows.set(name, [...(rows.get(name) ?? []), round]);
      log(`${name}: ${Math.round(round.perSecond)}/s, p99 ${round.p99.toFixed(2)} ms`);
    };
    await runFor(1, (turn) => rankPool(pool, seekerAt(turn), kept));
    for (let round = 0; round < rounds; round++) {
      add('packed columns, as the product', await runFor(seconds, (turn) => rankPool(pool, seekerAt(turn), kept)));
      add(
        'SQL over an index by cell and age',
        await runFor(seconds, (turn) => {
          const seeker = seekerAt(turn);
          return database.pool.query(sqlText(seeker), [numbersOfCells, cells.map(seeker.distanceTo)]);
        }),
      );
      if (limit) add('limit: the pass alone in C', limit(world, seconds));
    }
    await database.close();
    rmSync(folder, { recursive: true });

    const all: Row[] = [...rows].map(([name, list]) => ({ name, rounds: list }));
    const row = (name: string) => all.find((each) => each.name.startsWith(name)) ?? { name, rounds: [] };
    const ours = row('packed');
    const share = perSecond(ours) / perSecond(row('limit'));
    return {
      rows: all,
      verdicts: [
        { claim: 'under 50 ms', reached: p99(ours) < 50, seen: `p99 ${p99(ours).toFixed(2)} ms` },
        ...(limit ? [{ claim: 'at least 0.3 of the limit in C', reached: share >= 0.3, seen: ratio(share) }] : []),
      ],
      notes: [
        `200 members with different preferences take turns; the product's figure includes building their score tables, the limit's does not. SQL: ${ratio(perSecond(ours) / perSecond(row('SQL')))} slower.`,
        'One thread each. Left out: reading the pool at start, the visibility of the best 150, storing the result.',
      ],
    };
  },
};
