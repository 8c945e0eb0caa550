import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Lanes, runSchedules, startLanes } from '../../../test/posting/run.ts';
import { schedule } from '../../../test/posting/schedules.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const count = 10_000;

let lanes: Lanes;
beforeAll(async () => {
  lanes = await startLanes();
});
afterAll(() => lanes.close());

it(`T102: ten thousand schedules of two processes store what they answer (SEED=${seed})`, {
  timeout: 3_600_000,
}, async () => {
  expect(await runSchedules(lanes, fc.sample(schedule, { numRuns: count, seed }))).toEqual([]);
});
