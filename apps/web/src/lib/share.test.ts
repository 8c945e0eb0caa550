import { expect, it } from 'vitest';
import { shareAt } from './share.ts';

const shares = [
  { creatorPercent: 85, since: '2026-11-01T00:00:00.000Z' },
  { creatorPercent: 80, since: '2026-01-01T00:00:00.000Z' },
];

it("uses the share of the sale's day, and the oldest share for earlier sales", () => {
  const kept = ['2026-11-21T10:00:00.000Z', '2026-10-31T23:59:59.999Z', '2025-06-01T00:00:00.000Z'].map((at) =>
    shareAt(shares, at)?.of(18),
  );
  expect(kept).toEqual([15, 14, 14]);
  expect(shareAt(shares)?.percent).toBe(85);
  expect(shareAt([])).toBeUndefined();
});

it('reports whether the split of a price is rounded', () => {
  const share = shareAt(shares, '2026-10-01T00:00:00.000Z');
  expect([5, 18].map((price) => share?.isRounded(price))).toEqual([false, true]);
});
