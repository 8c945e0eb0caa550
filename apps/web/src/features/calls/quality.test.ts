import { describe, expect, it } from 'vitest';
import { isTooSlow, type LineSample, levelOf, megabytesPerMinute } from './quality.ts';

const sample = (more: Partial<LineSample> = {}): LineSample => ({
  roundTripMs: 80,
  lost: 0,
  available: 1_000_000,
  bytes: 150_000,
  moves: true,
  ...more,
});

describe('connection quality', () => {
  it('is good, fair or slow by packet loss, round-trip time and bandwidth', () => {
    expect(levelOf(sample())).toBe('good');
    expect(levelOf(sample({ roundTripMs: null, available: null }))).toBe('good');
    for (const fair of [sample({ lost: 0.05 }), sample({ roundTripMs: 450 }), sample({ available: 200_000 })])
      expect(levelOf(fair)).toBe('fair');
    for (const slow of [sample({ lost: 0.2 }), sample({ roundTripMs: 1_200 }), sample({ available: 90_000 })])
      expect(levelOf(slow)).toBe('slow');
  });

  it('drops video only after eight seconds of slow quality', () => {
    expect(isTooSlow(['slow', 'slow', 'slow'])).toBe(false);
    expect(isTooSlow(['slow', 'fair', 'slow', 'slow', 'slow'])).toBe(false);
    expect(isTooSlow(['good', 'slow', 'slow', 'slow', 'slow'])).toBe(true);
  });

  it('reports data use in megabytes per minute', () => {
    expect(megabytesPerMinute([])).toBe(0);
    expect(megabytesPerMinute([sample({ bytes: 150_000 }), sample({ bytes: 250_000 })])).toBe(6);
  });
});
