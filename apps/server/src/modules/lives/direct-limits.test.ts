import { afterEach, expect, it, vi } from 'vitest';
import { createTestClock } from '../../../test/clock.ts';
import { ringWithoutDatabase } from '../../platform/key-ring.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ConnectionEvents } from './delivery.ts';
import { createDirect } from './direct.ts';

afterEach(() => vi.useRealTimers());

/** Connections of members who may watch, until `ask` says otherwise. */
function aDirect() {
  vi.useFakeTimers({ toFake: ['performance'] });
  const open = new Set<ConnectionEvents>();
  const rights = { ask: async () => true };
  const row = { ended_at: null, sample: false, is_planned: false };
  const seen = async () => ({ row, isOwn: false, isSubscribed: false, canReplay: false, canWatch: await rights.ask() });
  const viewerOf = (accountId: string) =>
    ({ accountId, sessionId: accountId, ageVerified: true, permissions: [] }) as unknown as Viewer;
  const direct = createDirect({
    config: { turn: null, keys: ringWithoutDatabase(Buffer.alloc(32, 1)) },
    clock: createTestClock(),
    logger: { info: () => {}, warn: () => {}, error: () => {} },
    access: { get: seen, recent: () => ({ at: 0, seen: seen() }) } as never,
    delivery: {
      isDirect: true,
      send: async () => null,
      async watch(_id, events) {
        open.add(events);
        return { offer: '', accept: async () => {}, close: () => void open.delete(events) };
      },
      end: async () => {},
      close: () => {},
    },
    findSession: async (token) => ({ viewer: viewerOf(token), endsAt: 0 }),
    onWatched: () => {},
  });
  const watch = (account: string) => direct.watch({ viewer: viewerOf(account), token: account }, 'show');
  const up = () => {
    for (const { onUp } of open) onUp();
  };
  return { direct, rights, open, watch, up };
}

it('ends a connection whose media do not flow within fifteen seconds', async () => {
  const { direct, open, watch, up } = aDirect();
  await watch('prompt');
  up();
  await watch('late');
  for (let seconds = 0; seconds < 15; seconds += 3) {
    await direct.check();
    expect(open.size).toBe(2);
    vi.advanceTimersByTime(3_000);
  }
  await direct.check();
  expect(open.size).toBe(2);
  vi.advanceTimersByTime(200);
  await direct.check();
  expect(open.size).toBe(1);
});

it('T107: ends connections whose right cannot be asked for five seconds', async () => {
  const { direct, rights, open, watch, up } = aDirect();
  await watch('fan');
  up();
  rights.ask = () => Promise.reject(new Error('the database is away'));
  vi.advanceTimersByTime(4_900);
  await direct.check();
  expect(open.size).toBe(1);
  rights.ask = async () => true;
  await direct.check();
  rights.ask = () => Promise.reject(new Error('the database is away'));
  vi.advanceTimersByTime(4_900);
  await direct.check();
  expect(open.size).toBe(1);
  vi.advanceTimersByTime(200);
  await direct.check();
  expect(open.size).toBe(0);
});

it('T107: ends connections whose right is asked for and never answered', async () => {
  const { direct, rights, open, watch, up } = aDirect();
  await watch('fan');
  up();
  rights.ask = () => new Promise(() => {});
  void direct.check();
  vi.advanceTimersByTime(4_900);
  void direct.check();
  expect(open.size).toBe(1);
  vi.advanceTimersByTime(200);
  void direct.check();
  expect(open.size).toBe(0);
});

it('leaves the five hundred and first viewer of a process with the segments', async () => {
  const { direct, open, watch } = aDirect();
  for (let count = 0; count < 500; count += 1) expect(await watch(`viewer ${count}`)).not.toBeNull();
  expect(await watch('one more')).toBeNull();
  expect(open.size).toBe(500);
  direct.close();
  expect(open.size).toBe(0);
});
