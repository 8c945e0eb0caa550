import { focusManager, useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { render, serve, settle } from '../../test/render.tsx';
import { waitUntil } from '../../test/wait.ts';
import { Purchases } from '../features/marketplace/components/purchases.tsx';
import { queryOf } from '../lib/api.ts';
import { App } from './app.tsx';

const Balance = () => <b>{useQuery(queryOf('creditBalance')).data?.balance}</b>;
vi.mock('./screen.tsx', () => ({
  Screen: () => (
    <>
      <Balance />
      <Purchases onOpen={() => undefined} onBrowse={() => undefined} />
    </>
  ),
}));

it('refetches a balance on focus without the code of the socket, and keeps a list whose refetch fails', async () => {
  let balance = 5;
  let purchases = 200;
  const calls = serve({
    'GET /api/credits/balance': () => ({ status: 200, body: { balance, promotional: 0 } }),
    'GET /api/bundles/purchases?limit=50': () => ({ status: purchases, body: { items: [], nextCursor: null } }),
  });
  const { container, unmount } = await render(<App />);
  expect(container.textContent).toContain('No purchases yet');
  [balance, purchases] = [7, 503];
  await act(async () => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
  await act(() => waitUntil(() => container.querySelector('b')?.textContent === '7'));
  await settle();
  expect(calls.filter(({ call }) => call.includes('/purchases'))).toHaveLength(2);
  expect(container.textContent).toContain('No purchases yet');
  focusManager.setFocused(undefined);
  unmount();
});
