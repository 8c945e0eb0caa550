import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage, other } from './testing.ts';

const minuteMs = 60_000;
const at = (ms: number) => new Date(ms).toISOString();

// A page of its own for each, which knows no time yet.
beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

/** A page that has had an answer; the server's clock is so far behind the device's. */
async function aPage(aheadMs: number | null) {
  const { api } = await import('../../lib/api.ts');
  const rules = await import('./time-over.ts');
  const headers: Record<string, string> =
    aheadMs === null ? {} : { date: new Date(Date.now() - aheadMs).toUTCString() };
  vi.stubGlobal('fetch', async () => new Response('{}', { headers }));
  await api.currentUser();
  return rules;
}

describe('the time of a message', () => {
  it.each([60, -60])('runs on the server, with a device that is %i minutes fast', async (minutes) => {
    const ahead = minutes * minuteMs;
    const { isOver, shownOf } = await aPage(ahead);
    const now = Date.now();
    const lives = aMessage(1, { expiresAt: at(now - ahead + 30 * minuteMs) });
    const over = aMessage(2, { expiresAt: at(now - ahead - minuteMs) });
    expect([isOver(lives, now), isOver(over, now)]).toEqual([false, true]);
    expect(shownOf([lives, over], other, now)).toEqual([lives]);
  });

  it('is the device own where no server has told one', async () => {
    const { isOver } = await aPage(null);
    const now = Date.now();
    expect(isOver({ expiresAt: at(now - 1) }, now)).toBe(true);
    expect(isOver({ expiresAt: at(now + 1) }, now)).toBe(false);
    expect(isOver({ expiresAt: null }, now)).toBe(false);
  });

  it('is not moved by an answer that was long under way', async () => {
    const { isOver } = await aPage(0);
    const { api } = await import('../../lib/api.ts');
    const date = new Date(Date.now() - 40_000).toUTCString();
    vi.stubGlobal('fetch', async () => new Response('{}', { headers: { date } }));
    await api.currentUser();
    expect(isOver({ expiresAt: at(Date.now() - 10_000) }, Date.now())).toBe(true);
  });
});

describe('what has been seen', () => {
  it('is what the other wrote and is not over: nothing else is read', async () => {
    const { shownOf } = await aPage(0);
    const now = Date.now();
    const messages = [aMessage(1), aMessage(2, { senderId: 'me' }), aMessage(3, { expiresAt: at(now - 5 * minuteMs) })];
    expect(shownOf(messages, other, now).map(({ seq }) => seq)).toEqual([1]);
  });
});
