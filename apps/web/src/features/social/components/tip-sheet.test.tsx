import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Rendered, render, serve } from '../../../../test/render.tsx';
import { readCheckoutContext } from '../../../lib/checkout.ts';
import { toastQueue } from '../../../lib/toast.ts';
import { TipSheet } from './tip-sheet.tsx';

const to = { profileId: 'p1', name: 'Zanele', contentId: 'c1', title: 'Blue hour' };
const card = {
  id: 'm1',
  provider: 'sandbox',
  brand: 'Visa',
  lastFour: '4417',
  expiresOn: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};
let screen: Rendered;
const onSent = vi.fn();
const sendButton = () =>
  [...screen.container.querySelectorAll('button')].find((each) => each.type === 'submit') as HTMLButtonElement;

async function open(methods: unknown[], answer: Parameters<typeof serve>[0][string]) {
  const calls = serve({
    'GET /api/payments/methods': () => ({ status: 200, body: methods }),
    'POST /api/tips': answer,
  });
  screen = await render(<TipSheet to={to} onClose={() => undefined} onSent={onSent} />);
  return calls;
}
beforeEach(() => {
  sessionStorage.clear();
  toastQueue.set([]);
  HTMLDialogElement.prototype.showModal ??= () => undefined;
});
afterEach(() => {
  screen.unmount();
  onSent.mockClear();
});

describe('tip sheet', () => {
  it('disables sending while the amount is empty', async () => {
    await open([card], () => ({ status: 500 }));
    expect(sendButton().disabled).toBe(true);
    expect(sendButton().textContent).toBe('Send tip');
  });

  it('sends one tip with the saved card and shows the success toast', async () => {
    const calls = await open([card], () => ({
      status: 201,
      body: { id: 't1', amount: 12.5, amountCents: 1_250, createdAt: '2026-11-21T10:00:00.000Z' },
    }));
    await screen.fill('amount', '12.5');
    await screen.fill('message', ' Beautiful. ');
    expect(sendButton().textContent).toBe('Send R12.50 tip');
    await screen.submit();
    expect(calls.find(({ call }) => call === 'POST /api/tips')?.body).toEqual({
      profileId: 'p1',
      contentId: 'c1',
      amount: 12.5,
      message: 'Beautiful.',
    });
    expect(onSent).toHaveBeenCalledExactlyOnceWith(to, 12.5);
    expect(toastQueue.get()[0]).toMatchObject({ title: 'Tip sent!', text: 'Successfully sent R12.50 to Zanele' });
  });

  it('shows why the charge failed', async () => {
    await open([card], () => ({
      status: 402,
      body: { code: 'PAYMENT_DECLINED', message: 'Your payment was declined. Try another method', requestId: 'x' },
    }));
    await screen.press('R20');
    await screen.submit();
    expect(toastQueue.get()[0]).toMatchObject({ title: 'Error', text: 'Failed to send tip' });
    expect(screen.container.textContent).toContain('Your payment was declined');
    expect(screen.container.textContent).toContain('Use another card');
  });

  it.each([
    ['without a saved card', [], () => ({ status: 500 })],
    [
      'when the server finds none',
      [card],
      () => ({ status: 402, body: { code: 'PAYMENT_METHOD_REQUIRED', message: 'Add a method', requestId: 'x' } }),
    ],
  ])('opens the checkout %s, without the message in the URL', async (_name, methods, answer) => {
    await open(methods, answer);
    await screen.fill('amount', '50');
    await screen.fill('message', 'a secret');
    await screen.submit();
    expect(location.pathname + location.search).toBe('/checkout?purpose=tip&reference=p1%2Fc1&amount=50');
    expect(readCheckoutContext('tip')?.message).toBe('a secret');
    expect(toastQueue.get()).toHaveLength(0);
  });

  it('T94: opens the order whose payment is still pending', async () => {
    const details = { purpose: 'tip', reference: 'p1/c1', orderId: 'o1' };
    await open([card], () => ({
      status: 409,
      body: { code: 'PAYMENT_PENDING', message: "Your payment isn't confirmed yet", requestId: 'x', details },
    }));
    await screen.press('R20');
    await screen.submit();
    expect(location.pathname + location.search).toBe('/checkout?order=o1');
    expect(toastQueue.get()).toHaveLength(0);
  });
});
