import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { BroadcastSheet } from './broadcast-sheet.tsx';

it('shows the preview and the number of recipients, and sends only after that', async () => {
  const calls = serve({
    'GET /api/studio/lists': () => ({ status: 200, body: [] }),
    'POST /api/creator/broadcasts/preview': () => ({
      status: 200,
      body: { recipients: 517, prices: [{ price: 0, recipients: 517 }] },
    }),
    'GET /api/creator/broadcasts?limit=5': () => ({ status: 200, body: { items: [], nextCursor: null } }),
    'POST /api/creator/broadcasts': () => ({ status: 201, body: { recipients: 517, scheduledAt: null } }),
  });
  const sent = () => calls.filter(({ call }) => call === 'POST /api/creator/broadcasts');
  let isClosed = false;
  const screen = await render(<BroadcastSheet onClose={() => (isClosed = true)} />);
  await settle();
  await screen.fill('content', 'Tonight at nine');
  await screen.submit();
  expect(sent()).toHaveLength(0);
  expect(screen.container.querySelector('figure')?.textContent).toContain('Tonight at nine');
  expect(screen.container.textContent).toContain('517people get this');
  await screen.press('Change it');
  await screen.fill('content', 'Tonight at ten');
  await screen.submit();
  expect(screen.container.querySelector('figure')?.textContent).toContain('Tonight at ten');
  expect(screen.container.querySelector('button[type=submit]')?.textContent).toContain('Send to 517 people');
  await screen.submit();
  expect(sent()).toMatchObject([{ body: { content: 'Tonight at ten', audience: { kind: 'subscribers' } } }]);
  expect(isClosed).toBe(true);
  screen.unmount();
});
