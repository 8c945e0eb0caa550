import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sayDelivered } from './delivered.ts';

const anna = '019921ce-3d98-71fd-a370-b46bed6833e3';
const ben = '019921ce-3d98-71fd-a370-b46bed6833e4';
let said: string[];

beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    said.push(`${new URL(address, location.origin).pathname} ${init.body}`);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

it('tells each who wrote of the last that came, once for several', async () => {
  sayDelivered(anna, 'one');
  sayDelivered(ben, 'two');
  sayDelivered(anna, 'three');
  await vi.runAllTimersAsync();
  expect(said).toEqual([
    `/api/conversations/${anna}/delivered {"messageId":"three"}`,
    `/api/conversations/${ben}/delivered {"messageId":"two"}`,
  ]);
});

it('spends little of what one may say oneself when many write at once', async () => {
  for (let n = 0; n < 40; n += 1) sayDelivered(`${anna.slice(0, -2)}${10 + n}`, 'one');
  await vi.runAllTimersAsync();
  expect(said).toHaveLength(5);
});

it('says nothing of a thread that is being looked at, which is read', async () => {
  history.replaceState(null, '', `/chat/${anna}`);
  sayDelivered(anna, 'one');
  sayDelivered(ben, 'two');
  await vi.runAllTimersAsync();
  expect(said).toEqual([`/api/conversations/${ben}/delivered {"messageId":"two"}`]);
});
