import { beforeEach, expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { MemberReferrals } from './member-referrals.tsx';

const accountId = '019921ce-3d98-71fd-a370-b46bed6833e3';
const other = { accountId: '019921ce-3d98-71fd-a370-b46bed6833e4', displayName: 'Naledi' };
const referral = {
  ...{ id: accountId, other, percent: 5, joinedAt: '2026-10-01T08:00:00Z' },
  ...{ until: '2027-10-05T08:00:00Z', endedAt: null as string | null },
};

const list = `GET /api/admin/users/${accountId}/referrals`;

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
});

it('is nothing for who has no referral', async () => {
  serve({ [list]: () => ({ status: 200, body: { referredBy: null, referred: [] } }) });
  const { container, unmount } = await render(<MemberReferrals accountId={accountId} isOwn={false} />);
  await settle();
  expect(container.textContent).toBe('');
  unmount();
});

it('names both sides, and ends a share with a reason; one that has ended, and an own one, has no button', async () => {
  const ended = { ...referral, id: other.accountId, endedAt: '2026-11-02T08:00:00Z' };
  const calls = serve({
    [list]: () => ({ status: 200, body: { referredBy: referral, referred: [ended] } }),
    [`POST /api/admin/referrals/${accountId}/end`]: () => ({ status: 204 }),
  });
  const screen = await render(<MemberReferrals accountId={accountId} isOwn={false} />);
  await settle();
  expect(screen.container.textContent).toContain('Referred by Naledi');
  expect(screen.container.textContent).toContain('5% of their sales, until 5 Oct 2027');
  expect(screen.container.textContent).toContain('Ended on 2 Nov 2026');
  const buttons = () => [...screen.container.querySelectorAll('button')].map(({ textContent }) => textContent);
  expect(buttons()).toEqual(['End the share']);
  await screen.press('End the share');
  expect(screen.container.textContent).toContain('it cannot begin again');
  await screen.fill('reason', 'Bought the sales');
  await screen.submit();
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ reason: 'Bought the sales' });
  screen.unmount();
  const own = await render(<MemberReferrals accountId={accountId} isOwn />);
  await settle();
  expect(own.container.querySelectorAll('button')).toHaveLength(0);
  own.unmount();
});
