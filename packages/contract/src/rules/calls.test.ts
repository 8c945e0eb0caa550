import { describe, expect, it } from 'vitest';
import { callBandOf, countAffordableMinutes, isSdp, startedMinutes } from './calls.ts';

describe('the price of a call', () => {
  it('counts started minutes, the first from the first millisecond', () => {
    expect([-1, 0, 1, 59_999, 60_000, 277_000].map((ms) => startedMinutes(ms))).toEqual([0, 1, 1, 1, 2, 5]);
    expect(startedMinutes(4_000, 2_000)).toBe(3);
  });

  it('computes the minutes a balance covers', () => {
    expect([0, 17, 18, 1_250].map((balance) => countAffordableMinutes(balance, 18))).toEqual([0, 0, 1, 69]);
  });

  it('puts each rate in one of the three bands', () => {
    expect([12, 15, 16, 20, 21, 30].map(callBandOf)).toEqual(['rising', 'rising', 'premium', 'premium', 'vip', 'vip']);
  });
});

describe('session descriptions', () => {
  it('are lines of one letter and a value', () => {
    expect(isSdp('v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\n')).toBe(true);
    for (const text of ['', 'v=0', 'v=1\r\n', '<script>\r\n', 'v=0\r\nhello\r\n', 'v=0\r\na=x\ny=z\r\n'])
      expect(isSdp(text)).toBe(false);
  });
});
