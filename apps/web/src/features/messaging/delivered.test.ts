import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportDelivered } from './delivered.ts';

const anna = '019921ce-3d98-71fd-a370-b46bed6833e3';
const ben = '019921ce-3d98-71fd-a370-b46bed6833e4';
let reported: string[];

beforeEach(() => {
  vi.useFakeTimers();
  reported = [];
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    reported.push(`${new URL(address, location.origin).pathname} ${init.body}`);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

it('reports only the last message of each sender', async () => {
  reportDelivered(anna, 'one');
  reportDelivered(ben, 'two');
  reportDelivered(anna, 'three');
  await vi.runAllTimersAsync();
  expect(reported).toEqual([
    `/api/conversations/${anna}/delivered {"messageId":"three"}`,
    `/api/conversations/${ben}/delivered {"messageId":"two"}`,
  ]);
});

it('sends few reports when many members write at once', async () => {
  for (let n = 0; n < 40; n += 1) reportDelivered(`${anna.slice(0, -2)}${10 + n}`, 'one');
  await vi.runAllTimersAsync();
  expect(reported).toHaveLength(5);
});

it('reports nothing for an open thread, which is marked as read', async () => {
  history.replaceState(null, '', `/chat/${anna}`);
  reportDelivered(anna, 'one');
  reportDelivered(ben, 'two');
  await vi.runAllTimersAsync();
  expect(reported).toEqual([`/api/conversations/${ben}/delivered {"messageId":"two"}`]);
});
