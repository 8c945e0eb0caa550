import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { waitFor } from '../../../../test/wait.ts';
import { ContentQueue } from './content-queue.tsx';

const idOf = (n: number) => `019aa000-0000-7000-8000-00000000000${n}`;
const anItem = (n: number, more: object = {}) => ({
  ...{ id: idOf(n), title: `Item ${n}`, classification: '18', warningLabels: [], isOwn: false },
  ...{ profile: { id: idOf(9), displayName: 'Naledi' }, createdAt: new Date().toISOString() },
  ...{ approvals: [], approvalsNeeded: 1, hasApproved: false },
  ...more,
});
const bulk = 'POST /api/admin/content/bulk';
const serveAll = (state: 'review' | 'flagged') =>
  serve({
    [`GET /api/admin/content?state=${state}`]: () => ({
      status: 200,
      body: {
        items: [anItem(1), anItem(2, { classification: 'X18', approvalsNeeded: 2 }), anItem(3, { isOwn: true })],
        nextCursor: null,
      },
    }),
    'GET /api/admin/saved-filters?list=content': () => ({ status: 200, body: [] }),
    [bulk]: () => ({
      status: 200,
      body: {
        ...{ batchId: idOf(8), undoUntil: new Date(Date.now() + 600_000).toISOString() },
        ...{ done: [idOf(1)], refused: [] },
      },
    }),
  });
const wait = async () => {
  for (let turn = 0; turn < 5; turn += 1) await settle();
};
/** The sheet's code loads with its first use. */
const sheetOf = ({ container }: { container: HTMLElement }) =>
  waitFor(() => expect(container.querySelector('form [name="reason"]')).not.toBeNull());

it('T58: gives several items back with one reason and rule; X18 and own items are counted and left out', async () => {
  const calls = serveAll('review');
  const screen = await render(<ContentQueue state="review" />);
  await wait();
  await screen.press('Choose');
  expect(screen.container.querySelectorAll('input[type="checkbox"]')).toHaveLength(1);
  expect(screen.container.textContent).toContain('2 items are decided on their own: X18 takes two moderators');
  await screen.press('All 1');
  await screen.press('Give back…');
  await sheetOf(screen);
  await screen.submit();
  expect(screen.container.textContent).toContain('Say why');
  await screen.fill('reason', 'Not yours');
  await screen.submit();
  expect(calls.find(({ call }) => call === bulk)?.body).toEqual({
    ...{ decision: 'refuse', contentIds: [idOf(1)], reason: 'Not yours', rule: 'other' },
  });
  expect(screen.container.textContent).toContain('1 item given back');
  screen.unmount();
});

it('publishes what was held back, and does not offer to give it back', async () => {
  const calls = serveAll('flagged');
  const screen = await render(<ContentQueue state="flagged" />);
  await wait();
  await screen.press('Choose');
  await screen.press('All 1');
  expect(screen.container.textContent).not.toContain('Give back');
  await screen.press('Publish…');
  await sheetOf(screen);
  await screen.fill('reason', 'Everybody agreed');
  await screen.submit();
  expect(calls.find(({ call }) => call === bulk)?.body).toEqual({
    ...{ decision: 'approve', contentIds: [idOf(1)], reason: 'Everybody agreed' },
  });
  expect(screen.container.textContent).toContain('1 item published');
  screen.unmount();
});
