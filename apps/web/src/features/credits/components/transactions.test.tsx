import { expect, it } from 'vitest';
import { render } from '../../../../test/render.tsx';
import type { CreditTransaction } from '../bonus.ts';
import { Transactions } from './transactions.tsx';

const callId = '0199f3b4-0000-7000-8000-000000000001';
const movement: CreditTransaction = {
  id: 'one',
  type: 'spend',
  description: 'Tip to Naledi',
  amount: -5,
  callId: null,
  timestamp: '2026-11-20T10:00:00Z',
};

it('links only minutes of a call, to its receipt', async () => {
  const minute = { ...movement, id: 'two', description: 'Video call with Naledi, minute 1', amount: -18, callId };
  const screen = await render(<Transactions movements={[minute, movement]} />);
  const links = [...screen.container.querySelectorAll('a')].map((link) => [
    link.getAttribute('href'),
    link.textContent,
  ]);
  expect(links).toEqual([[`/video-chat?receipt=${callId}`, 'Receipt Video call with Naledi, minute 1']]);
  screen.unmount();
});
