import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Lanes, runSchedules, startLanes } from '../../../test/posting/run.ts';
import { schedule } from '../../../test/posting/schedules.ts';

/** SEED names another run; SCHEDULES=10000 is the long one. */
const seed = Number(process.env.SEED ?? 102);
const count = Number(process.env.SCHEDULES ?? 1_000);

let lanes: Lanes;
beforeAll(async () => {
  lanes = await startLanes();
});
afterAll(() => lanes.close());

it('T102: what two processes answer in random schedules is what they stored, message by message', {
  timeout: 300_000 + count * 100,
}, async () => {
  expect(await runSchedules(lanes, fc.sample(schedule, { numRuns: count, seed }))).toEqual([]);
});
