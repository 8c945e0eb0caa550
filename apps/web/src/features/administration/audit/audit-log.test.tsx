import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { AuditLog } from './audit-log.tsx';

const row = (number: number, action: string) => ({
  ...{ number, action, at: '2026-11-21T10:00:00Z', targetType: 'account', targetId: 'some-id', reason: null },
  ...{ actor: { id: 'staff-id', name: 'Ayanda Cele' }, details: {}, hash: 'ff' },
});
const check = { checkedAt: '2026-11-21T01:40:00Z', rows: 78, lastNumber: 78, lastHash: 'ff', brokenNumber: null };

it('says up to which row the log is known to be whole, and what was done in words with its code', async () => {
  const items = [row(80, 'user.suspended'), row(79, 'newer.than_this')];
  serve({
    'GET /api/admin/audit-log/summary': () => ({
      status: 200,
      body: { actions: ['user.suspended'], actors: [], check },
    }),
    'GET /api/admin/audit-log': () => ({ status: 200, body: { items, nextCursor: null } }),
  });
  const { container, unmount } = await render(<AuditLog />);
  for (let wait = 0; wait < 6; wait += 1) await settle();
  expect(container.textContent).toContain('Whole up to row 78');
  const rows = [...container.querySelectorAll('li')].map((each) => each.textContent);
  expect(rows[0]).toContain('Suspended user.suspended');
  expect(rows[0]).toContain('Account some-id');
  expect(rows[1]).toContain('Newer than this newer.than_this');
  unmount();
});
