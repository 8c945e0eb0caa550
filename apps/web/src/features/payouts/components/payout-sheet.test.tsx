import { expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import type { PayoutAccount, PayoutSummary } from '../api.ts';
import { PayoutSheet } from './payout-sheet.tsx';

const summary = {
  availableCents: 1_302_206,
  clearingCents: 598_917,
  promotionalCents: 0,
  underWayCents: 0,
  paidOutCents: 0,
  minimumCents: 50_000,
  heldUntil: null,
  payouts: [],
} satisfies PayoutSummary;
const account = {
  bank: 'African Bank',
  holderName: 'Naledi Mokoena',
  accountEnding: '5678',
} as NonNullable<PayoutAccount>;

const mount = (given: Partial<PayoutSummary>, to: PayoutAccount = account) =>
  render(
    <PayoutSheet
      summary={{ ...summary, ...given }}
      account={to}
      onClose={() => undefined}
      onAccount={() => undefined}
    />,
  );

it.each([
  [{ underWayCents: 75_000 }, 'Your payout of R750 is under way. You can request the next one once it has been sent.'],
  [{ availableCents: 49_999 }, 'Payouts start at R500. R499.99 is ready so far, and R5,989.17 is clearing.'],
])('explains why no payout can be requested, instead of a form: %o', async (given, expected) => {
  const screen = await mount(given);
  expect(screen.container.textContent).toContain(expected);
  expect(screen.container.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(true);
  expect(screen.container.querySelector('input[name=amount]')).toBeNull();
  screen.unmount();
});

it('asks for the bank account first', async () => {
  const screen = await mount({}, null);
  expect(screen.container.textContent).toContain('First add the bank account that your payouts go to.');
  expect(screen.container.textContent).toContain('Add bank account');
  screen.unmount();
});
