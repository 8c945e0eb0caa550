import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Lanes, runSchedules, startLanes } from '../../../../test/posting/run.ts';
import { schedule } from '../../../../test/posting/schedules.ts';

/** SEED and SCHEDULES name another run. */
const seed = Number(process.env.SEED ?? 102);
const numRuns = Number(process.env.SCHEDULES ?? 40);

let lanes: Lanes;
beforeAll(async () => {
  lanes = await startLanes();
});
afterAll(() => lanes.close());

it('T102: two processes return what they stored, in random schedules', {
  tags: ['long'],
  timeout: 300_000,
}, async () => {
  const { wrong } = await runSchedules(lanes, fc.sample(schedule, { numRuns, seed }));
  expect(wrong).toEqual([]);
});
