import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { BroadcastList } from './broadcast-list.tsx';

const broadcast = (change: Record<string, unknown>) => ({
  ...{ id: '019921ce-3d98-71fd-a370-b46bed6833e3', content: 'New pictures', mediaType: null, media: null, price: 0 },
  ...{ audience: { kind: 'subscribers' }, state: 'sent', recipients: 30, sent: 29, skipped: 1, read: 12 },
  ...{ also: [], scheduledAt: null, takenBack: 0, isTakenBack: false },
  ...{ unlocked: 0, earned: { credits: 0, held: 0 }, createdAt: '2026-11-21T08:00:00Z' },
  ...change,
});

it('shows the result of each broadcast and stops a running one', async () => {
  let stopped = false;
  serve({
    'GET /api/auth/user': () => ({ status: 200, body: { requiresAgeVerification: false, creator: {} } }),
    'GET /api/revenue-shares': () => ({
      status: 200,
      body: { shares: [{ creatorPercent: 80, since: '2026-01-01T00:00:00Z' }], planned: null },
    }),
    'GET /api/creator/broadcasts?limit=5': () => ({
      status: 200,
      body: {
        items: [
          broadcast({ sent: 10, skipped: 0, state: stopped ? 'cancelled' : 'sending' }),
          broadcast({
            id: '019921ce-3d98-71fd-a370-b46bed6833e4',
            price: 25,
            unlocked: 3,
            earned: { credits: 60, held: 20 },
          }),
        ],
        nextCursor: null,
      },
    }),
    'POST /api/creator/broadcasts/019921ce-3d98-71fd-a370-b46bed6833e3/cancel': () => {
      stopped = true;
      return { status: 200, body: broadcast({ state: 'cancelled' }) };
    },
  });
  const screen = await render(<BroadcastList />);
  await settle();
  expect(screen.container.querySelector('[role=progressbar]')?.getAttribute('aria-label')).toBe('Sent to 10 of 30');
  expect(screen.container.textContent).toContain('10 of 30 · 12 read');
  expect(screen.container.textContent).toContain(
    '29 people · 12 read · 3 unlocked · R16.80 in your earnings, R8.40 held, paid with free credits',
  );
  await screen.press('Stop');
  expect(screen.container.textContent).toContain('Stopped');
  expect(screen.container.querySelector('[role=progressbar]')).toBeNull();
  screen.unmount();
});

it('is hidden before the first broadcast', async () => {
  serve({ 'GET /api/creator/broadcasts?limit=5': () => ({ status: 200, body: { items: [], nextCursor: null } }) });
  const screen = await render(<BroadcastList />);
  expect(screen.container.textContent).toBe('');
  screen.unmount();
});
