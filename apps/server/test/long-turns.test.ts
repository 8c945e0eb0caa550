import { expect, it } from 'vitest';
import { longTurns } from './long-turns.ts';

const turns = [0, 1, 2, 3];

it.each(['2', '7'])('a long run with the seed %s given takes every operation', (given) => {
  const { seed, takes } = longTurns(given);
  expect([seed, turns.filter(takes)]).toEqual([Number(given), turns]);
});

it.each([undefined, ''])('without one (%j) it takes every second operation, by a seed of its own', (given) => {
  const { seed, takes } = longTurns(given);
  expect(turns.filter(takes)).toEqual(seed % 2 === 0 ? [0, 2] : [1, 3]);
});
