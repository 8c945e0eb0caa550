import { expect, it } from 'vitest';
import { createRecentEvents } from './realtime-recent.ts';

it('keeps the chosen events of a topic for five minutes, and the latest of very many', () => {
  let now = Date.parse('2026-11-23T08:00:00Z');
  const recent = createRecentEvents({ now: () => new Date(now) }, (topic) => topic === 'photos');
  const remove = (key: string, topic = 'photos') => recent.add({ topic, event: 'photo.removed', payload: { key } });
  const keys = () => recent.of('photos').map(({ payload }) => (payload as { key: string }).key);
  remove('first');
  remove('elsewhere', 'discovery');
  now += 200_000;
  remove('second');
  expect(keys()).toEqual(['first', 'second']);
  expect(recent.of('discovery')).toEqual([]);
  now += 100_000;
  expect(keys()).toEqual(['second']);
  for (let index = 0; index < 2_001; index += 1) remove(`${index}`);
  expect(keys()).toHaveLength(1_001);
  expect(keys().at(-1)).toBe('2000');
});
