import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Lanes, runSchedules, startLanes } from '../../../../test/posting/run.ts';
import { schedule } from '../../../../test/posting/schedules.ts';

// A new seed each time, for a minute; SCHEDULES=10000 runs that many, however long they take.
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const wanted = process.env.SCHEDULES ? Number(process.env.SCHEDULES) : null;
const maxMs = wanted ? Number.POSITIVE_INFINITY : 60_000;

let lanes: Lanes;
beforeAll(async () => {
  lanes = await startLanes();
});
afterAll(() => lanes.close());

it(`T102: two processes return what they stored, in random schedules (SEED=${seed})`, {
  timeout: 4 * 3_600_000,
}, async () => {
  const schedules = fc.sample(schedule, { numRuns: wanted ?? 10_000, seed });
  const { wrong, count } = await runSchedules(lanes, schedules, { maxMs });
  console.log(`T102: ${count} schedules of seed ${seed}`);
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(200);
});
