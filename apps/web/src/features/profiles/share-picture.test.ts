import { expect, it } from 'vitest';
import { lightOf } from './share-picture.ts';

it('gives a person the same light each time, and different people different ones', () => {
  const ids = Array.from(
    { length: 60 },
    (_, index) => `0197a000-0000-7000-8000-${String(index * 7919).padStart(12, '0')}`,
  );
  expect(ids.map(lightOf)).toEqual(ids.map(lightOf));
  expect(new Set(ids.map((id) => lightOf(id)[0])).size).toBe(6);
});
