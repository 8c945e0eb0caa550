import { describe, expect, it } from 'vitest';
import { privacyItems, privacyLevel, privacyScore } from './privacy-score.ts';

const none = { incognito: false, clearOnExit: false, screenshots: false, stealth: false, autoDelete: false };

describe('the privacy score', () => {
  it('is twenty for each item, whichever it is, and never more than a hundred', () => {
    expect(privacyScore(none)).toBe(0);
    for (const item of privacyItems) expect([item, privacyScore({ ...none, [item]: true })]).toEqual([item, 20]);
    expect(
      privacyScore({ incognito: true, clearOnExit: true, screenshots: true, stealth: true, autoDelete: true }),
    ).toBe(100);
  });

  it.each([
    [100, 'Excellent'],
    [80, 'Excellent'],
    [79, 'Good'],
    [60, 'Good'],
    [59, 'Fair'],
    [40, 'Fair'],
    [39, 'Poor'],
    [0, 'Poor'],
  ])('%i is %s', (score, level) => expect(privacyLevel(score)).toBe(level));
});
