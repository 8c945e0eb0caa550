import { expect, it } from 'vitest';
import { fitInside, keepInFrame, maxScale, stepOfSwipe, unzoomed, zoomAt } from './zoom.ts';

const frame = { width: 400, height: 600 };

it('fits a whole picture into the frame, wide or tall', () => {
  expect(fitInside({ width: 800, height: 400 }, frame)).toEqual({ width: 400, height: 200 });
  expect(fitInside({ width: 100, height: 300 }, frame)).toEqual({ width: 200, height: 600 });
});

it('keeps the point under the fingers in place while it enlarges', () => {
  const point = { x: 100, y: -50 };
  const zoom = zoomAt({ scale: 1.5, x: 10, y: 20 }, 2, point);
  expect(zoom.scale).toBe(3);
  const within = (z: typeof zoom) => [(point.x - z.x) / z.scale, (point.y - z.y) / z.scale];
  const before = within({ scale: 1.5, x: 10, y: 20 });
  within(zoom).forEach((value, index) => {
    expect(value).toBeCloseTo(before[index] ?? Number.NaN);
  });
});

it('enlarges up to four times and never below the whole picture', () => {
  expect(zoomAt(unzoomed, 99, { x: 0, y: 0 }).scale).toBe(maxScale);
  expect(zoomAt({ scale: 2, x: 0, y: 0 }, 0.01, { x: 0, y: 0 }).scale).toBe(1);
});

it('leaves no gap in the frame: an enlarged picture stops at its edge, a side that fits stays centred', () => {
  const fitted = { width: 400, height: 200 };
  expect(keepInFrame({ scale: 2, x: 999, y: 999 }, fitted, frame)).toEqual({ scale: 2, x: 200, y: 0 });
  expect(keepInFrame({ scale: 4, x: -999, y: -999 }, fitted, frame)).toEqual({ scale: 4, x: -600, y: -100 });
  expect(keepInFrame({ scale: 1, x: 50, y: 50 }, fitted, frame)).toEqual({ scale: 1, x: 0, y: 0 });
});

it('turns to another picture after a far or a fast swipe, and not after a slow short one or a tap', () => {
  expect(stepOfSwipe(-200, 2_000, 400)).toBe(1);
  expect(stepOfSwipe(200, 2_000, 400)).toBe(-1);
  expect(stepOfSwipe(-60, 100, 400)).toBe(1);
  expect(stepOfSwipe(-60, 1_000, 400)).toBe(0);
  expect(stepOfSwipe(-8, 5, 400)).toBe(0);
});
