import { expect, it } from 'vitest';
import { operations } from './index.ts';

it('every operation has a summary for the OpenAPI document', () => {
  const short = Object.entries(operations).filter(([, { summary }]) => summary.trim().length < 8);
  expect(short.map(([name]) => name)).toEqual([]);
});
