import { expect, it } from 'vitest';
import { createRandom } from '../../apps/server/demo/random.ts';
import { judge } from './trend.ts';

const tolerance = { share: 0.1, most: 5 };
const series = (of: (at: number) => number, count = 40) => Array.from({ length: count }, (_, at) => of(at));

it('takes a noisy level, a warm-up and single peaks for flat', () => {
  const random = createRandom(5);
  expect(
    judge(
      series(() => 200 + random.integer(-20, 20)),
      tolerance,
    ).isRising,
  ).toBe(false);
  expect(
    judge(
      series((at) => Math.min(200, at * 20)),
      tolerance,
    ).isRising,
  ).toBe(false);
  expect(
    judge(
      series((at) => (at > 34 && at % 2 ? 900 : 200)),
      tolerance,
    ).isRising,
  ).toBe(false);
});

it('finds a slow rise, and one that comes late and stays', () => {
  expect(
    judge(
      series((at) => 200 + at * 2),
      tolerance,
    ),
  ).toEqual({ second: 229, last: 269, isRising: true });
  expect(
    judge(
      series((at) => (at > 30 ? 300 : 200)),
      tolerance,
    ).isRising,
  ).toBe(true);
});

it('forgives as much as it says, and no more', () => {
  const step = (to: number) =>
    judge(
      series((at) => (at < 20 ? 100 : to)),
      tolerance,
    ).isRising;
  expect(step(115)).toBe(false);
  expect(step(115.1)).toBe(true);
});

it('says nothing good of a series that is too short or was not read', () => {
  expect(
    judge(
      series(() => 1, 7),
      tolerance,
    ).isRising,
  ).toBe(true);
  expect(
    judge(
      series(() => Number.NaN),
      tolerance,
    ).isRising,
  ).toBe(true);
});
