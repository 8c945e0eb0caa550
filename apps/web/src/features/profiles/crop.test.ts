import { minCropParts } from '@vlam/contract/profiles-photos';
import { describe, expect, it } from 'vitest';
import { createCropping } from './crop.ts';

describe('the crop of a photo', () => {
  const wide = createCropping('photo', { width: 1600, height: 900 });

  it('begins with the largest upright frame around the middle', () => {
    const { left, top, width, height } = wide.toCrop(wide.start());
    expect([top, height]).toEqual([0, 10_000]);
    expect(width / 10_000).toBeCloseTo((900 * 0.75) / 1600, 3);
    expect(left).toBeCloseTo((10_000 - width) / 2, -1);
  });

  it('follows the finger, and never leaves the picture', () => {
    const moved = wide.move(wide.start(), 0.5, 3);
    expect(moved.x).toBeLessThan(0.5);
    for (const [right, down] of [
      [9, 9],
      [-9, -9],
      [9, -9],
    ] as const) {
      const { left, top, width, height } = wide.toCrop(wide.move(wide.zoom(wide.start(), 3), right, down));
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(10_000);
    }
  });

  it('zooms between the whole frame and a limit the server accepts, also for a cover of a tall picture', () => {
    for (const kind of ['photo', 'cover'] as const)
      for (const picture of [
        { width: 400, height: 3000 },
        { width: 3000, height: 1500 },
        { width: 900, height: 1200 },
      ]) {
        const cropping = createCropping(kind, picture);
        const closest = cropping.zoom(cropping.start(), 99);
        const { width, height } = cropping.toCrop(closest);
        expect(closest.zoom).toBeLessThanOrEqual(6);
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(minCropParts);
        expect(cropping.zoom(closest, 0.001).zoom).toBe(1);
      }
  });

  it('opens a saved crop where it was left', () => {
    const saved = wide.toCrop(wide.move(wide.zoom(wide.start(), 2), 0.3, -0.2));
    const again = wide.toCrop(wide.start(saved));
    for (const side of ['left', 'top', 'width', 'height'] as const)
      expect(Math.abs(again[side] - saved[side])).toBeLessThanOrEqual(3);
  });
});
