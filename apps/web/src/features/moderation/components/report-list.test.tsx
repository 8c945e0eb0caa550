import { describe, expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import type { Report } from '../api.ts';
import { ReportList } from './report-list.tsx';

const idOf = (n: number) => `019aa000-0000-7000-8000-00000000000${n}`;
const aReport = (n: number, more: Partial<Report> = {}): Report => ({
  id: idOf(n),
  status: 'pending',
  targetType: 'profile',
  targetId: idOf(9),
  about: { id: idOf(9), displayName: `Member ${n}` },
  reason: 'spam',
  class: 'other',
  dueAt: new Date(Date.now() + 3_600_000).toISOString(),
  details: '',
  messages: 0,
  createdAt: new Date().toISOString(),
  isParty: false,
  outcome: null,
  ...more,
});
const reports = [
  aReport(1),
  aReport(2),
  aReport(3, { class: 'minor', reason: 'underage' }),
  aReport(4, { isParty: true }),
];
const batchId = idOf(8);
const bulk = 'POST /api/admin/reports/bulk';
const undo = `POST /api/admin/reports/bulk/${batchId}/undo`;
const wait = async () => {
  for (let turn = 0; turn < 5; turn += 1) await settle();
};
async function open() {
  const screen = await render(<ReportList initialStatus="pending" renderFiles={() => null} />);
  await wait();
  return screen;
}
const serveAll = (refused: { id: string; message: string }[] = []) =>
  serve({
    'GET /api/admin/reports?status=pending': () => ({ status: 200, body: reports }),
    'GET /api/admin/report-times': () => ({
      status: 200,
      body: { classes: [], looked: 0, medianMinutes: null, unseen: 0 },
    }),
    'GET /api/admin/saved-filters?list=reports': () => ({ status: 200, body: [] }),
    [bulk]: () => ({
      status: 200,
      body: { batchId, undoUntil: new Date(Date.now() + 600_000).toISOString(), done: [idOf(1)], refused },
    }),
    [undo]: () => ({ status: 200, body: { done: [idOf(1)], refused: [] } }),
  });

describe('several reports at once', () => {
  it('T24: leaves out what may be about a child and what the moderator is part of, and says how many', async () => {
    const calls = serveAll([{ id: idOf(2), message: 'This report has been decided' }]);
    const screen = await open();
    await screen.press('Choose');
    expect(screen.container.querySelectorAll('input[type="checkbox"]')).toHaveLength(2);
    expect(screen.container.textContent).toContain('2 reports are decided on their own');
    await screen.press('All 2');
    await screen.press('Dismiss…');
    await wait();
    await screen.submit();
    expect(screen.container.textContent).toContain('Please write a few words');
    await screen.fill('reason', ' One campaign ');
    await screen.submit();
    expect(calls.find(({ call }) => call === bulk)?.body).toEqual({
      decision: 'dismissed',
      reportIds: [idOf(1), idOf(2)],
      text: 'One campaign',
    });
    expect(screen.container.textContent).toContain('1 report dismissed');
    expect(screen.container.textContent).toContain('Undo for 10 more minutes');
    expect(screen.container.textContent).toContain('Member 2: This report has been decided');
    screen.unmount();
  });

  it('say that nothing waits, without anything to choose', async () => {
    serve({
      'GET /api/admin/reports?status=pending': () => ({ status: 200, body: [] }),
      'GET /api/admin/saved-filters?list=reports': () => ({ status: 500 }),
    });
    const screen = await open();
    expect(screen.container.textContent).toContain('Nothing waits');
    expect(screen.container.textContent).toContain('Saved filters did not load.');
    expect(screen.container.textContent).not.toContain('Choose');
    screen.unmount();
  });

  it('are opened again by Undo', async () => {
    const calls = serveAll();
    const screen = await open();
    await screen.press('Choose');
    await screen.press('All 2');
    await screen.press('Resolve…');
    await wait();
    await screen.fill('reason', 'Warned');
    await screen.submit();
    expect(screen.container.textContent).toContain('1 report resolved');
    await screen.press('Undo');
    await settle();
    expect(calls.some(({ call }) => call === undo)).toBe(true);
    expect(screen.container.textContent).not.toContain('1 report resolved');
    screen.unmount();
  });
});
