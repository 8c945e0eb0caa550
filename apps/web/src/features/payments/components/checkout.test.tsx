import { creditPacks } from '@vlam/contract/payments';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Rendered, render, serve, settle } from '../../../../test/render.tsx';
import { goToCheckout, readCheckoutContext, saveCheckoutContext } from '../../../lib/checkout.ts';
import { Checkout } from './checkout.tsx';
import { OrderOutcome } from './order-outcome.tsx';

const orderId = '0193b0c0-0000-7000-8000-000000000001';
const order = {
  id: orderId,
  purpose: 'pack',
  description: '250 credits',
  amount: 199,
  amountCents: 19_900,
  failureReason: null,
  createdAt: '2026-11-20T18:12:00.000Z',
  paidAt: null,
  receiptNumber: null,
  firstPurchaseCredits: 0,
  refundableUntil: null,
  refundRequestedAt: null,
};
const reads = {
  'GET /api/credits/packs': () => ({ status: 200, body: creditPacks }),
  'GET /api/credits/balance': () => ({ status: 200, body: { balance: 10, promotional: 0 } }),
  'GET /api/payments/methods': () => ({ status: 200, body: [] }),
};
const nothing = { packageId: null, purpose: null, reference: null, amount: null };
let screen: Rendered;
const text = () => screen.container.textContent ?? '';
const assign = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  assign.mockClear();
  vi.spyOn(location, 'assign').mockImplementation(assign);
});
afterEach(() => {
  screen.unmount();
  vi.restoreAllMocks();
});

describe('checkout', () => {
  it('shows that no package was selected, with a link to the credits', async () => {
    serve(reads);
    screen = await render(<Checkout {...nothing} />);
    expect(text()).toContain('Payment Error');
    expect(text()).toContain('No package selected');
    const link = [...screen.container.querySelectorAll('a')].find((each) => each.textContent === 'Return to Credits');
    expect(link?.getAttribute('href')).toBe('/credits');
  });

  it('rejects packages that are not on sale', async () => {
    serve(reads);
    screen = await render(<Checkout {...nothing} packageId="p9999" />);
    expect(text()).toContain('No package selected');
  });

  it('shows a loading state, and an error when the details fail to load', async () => {
    serve({ ...reads, 'GET /api/credits/packs': () => new TypeError('Failed to fetch') });
    screen = await render(<Checkout {...nothing} packageId="p250" />);
    expect(text()).toContain('Unable to load payment details');
  });

  it('shows when payments are not configured', async () => {
    serve({
      ...reads,
      'POST /api/payments/checkout': () => ({
        status: 503,
        body: {
          code: 'PAYMENT_NOT_CONFIGURED',
          message: 'Payment system not configured. Please contact support.',
          requestId: 'x',
        },
      }),
    });
    screen = await render(<Checkout {...nothing} packageId="p250" />);
    await screen.press('Pay R199');
    expect(text()).toContain('Payment Error');
    expect(text()).toContain('Payment system not configured. Please contact support.');
    expect(text()).toContain('Setup required');
    expect(assign).not.toHaveBeenCalled();
  });

  it('shows it before a choice when the settings say so', async () => {
    const settings = { demo: false, externalSignIn: false, payments: false, languages: ['en'], version: '1' };
    serve({ ...reads, 'GET /api/settings': () => ({ status: 200, body: settings }) });
    screen = await render(<Checkout {...nothing} packageId="p250" />);
    expect(text()).toContain('Payment system not configured. Please contact support.');
    expect(screen.container.querySelector('button')).toBeNull();
  });

  it('charges no saved card when another card was chosen', async () => {
    const method = {
      id: orderId,
      brand: 'Visa',
      last4: '4242',
      expiryMonth: 12,
      expiryYear: 2031,
      provider: 'sandbox',
    };
    const calls = serve({ ...reads, 'GET /api/payments/methods': () => ({ status: 200, body: [method] }) });
    goToCheckout({ purpose: 'pack', reference: 'p250' }, true);
    screen = await render(<Checkout {...nothing} packageId="p250" />);
    await screen.press('Pay R199');
    const asked = calls.filter(({ call }) => call.startsWith('POST ')).map(({ call }) => call);
    expect(asked).toEqual(['POST /api/payments/checkout']);
  });

  it('shows price and VAT, then redirects to the provider with the agreed price', async () => {
    const calls = serve({
      ...reads,
      'POST /api/payments/checkout': () => ({
        status: 200,
        body: { orderId, paid: false, checkoutUrl: 'https://pay.example.test/one', balance: null },
      }),
    });
    screen = await render(<Checkout {...nothing} packageId="p250" />);
    expect(text()).toContain('R25.96');
    await screen.press('Save this card');
    await screen.press('Pay R199');
    expect(calls.find(({ call }) => call === 'POST /api/payments/checkout')?.body).toEqual({
      purpose: 'pack',
      reference: 'p250',
      amount: 199,
      saveMethod: true,
    });
    expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example.test/one');
    expect(readCheckoutContext('pack')?.back).toBe('/credits');
  });

  it('T30: reuses the idempotency key after a lost response', async () => {
    const keys: unknown[] = [];
    serve({ ...reads });
    const answered = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      if (init?.method !== 'POST') return answered(input, init);
      keys.push(new Headers(init.headers).get('idempotency-key'));
      throw new TypeError('Failed to fetch');
    };
    screen = await render(<Checkout {...nothing} packageId="p250" />);
    await screen.press('Pay R199');
    expect(text()).toContain('You were not charged twice');
    await screen.press('Pay R199');
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it('redirects only to web URLs', async () => {
    serve({
      ...reads,
      'POST /api/payments/checkout': () => ({
        status: 200,
        body: { orderId, paid: false, checkoutUrl: 'javascript:alert(1)', balance: null },
      }),
    });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    screen = await render(<Checkout {...nothing} packageId="p100" />);
    await screen.press('Pay R99').catch(() => undefined);
    expect(assign).not.toHaveBeenCalled();
  });
});

describe('payment outcome', () => {
  const show = async (changes: object) => {
    serve({
      ...reads,
      [`GET /api/payments/orders/${orderId}`]: () => ({ status: 200, body: { ...order, ...changes } }),
    });
    screen = await render(<OrderOutcome id={orderId} />);
  };

  it.each([
    [{ status: 'pending' }, 'Confirming your payment'],
    [{ status: 'held' }, "We're looking at this payment"],
    [{ status: 'cancelled' }, 'Nothing was charged.'],
    [{ status: 'failed', failureReason: 'The bank said no.' }, 'The bank said no.'],
    [{ status: 'charged_back' }, 'This payment was given back'],
    [{ status: 'paid', receiptNumber: 'V-1' }, 'Payment received'],
    [{ status: 'paid', receiptNumber: 'V-1', firstPurchaseCredits: 50 }, 'For your first purchase+ 50 bonus'],
    [{ status: 'paid', purpose: 'subscription', receiptNumber: 'V-1' }, 'Successfully subscribed to creator'],
  ])('shows the outcome of %j', async (changes, sentence) => {
    await show(changes);
    expect(text()).toContain(sentence);
  });

  it('names the tipped creator, deletes the stored message, and links back', async () => {
    saveCheckoutContext({ purpose: 'tip', back: '/profiles/7', name: 'Zanele', message: 'a secret' });
    await show({ status: 'paid', purpose: 'tip', amount: 50, amountCents: 5_000, receiptNumber: 'V-1' });
    await settle();
    expect(text()).toContain('Tip sent!');
    expect(text()).toContain('Successfully sent R50 to Zanele');
    const back = [...screen.container.querySelectorAll('a')].find((each) => each.textContent === 'Back to Zanele');
    expect(back?.getAttribute('href')).toBe('/profiles/7');
    expect(JSON.stringify(sessionStorage)).not.toContain('a secret');
  });

  it('never links to another site', async () => {
    sessionStorage.setItem('checkout', JSON.stringify({ purpose: 'pack', back: '//elsewhere.test' }));
    expect(readCheckoutContext('pack')).toBeNull();
    await show({ status: 'cancelled' });
    expect(screen.container.querySelector('a')?.getAttribute('href')).toBe('/credits');
  });
});
