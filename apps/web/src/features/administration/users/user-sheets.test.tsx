import { describe, expect, it } from 'vitest';
import { render, serve } from '../../../../test/render.tsx';
import type { User } from './api.ts';
import { aUser as user } from './testing.ts';
import { isConcerned } from './use-bulk.tsx';
import { UserSheets } from './user-sheets.tsx';

const path = 'POST /api/admin/users/suspend';
const open = (onClose = () => {}) =>
  render(<UserSheets question="suspend" user={user} isFixed={false} onAsk={() => {}} onClose={onClose} />);

describe('T18: suspending a member', () => {
  it('needs a reason that is more than spaces, and sends it trimmed', async () => {
    let closed = 0;
    const calls = serve({
      [path]: () => ({ status: 200, body: { ...user, status: 'suspended', suspendedReason: 'Threats' } }),
    });
    const screen = await open(() => {
      closed += 1;
    });
    expect(screen.container.textContent).toContain('Suspend Ruan Botha?');
    await screen.submit();
    await screen.fill('reason', '   ');
    await screen.submit();
    expect(screen.container.textContent).toContain('A reason is required');
    expect(calls.filter(({ call }) => call === path)).toEqual([]);
    await screen.fill('reason', ' Threats ');
    await screen.submit();
    expect(calls.find(({ call }) => call === path)?.body).toEqual({
      userId: user.id,
      rule: 'other',
      reason: 'Threats',
    });
    expect(closed).toBe(1);
    screen.unmount();
  });

  it('stays open with what was typed when the server refuses it', async () => {
    let closed = 0;
    serve({
      [path]: () => ({
        status: 409,
        body: { code: 'CONFLICT', message: 'This account is suspended already', requestId: 'x' },
      }),
    });
    const screen = await open(() => {
      closed += 1;
    });
    await screen.fill('reason', 'Threats');
    await screen.submit();
    expect(closed).toBe(0);
    expect(screen.container.querySelector('textarea')?.value).toBe('Threats');
    screen.unmount();
  });
});

it('offers a bulk action only for accounts it would change', () => {
  const suspended: User = { ...user, status: 'suspended' };
  expect([isConcerned('suspend', user), isConcerned('suspend', suspended)]).toEqual([true, false]);
  expect([isConcerned('unsuspend', user), isConcerned('unsuspend', suspended)]).toEqual([false, true]);
  expect([isConcerned('verify', user), isConcerned('verify', { ...user, identityChecked: true })]).toEqual([
    true,
    false,
  ]);
});
