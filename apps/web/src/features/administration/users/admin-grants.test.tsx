import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { AdminGrants } from './admin-grants.tsx';

it('says that proposals did not load, instead of showing none', async () => {
  let isBusy = true;
  serve({ 'GET /api/admin/admin-grants': () => (isBusy ? { status: 500 } : { status: 200, body: [] }) });
  const { container, press, unmount } = await render(<AdminGrants />);
  for (let wait = 0; wait < 5; wait += 1) await settle();
  expect(container.textContent).toContain('Who is proposed as an admin did not load.');
  isBusy = false;
  await press('Try again');
  expect(container.textContent).toBe('');
  unmount();
});
