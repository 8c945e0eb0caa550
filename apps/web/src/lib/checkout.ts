import type { PaymentPurpose } from '@vlam/contract/payments';
import { ApiError, codeOf } from './api.ts';
import { go } from './router.tsx';

/** What is to be paid for on the provider's page. `reference` as `createCheckout` takes it; `amount` in rand: of a tip, or the price shown. */
export interface CheckoutWish {
  purpose: PaymentPurpose;
  reference: string;
  amount?: number | undefined;
  message?: string | undefined;
}

export interface CheckoutNote {
  purpose: PaymentPurpose;
  /** Path inside the app that the person came from. */
  back: string;
  /** Path of the review, to try again. */
  again?: string | undefined;
  /** Who is paid, for the words afterwards. */
  name?: string | undefined;
  message?: string | undefined;
  /** The person asked for another card than those that are saved. */
  otherCard?: boolean | undefined;
}

const kept = 'checkout';

/** Read as the browser reads it: `/\t/elsewhere.test` is another site. */
const isOwnPath = (path: string | undefined) =>
  path === undefined ||
  (path.startsWith('/') &&
    URL.canParse(path, location.origin) &&
    new URL(path, location.origin).origin === location.origin);

/** What was noted before the person left for the provider's page, in this tab; null when it was another purpose. */
export function checkoutNote(purpose: PaymentPurpose): CheckoutNote | null {
  try {
    const note: CheckoutNote | null = JSON.parse(sessionStorage.getItem(kept) ?? 'null');
    return note?.purpose === purpose && note.back && isOwnPath(note.back) && isOwnPath(note.again) ? note : null;
  } catch {
    return null;
  }
}

/** Remembers where to come back to, and what is too private for an address. */
export function noteCheckout(note: CheckoutNote): void {
  try {
    sessionStorage.setItem(kept, JSON.stringify(note));
  } catch {
    // Without storage the way back is the screen the purchase belongs to.
  }
}

/** The page inside the app whose price sent the person to buy credits, named by `?from=`; null for any other address. */
export function cameFrom(): string | null {
  const path = new URLSearchParams(location.search).get('from');
  return path !== null && isOwnPath(path) ? path : null;
}

/** What a link to the credits carries, so that buying leads back to this page. */
export const fromHere = (): { from: string } => ({ from: `${location.pathname}${location.search}` });

/** Opens the checkout for something that needs the provider's page; paying leads back to where this was asked. */
export function goToCheckout({ purpose, reference, amount, message }: CheckoutWish, otherCard = false): void {
  noteCheckout({ purpose, back: cameFrom() ?? `${location.pathname}${location.search}`, message, otherCard });
  go({ to: '/checkout', search: purpose === 'pack' ? { package: reference } : { purpose, reference, amount } });
}

/** Goes to a page of the provider or of the payer's bank. Throws for anything but http and https. */
export function leaveFor(address: string): void {
  const { protocol, href } = new URL(address, location.href);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('unexpected address of a payment page');
  location.assign(href);
}

/** Whether a charge goes on at another page: there is no card yet, the bank wants to see the payer, or nobody knows yet. */
export const goesOnElsewhere = (error: unknown): boolean =>
  codeOf(error) === 'PAYMENT_METHOD_REQUIRED' || codeOf(error) === 'PAYMENT_PENDING';

/** Where such a charge goes on: at the bank, at the page of an order that is not decided, else at the checkout. */
export function payElsewhere(error: unknown, wish: CheckoutWish): void {
  const { checkoutUrl, orderId } = (error instanceof ApiError && error.body?.details) || {};
  const isPending = codeOf(error) === 'PAYMENT_PENDING' && typeof orderId === 'string';
  if (isPending || typeof checkoutUrl === 'string')
    noteCheckout({ purpose: wish.purpose, back: `${location.pathname}${location.search}` });
  if (isPending) go({ to: '/checkout', search: { order: orderId } });
  else if (typeof checkoutUrl === 'string') leaveFor(checkoutUrl);
  else goToCheckout(wish);
}
