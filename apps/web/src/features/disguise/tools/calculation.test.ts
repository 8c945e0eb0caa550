import { expect, it } from 'vitest';
import { type Calculation, emptyCalculation, type Key, pressKey, readable } from './calculation.ts';

const after = (keys: string): Calculation =>
  keys.split(' ').reduce((state, key) => pressKey(state, key as Key), emptyCalculation);

it.each([
  ['1 2 × 1 0 4 . 1 2 5 =', '1249.5'],
  ['. 1 + . 2 =', '0.3'],
  ['7 ÷ 0 =', 'Error'],
  ['7 ÷ 0 = 5', '5'],
  ['2 + 3 × 4 =', '20'],
  ['9 − 1 2 =', '-3'],
  ['5 0 %', '0.5'],
  ['5 ±', '-5'],
  ['0 ±', '0'],
  ['5 ± ±', '5'],
  ['1 2 3 ⌫ ⌫', '1'],
  ['7 ⌫', '0'],
  ['1 . 5 . 2', '1.52'],
  ['5 + − 2 =', '3'],
  ['5 =', '5'],
  ['3 + 4 = 8', '8'],
  ['1 2 3 4 5 6 7 8 9 0 1 2 3', '123456789012'],
  ['4 C', '0'],
])('%s gives %s', (keys, entry) => expect(after(keys).entry).toBe(entry));

it('shows the sum above its result, with thousands separated', () => {
  expect(after('1 0 0 0 × 2 =').line).toBe('1,000 × 2');
  expect(['1234567.25', '-1234', '999', 'Error', '1e+21'].map(readable)).toEqual([
    '1,234,567.25',
    '-1,234',
    '999',
    'Error',
    '1e+21',
  ]);
});
