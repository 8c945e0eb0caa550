import { describe, expect, it } from 'vitest';
import { parseTipAmount } from './tip-amount.ts';

describe('tip amount', () => {
  it.each([
    ['50', 50],
    [' 12.5 ', 12.5],
    ['12,50', 12.5],
    ['1', 1],
    ['50000', 50_000],
    ['0.29e1', null],
  ])('parses %j', (text, rand) => {
    expect(parseTipAmount(text)).toEqual(rand === null ? { problem: 'number' } : { rand });
  });

  it.each([
    ['', 'empty'],
    ['abc', 'number'],
    ['-5', 'number'],
    ['1e309', 'number'],
    ['0', 'small'],
    ['0.99', 'small'],
    ['50000.01', 'large'],
    ['1.001', 'decimals'],
  ])('T31: refuses %j', (text, problem) => {
    expect(parseTipAmount(text)).toEqual({ problem });
  });
});
