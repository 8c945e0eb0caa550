import { expect, it } from 'vitest';
import { render, serve } from '../../../../test/render.tsx';
import { RecentCalls } from './recent-calls.tsx';

const idOf = (n: number) => `0199f3b4-0000-7000-8000-00000000000${n}`;
const other = { id: idOf(9), displayName: 'Naledi', avatarUrl: '/a.webp' };
const call = {
  other,
  role: 'partner',
  createdAt: '2026-11-20T10:00:00Z',
  duration: 0,
  totalCost: 0,
  earned: 0,
  earnedHeld: 0,
};

it('lists each call with time and outcome, links its receipt, and loads more on request', async () => {
  const last = { ...call, id: idOf(1), ending: 'hung_up', duration: 125, totalCost: 54, earned: 43, earnedHeld: 8 };
  const pages = [
    { items: [{ ...call, id: idOf(2), ending: 'missed' }], nextCursor: 'more' },
    { items: [last], nextCursor: null },
  ];
  serve({
    'GET /api/calls': () => ({ status: 200, body: pages[0] }),
    'GET /api/calls?cursor=more': () => ({ status: 200, body: pages[1] }),
  });
  const screen = await render(<RecentCalls />);
  expect(screen.container.textContent).toContain('Naledi20 Nov 2026, 12:00 · You missed a call');
  await screen.press('Show more');
  expect(screen.container.textContent).toContain('20 Nov 2026, 12:00 · 02:05+R14.70, R3.36 held');
  expect([...screen.container.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(
    [2, 1].map((n) => `/video-chat?receipt=${idOf(n)}`),
  );
  screen.unmount();
});

it('shows an empty state without calls, and a retry after a failure', async () => {
  serve({ 'GET /api/calls': () => ({ status: 200, body: { items: [], nextCursor: null } }) });
  const none = await render(<RecentCalls />);
  expect(none.container.textContent).toBe('You have had no calls yet.');
  none.unmount();
  serve({ 'GET /api/calls': () => ({ status: 404, body: { code: 'NOT_FOUND', message: 'Not found' } }) });
  const failed = await render(<RecentCalls />);
  expect(failed.container.querySelector('button')).not.toBeNull();
  failed.unmount();
});
