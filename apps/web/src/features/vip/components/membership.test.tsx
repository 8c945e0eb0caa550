import { expect, it } from 'vitest';
import { render, serve } from '../../../../test/render.tsx';
import type { Membership } from '../api.ts';
import { OwnMembership } from './membership.tsx';

const membership = {
  tier: null,
  nextTier: null,
  paidUntil: null,
  renews: false,
  boost: 1,
  messagesPerDay: 5,
  bonusGranted: 0,
  bonusWaits: true,
} as unknown as Membership;

async function textFor(emailVerified: boolean): Promise<string> {
  serve({ 'GET /api/auth/user': () => ({ status: 200, body: { id: 'one', emailVerified, permissions: [] } }) });
  const screen = await render(<OwnMembership membership={membership} tiers={[]} />);
  const text = screen.container.textContent ?? '';
  screen.unmount();
  return text;
}

it('shows that a bonus waits for the email address only while it is unconfirmed', async () => {
  expect(await textFor(false)).toContain('as soon as your email address is confirmed');
  expect(await textFor(true)).not.toContain('email address');
});
