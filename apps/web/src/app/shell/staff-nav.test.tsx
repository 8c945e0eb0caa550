import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../test/render.tsx';
import { StaffRail } from './staff-nav.tsx';

it('says that it does not know how much waits, and asks again', async () => {
  let isBusy = true;
  serve({
    'GET /api/auth/user': () => ({ status: 200, body: { role: 'moderator', permissions: ['moderate_content'] } }),
    'GET /api/admin/waiting': () =>
      isBusy ? { status: 500 } : { status: 200, body: { reports: 7, appeals: 1, disputes: 0 } },
  });
  const { container, press, unmount } = await render(<StaffRail pathname="/admin/reports" />);
  for (let wait = 0; wait < 8; wait += 1) await settle();
  expect(container.querySelector('[role=status]')?.textContent).toContain('How much waits did not load.');
  isBusy = false;
  await press('Try again');
  for (let wait = 0; wait < 3; wait += 1) await settle();
  expect(container.textContent).toContain('8 waiting');
  expect(container.textContent).not.toContain('did not load');
  unmount();
});
