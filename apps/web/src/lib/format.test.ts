import { describe, expect, it } from 'vitest';
import {
  formatCompact,
  formatDate,
  formatDuration,
  formatNumber,
  formatRand,
  formatTime,
  formatWeekday,
} from './format.ts';

describe('numbers, money and dates', () => {
  it('formats rand with cents only when there are any', () => {
    expect([299, 99.99, 18640, 0.5, 1234567.8, -40].map(formatRand)).toEqual([
      'R299',
      'R99.99',
      'R18,640',
      'R0.50',
      'R1,234,567.80',
      '−R40',
    ]);
  });

  it('groups thousands and abbreviates badges from ten thousand', () => {
    expect([0, 999, 2847, 1000000].map(formatNumber)).toEqual(['0', '999', '2,847', '1,000,000']);
    expect([1250, 9999, 10000, 12480, 999999].map(formatCompact)).toEqual(['1,250', '9,999', '10k', '12.4k', '999k']);
  });

  it('uses the Johannesburg calendar in every language', () => {
    const justBeforeMidnightInLondon = '2026-11-20T23:30:00Z';
    expect(formatDate(justBeforeMidnightInLondon)).toBe('21 Nov 2026');
    expect(formatDate('2026-03-14T10:00:00+02:00', 'af')).toBe('14 Mrt 2026');
    expect(formatTime(justBeforeMidnightInLondon)).toBe('01:30');
    expect(formatWeekday(justBeforeMidnightInLondon)).toBe('Saturday');
  });

  it('formats durations as minutes and seconds', () => {
    expect([0, 9, 144, 3600].map(formatDuration)).toEqual(['0:00', '0:09', '2:24', '60:00']);
  });
});
