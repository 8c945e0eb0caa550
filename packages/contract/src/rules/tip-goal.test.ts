import { expect, it } from 'vitest';
import { tipGoalPercent } from './tip-goal.ts';

it.each([
  [0, 500, 0],
  [340, 500, 68],
  [499.99, 500, 99],
  [500, 500, 100],
  [900, 500, 100],
  [5, null, 0],
])('%d of %s is %i percent', (tips, goal, percent) => expect(tipGoalPercent(tips, goal)).toBe(percent));
