import { expect, it } from 'vitest';
import { render, serve } from '../../../../test/render.tsx';
import { FlaggedPayments } from './flagged-payments.tsx';

const idOf = (n: number) => `0199f3b4-0000-7000-8000-00000000000${n}`;
const payment = {
  ...{
    id: idOf(1),
    orderId: idOf(1),
    isSecond: false,
    accountId: idOf(9),
    purpose: 'pack',
    description: '100 credits',
  },
  ...{ status: 'held', provider: 'sandbox', providerReference: 'ref', amount: 9_900, currency: 'ZAR' },
  ...{ createdAt: '2026-11-21T10:00:00Z', canGrant: null, canRefund: null, canEnd: false, refundRequestedAt: null },
};
const event = { kind: 'paid', amount: 9_900, currency: 'ZAR', receivedAt: '2026-11-21T10:00:00Z' };

it('shows why a payment is flagged and what the provider reported', async () => {
  const items = [
    {
      ...payment,
      flag: 'not delivered: ACCOUNT_SUSPENDED',
      events: [{ ...event, outcome: 'refused ACCOUNT_SUSPENDED' }],
    },
    {
      ...payment,
      id: idOf(2),
      flag: 'no answer',
      events: [{ ...event, kind: null, amount: null, outcome: 'ignored' }],
    },
    { ...payment, id: idOf(3), flag: 'charged back, spent on creator 7', events: [{ ...event, kind: 'charged_back' }] },
    { ...payment, id: idOf(4), flag: 'not delivered: NEWER_THAN_THIS', events: [] },
    {
      ...payment,
      id: idOf(5),
      flag: 'card of a payment that was charged back',
      events: [{ ...event, outcome: 'held' }],
    },
  ].map((each) => ({ ...each, events: each.events.map((one) => ({ outcome: null, ...one })) }));
  serve({ 'GET /api/admin/payments/flagged?limit=50': () => ({ status: 200, body: { items, nextCursor: null } }) });
  const { container } = await render(<FlaggedPayments />);
  const rows = [...container.querySelectorAll('li.grid')].map((row) => row.textContent);
  expect(rows[0]).toContain('Not delivered: the account is suspended');
  expect(rows[0]).toContain('12:00 Paid, R99: the account is suspended');
  expect(rows[1]).toContain('No answer from the provider');
  expect(rows[1]).toContain('Something unknown: changed nothing');
  expect(rows[2]).toContain('Charged back, most of it spent on creator 7');
  expect(rows[3]).toContain('Not delivered: NEWER_THAN_THIS');
  expect(rows[4]).toContain('12:00 Paid, R99: held, not booked');
});
