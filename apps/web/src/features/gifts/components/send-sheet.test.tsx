import { gifts } from '@vlam/contract/gifts';
import { act } from 'react';
import { expect, it } from 'vitest';
import { render, serve, settle } from '../../../../test/render.tsx';
import { toastQueue } from '../../../lib/toast.ts';
import { SendSheet } from './send-sheet.tsx';

const [rose] = gifts;
const naledi = { id: '019921ce-3d98-71fd-a370-b46bed6833e3', displayName: 'Naledi', avatar: '/naledi.webp' };
const sent = { recipientName: 'Naledi' };

const mount = () => render(<SendSheet gift={rose} open recipient={naledi} onClose={() => undefined} />);
const balance = (credits: number) => () => ({ status: 200, body: { balance: credits, promotional: 0 } });

it('sends one gift on a double tap, and confirms it', async () => {
  const calls = serve({
    'GET /api/credits/balance': balance(60),
    'POST /api/gifts/send': () => ({ status: 201, body: { balance: 10, gift: sent } }),
  });
  const screen = await mount();
  await screen.fill('message', ' For the last frame. ');
  const form = screen.container.querySelector('form');
  await act(async () => {
    form?.requestSubmit();
    form?.requestSubmit();
  });
  await settle();
  expect(calls.filter(({ call }) => call === 'POST /api/gifts/send').map(({ body }) => body)).toEqual([
    { giftId: 'red-rose', price: 50, recipientId: naledi.id, message: 'For the last frame.' },
  ]);
  expect(screen.container.textContent).toContain('Gift Sent!');
  screen.unmount();
});

it('offers another recipient only when the member chose one', async () => {
  for (const fixed of [false, true]) {
    serve({ 'GET /api/credits/balance': balance(60) });
    const screen = await render(
      <SendSheet gift={rose} open recipient={naledi} fixed={fixed} onClose={() => undefined} />,
    );
    expect(screen.container.textContent?.includes('Change')).toBe(!fixed);
    screen.unmount();
  }
});

it('shows missing fields before sending', async () => {
  const calls = serve({ 'GET /api/credits/balance': balance(49) });
  const screen = await mount();
  expect(screen.container.textContent).toContain('You need more credits to send this gift.');
  expect(screen.container.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(true);
  expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false);
  screen.unmount();
});

it('shows an error when the balance dropped after the sheet was opened', async () => {
  serve({
    'GET /api/credits/balance': balance(60),
    'POST /api/gifts/send': () => ({
      status: 402,
      body: { code: 'INSUFFICIENT_CREDITS', message: 'Insufficient credits' },
    }),
  });
  const screen = await mount();
  await screen.submit();
  expect(toastQueue.get().map(({ title, text }) => [title, text])).toContainEqual([
    'Insufficient Credits',
    'You need more credits to send this gift.',
  ]);
  screen.unmount();
});
