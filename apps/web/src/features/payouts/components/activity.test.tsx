import { expect, it } from 'vitest';
import { render, serve } from '../../../../test/render.tsx';
import { RecentActivity } from './activity.tsx';

const entry = { kind: 'requests', from: 'Vusi', person: null, timestamp: '2026-11-20T10:00:00Z' };

it('shows earnings with a plus and reversals with a minus', async () => {
  const items = [
    { ...entry, id: '1', description: 'Held while “Blue” is disputed', amount: -43.68, amountCents: -4368 },
    { ...entry, id: '2', description: 'Request “Blue”', amount: 43.68, amountCents: 4368 },
  ];
  serve({ 'GET /api/creator/activity?limit=8': () => ({ status: 200, body: { items, nextCursor: null } }) });
  const screen = await render(<RecentActivity />);
  expect([...screen.container.querySelectorAll('.num')].map((sum) => sum.textContent)).toEqual(['−R43.68', '+R43.68']);
  screen.unmount();
});
