import { expect, it, vi } from 'vitest';
import { render, serve } from '../../../../test/render.tsx';
import { toastQueue } from '../../../lib/toast.ts';
import { CreateRequestSheet } from './create-request-sheet.tsx';

const naledi = { id: '019921ce-3d98-71fd-a370-b46bed6833e3', displayName: 'Naledi', avatar: '/naledi.webp' };
const balance = () => ({ status: 200, body: { balance: 400, promotional: 0 } });

async function fillIn(onClose = () => undefined) {
  const screen = await render(<CreateRequestSheet creator={naledi} open onClose={onClose} />);
  await screen.fill('title', 'Sunrise');
  await screen.fill('description', 'On the roof');
  await screen.fill('offeredPrice', '250');
  return screen;
}

it('shows the exclusive premium, and sends the offer without it', async () => {
  const onClose = vi.fn();
  const calls = serve({
    'GET /api/credits/balance': balance,
    'POST /api/content-requests': () => ({ status: 201, body: { balance: 75, request: { creator: naledi } } }),
  });
  const screen = await fillIn(onClose);
  await screen.press('Exclusive');
  expect(screen.container.textContent).toContain('Exclusive, +30%');
  expect(screen.container.textContent).toContain('Send, holding 325 credits');
  await screen.submit();
  expect(onClose).toHaveBeenCalledOnce();
  expect(calls.find(({ call }) => call === 'POST /api/content-requests')?.body).toEqual({
    creatorId: naledi.id,
    title: 'Sunrise',
    description: 'On the roof',
    contentType: 'photo',
    offeredPrice: 250,
    totalPrice: 325,
    isExclusive: true,
    deadline: 'week',
  });
  expect(toastQueue.get().some(({ title }) => title === 'Request Sent!')).toBe(true);
  screen.unmount();
});

it('keeps the form and shows an error when sending fails', async () => {
  serve({ 'GET /api/credits/balance': balance, 'POST /api/content-requests': () => new TypeError('Failed to fetch') });
  const screen = await fillIn();
  await screen.submit();
  expect(screen.field('title').value).toBe('Sunrise');
  expect(toastQueue.get().map(({ title, text }) => [title, text])).toContainEqual([
    'Request Failed',
    'Failed to send request. Please try again.',
  ]);
  screen.unmount();
});

it('shows the error of every missing field', async () => {
  serve({ 'GET /api/credits/balance': balance });
  const screen = await render(<CreateRequestSheet creator={naledi} open onClose={() => undefined} />);
  await screen.submit();
  expect(screen.container.textContent).toContain('Title is required');
  expect(screen.container.textContent).toContain('Description is required');
  screen.unmount();
});
