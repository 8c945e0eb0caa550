import type { StoredInformation } from '@vlam/contract/records-stored';
import { afterEach, expect, it } from 'vitest';
import { type Rendered, render, serve } from '../../../../test/render.tsx';
import { StoredSheet } from './stored-sheet.tsx';

const stored = (more: Partial<StoredInformation[number]> & Pick<StoredInformation[number], 'kind'>) => ({
  ...{ count: 1, isMore: false, rule: null },
  ...more,
});
let screen: Rendered;
const mount = async (answer: () => { status: number; body: unknown }) => {
  serve({ 'GET /api/account/stored': answer });
  screen = await render(<StoredSheet open onClose={() => undefined} />);
};
const rows = () => [...screen.container.querySelectorAll('li')].map(({ textContent }) => textContent);
afterEach(() => screen.unmount());

it('says of each kind how much is stored and how long, by the rule of the server', async () => {
  await mount(() => ({
    status: 200,
    body: [
      stored({ kind: 'account', count: 2 }),
      stored({ kind: 'network', rule: { mode: 'job', days: 90 } }),
      stored({ kind: 'decision', rule: { mode: 'job', days: 1_826 } }),
      stored({ kind: 'money', count: 1_000, isMore: true, rule: { mode: 'kept', days: null } }),
      stored({ kind: 'card', count: null }),
      stored({ kind: 'trip', count: 0, rule: { mode: 'sweep', days: null } }),
      stored({ kind: 'search', count: null, rule: { mode: 'none', days: null } }),
    ],
  }));
  const [account, network, decision, money, card, ...others] = rows();
  expect(account).toBe('Account and pageAs long as the account, and 30 days after you delete it2');
  expect(network).toContain('90 days after the last sign-in from there1');
  expect(decision).toContain('5 years after the decision');
  expect(money).toContain('over 1,000');
  expect(money).not.toContain('five years, as');
  expect(card).toBe(
    'Saved cards: brand and last four digitsUntil you remove it, or 30 days after you delete the account',
  );
  expect(others).toEqual([]);
  expect(screen.container.textContent).toContain('Nothing is stored of theseTrips. What you search for.');
});

it('offers to try again when the list cannot be read', async () => {
  await mount(() => ({ status: 500, body: { code: 'INTERNAL', message: 'No' } }));
  expect(rows()).toEqual([]);
  expect(screen.container.querySelector('[role="alert"], button')).not.toBeNull();
  expect(screen.container.textContent).toContain('Try again');
});
