import { expect, it } from 'vitest';
import { findShapeProblem, normalizeHandle } from './handles.ts';

it.each([
  ['naledi', null],
  ['dj_zee.2', null],
  ['a.b', null],
  ['2fast', null],
  ['a'.repeat(30), null],
  ['ab', 'length'],
  ['', 'length'],
  ['a'.repeat(31), 'length'],
  ['.naledi', 'signs'],
  ['naledi_', 'signs'],
  ['na..ledi', 'signs'],
  ['na._ledi', 'signs'],
  ['na-ledi', 'signs'],
  ['na ledi', 'signs'],
  ['nalédi', 'signs'],
  ['nаledi', 'signs'],
  ['na\u200bledi', 'signs'],
  ['0821234567', 'digits'],
  ['082.123_4567', 'digits'],
])('%j has the problem %s', (handle, problem) => {
  expect(findShapeProblem(handle)).toBe(problem);
});

it('takes a handle as people write it', () => {
  expect([' @Naledi ', 'NALEDI', 'ｎａｌｅｄｉ'].map(normalizeHandle)).toEqual(['naledi', 'naledi', 'naledi']);
});
