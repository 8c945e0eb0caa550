import { expect, it } from 'vitest';
import { createLane } from './lane.ts';
import { createToggleLane, type Pair } from './toggle-lane.ts';

const lost = () => Object.assign(new Error('terminating connection'), { code: '08006' });
const statuses = (results: readonly PromiseSettledResult<unknown>[]) => results.map(({ status }) => status);

it('T102: an item that the call refuses fails alone; the others succeed', async () => {
  const batches: number[][] = [];
  const lane = createLane<number, number>({
    name: 'test.bad-item',
    limit: 10,
    async call(items) {
      batches.push([...items]);
      if (items.includes(2)) throw new Error('a bad item');
      return items.map((item) => item * 10);
    },
  });
  const results = await Promise.allSettled([1, 2, 3].map((item) => lane.send(item)));
  expect(results).toMatchObject([{ value: 10 }, { reason: { message: 'a bad item' } }, { value: 30 }]);
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
});

it('T102: nothing of a batch is retried after a lost connection', async () => {
  let calls = 0;
  const lane = createLane<number, number>({
    name: 'test.lost',
    limit: 10,
    async call() {
      calls += 1;
      throw lost();
    },
  });
  expect(statuses(await Promise.allSettled([lane.send(1), lane.send(2)]))).toEqual(['rejected', 'rejected']);
  expect(calls).toBe(1);
});

it('T102: likes with a lost reply are not toggled back', async () => {
  const liked = new Set<string>();
  const toggle = createToggleLane({
    name: 'test.likes',
    async toggle(pairs: readonly Pair[]) {
      for (const { profileId } of pairs) if (!liked.delete(profileId)) liked.add(profileId);
      throw lost();
    },
    missing: () => new Error('missing'),
  });
  const results = await Promise.allSettled(['one', 'two'].map((profileId) => toggle({ targetId: 'post', profileId })));
  expect(statuses(results)).toEqual(['rejected', 'rejected']);
  expect([...liked]).toEqual(['one', 'two']);
});
