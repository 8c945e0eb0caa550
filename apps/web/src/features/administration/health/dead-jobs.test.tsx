import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { DeadJobs } from './dead-jobs.tsx';

const idOf = (n: number) => `0199f3b4-0000-7000-8000-00000000000${n}`;
const job = (n: number, over: object = {}) => ({
  ...{ id: idOf(n), task: 'mail.send', error: 'Error EENVELOPE', failedAt: '2026-11-21T10:00:00Z', canRun: true },
  ...over,
});
const list = 'GET /api/admin/health/dead-jobs?limit=25';
const page = (items: object[]) => ({ status: 200, body: { items, nextCursor: null } });
async function settled() {
  for (let wait = 0; wait < 4; wait += 1) await settle();
}

it('runs a job again, and then shows it no more', async () => {
  let jobs = [job(1)];
  let calls = 0;
  serve({
    [list]: () => page(jobs),
    'POST /api/admin/health/dead-jobs/run': () => {
      calls += 1;
      jobs = [];
      return { status: 200, body: { taken: 1, gone: 0 } };
    },
  });
  const { container, press, unmount } = await render(<DeadJobs />);
  await settled();
  expect(container.textContent).toContain('mail.send');
  await press('Run mail.send again');
  await settled();
  expect(calls).toBe(1);
  expect(container.textContent).toContain('Nothing was given up');
  unmount();
});

it('offers only to discard what this version cannot run', async () => {
  serve({ [list]: () => page([job(1, { task: 'gone.kind', canRun: false })]) });
  const { container, unmount } = await render(<DeadJobs />);
  await settled();
  expect(container.querySelector('button[aria-label^="Run"]')).toBeNull();
  expect(container.querySelector('button[aria-label="Discard gone.kind"]')).not.toBeNull();
  unmount();
});

it('says that the list did not load, and asks again', async () => {
  let isBusy = true;
  serve({ [list]: () => (isBusy ? { status: 500 } : page([])) });
  const { container, press, unmount } = await render(<DeadJobs />);
  for (let wait = 0; wait < 8; wait += 1) await settle();
  isBusy = false;
  await press('Try again');
  await settled();
  expect(container.textContent).toContain('Nothing was given up');
  unmount();
});
