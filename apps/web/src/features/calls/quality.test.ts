import { describe, expect, it } from 'vitest';
import { isTooThin, type LineLook, levelOf, megabytesAMinute } from './quality.ts';

const look = (more: Partial<LineLook> = {}): LineLook => ({
  roundTripMs: 80,
  lost: 0,
  available: 1_000_000,
  bytes: 150_000,
  moves: true,
  ...more,
});

describe('a line', () => {
  it('is good, fair or thin by what is lost, how long an answer takes and what it carries', () => {
    expect(levelOf(look())).toBe('good');
    expect(levelOf(look({ roundTripMs: null, available: null }))).toBe('good');
    for (const fair of [look({ lost: 0.05 }), look({ roundTripMs: 450 }), look({ available: 200_000 })])
      expect(levelOf(fair)).toBe('fair');
    for (const thin of [look({ lost: 0.2 }), look({ roundTripMs: 1_200 }), look({ available: 90_000 })])
      expect(levelOf(thin)).toBe('thin');
  });

  it('loses its pictures only after eight seconds of being thin', () => {
    expect(isTooThin(['thin', 'thin', 'thin'])).toBe(false);
    expect(isTooThin(['thin', 'fair', 'thin', 'thin', 'thin'])).toBe(false);
    expect(isTooThin(['good', 'thin', 'thin', 'thin', 'thin'])).toBe(true);
  });

  it('is measured in megabytes a minute', () => {
    expect(megabytesAMinute([])).toBe(0);
    expect(megabytesAMinute([look({ bytes: 150_000 }), look({ bytes: 250_000 })])).toBe(6);
  });
});
