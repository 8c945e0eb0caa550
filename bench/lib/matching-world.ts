import { writeFileSync } from 'node:fs';
import type { Pool } from '../../apps/server/src/modules/matching/pool.ts';
import { createPool } from '../../apps/server/src/modules/matching/pool.ts';
import { makeTables, type Seeker } from '../../apps/server/src/modules/matching/rank.ts';

const cells = 800;

/** Numbers from 0 to `below`, the same in every run. */
export function createDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
}

/** People spread over 800 cells, aged 21 to 60, each with a short bio. */
export function makePool(people: number): Pool {
  const dice = createDice(20_261_121);
  const some = (size: number) => dice(size) & dice(size);
  const pool = createPool();
  for (let index = 0; index < people; index++)
    pool.put({
      id: String(index),
      age: 21 + dice(40),
      ageMin: 18 + dice(12),
      ageMax: 38 + dice(23),
      cell: BigInt(dice(cells)),
      interests: some(256),
      lifestyle: some(512),
      goals: some(64),
      band: dice(5),
    });
  return pool;
}

/** Members as their preferences make them: 10 years, 5 to 100 km, weights of their own. */
export function makeSeekers(count: number): Seeker[] {
  const dice = createDice(7);
  return Array.from({ length: count }, (_, index): Seeker => {
    const ageMin = 20 + dice(30);
    const place = dice(cells);
    return {
      id: String(index),
      age: 24 + dice(30),
      ageMin,
      ageMax: ageMin + 10,
      maxDistance: 5 + dice(96),
      interests: dice(256) & dice(256),
      lifestyle: dice(512) & dice(512),
      goals: dice(64),
      weights: { location: dice(21) * 5, interests: dice(21) * 5, lifestyle: dice(21) * 5, activity: dice(21) * 5 },
      distanceTo: (cell) => 2 + ((Math.abs(Number(cell) - place) * 7) % 120),
    };
  });
}

/** Writes the pool and every seeker's tables for the program in C. */
export function writeWorld(file: string, pool: Pool, seekers: readonly Seeker[]): void {
  const { columns } = pool;
  const n = columns.length;
  const part = (array: Uint8Array | Uint16Array | Uint32Array | Int16Array, length = array.length) =>
    Buffer.from(array.buffer, array.byteOffset, length * array.BYTES_PER_ELEMENT);
  const { age, ageMin, ageMax, interests, goals, band } = columns;
  writeFileSync(
    file,
    Buffer.concat([
      part(Uint32Array.of(n, seekers.length)),
      part(columns.cell, n),
      part(columns.lifestyle, n),
      ...[age, ageMin, ageMax, interests, goals, band].map((column) => part(column, n)),
      ...seekers.flatMap((seeker) => {
        const tables = makeTables(pool, seeker);
        return [
          part(Uint32Array.of(seeker.age, seeker.ageMin, seeker.ageMax, pool.cells.length)),
          ...[tables.location, tables.interests, tables.lifestyle, tables.goals, tables.activity].map((table) =>
            part(table),
          ),
        ];
      }),
    ]),
  );
}
