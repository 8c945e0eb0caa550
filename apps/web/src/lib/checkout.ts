import type { PaymentPurpose } from '@vlam/contract/payments';
import type { TermMonths } from '@vlam/contract/rules/subscription-terms';
import type { TierNumber } from '@vlam/contract/rules/subscription-tiers';
import { ApiError, codeOf } from './api.ts';
import { go } from './router.tsx';

/**
 * What to pay for on the provider's page. `reference` is the one of `createCheckout`; `amount` in rand is the tip or
 * the price shown.
 */
export interface CheckoutIntent {
  purpose: PaymentPurpose;
  reference: string;
  amount?: number | undefined;
  message?: string | undefined;
  /** Tier, term and code of a subscription. */
  tier?: TierNumber | undefined;
  months?: TermMonths | undefined;
  code?: string | undefined;
}

export interface CheckoutContext {
  purpose: PaymentPurpose;
  /** In-app path to return to. */
  back: string;
  /** Path of the order review, for a retry. */
  retryPath?: string | undefined;
  /** Recipient's name, shown after the payment. */
  name?: string | undefined;
  message?: string | undefined;
  /** The member chose to pay with a card that is not saved. */
  otherCard?: boolean | undefined;
}

const storageKey = 'checkout';

/** Resolves like the browser: `/\t/elsewhere.test` is another site. */
const isOwnPath = (path: string | undefined) =>
  path === undefined ||
  (path.startsWith('/') &&
    URL.canParse(path, location.origin) &&
    new URL(path, location.origin).origin === location.origin);

/** The checkout context saved in this tab; null if none was saved or it is for another purpose. */
export function readCheckoutContext(purpose: PaymentPurpose): CheckoutContext | null {
  try {
    const note: CheckoutContext | null = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    return note?.purpose === purpose && note.back && isOwnPath(note.back) && isOwnPath(note.retryPath) ? note : null;
  } catch {
    return null;
  }
}

/** Saves where to return to, and data too private for a URL, in this tab's session storage. */
export function saveCheckoutContext(note: CheckoutContext): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(note));
  } catch {
    // Without storage, the member returns to the default screen of the purpose.
  }
}

/** In-app path from `?from=`, the screen that sent the member to buy credits; null for anything else. */
export function returnPath(): string | null {
  const path = new URLSearchParams(location.search).get('from');
  return path !== null && isOwnPath(path) ? path : null;
}

/** Search params for a link to the credits screen, so that buying returns to the current screen. */
export const returnHere = (): { from: string } => ({ from: `${location.pathname}${location.search}` });

/** Opens the checkout screen for a purchase on the provider's page; returns to the current screen afterwards. */
export function goToCheckout(
  { purpose, reference, amount, message, tier, months, code }: CheckoutIntent,
  otherCard = false,
): void {
  saveCheckoutContext({ purpose, back: returnPath() ?? `${location.pathname}${location.search}`, message, otherCard });
  // The price of a subscription is read there again.
  const choice = purpose.startsWith('subscription') ? { tier, months, code } : { amount };
  go({ to: '/checkout', search: purpose === 'pack' ? { package: reference } : { purpose, reference, ...choice } });
}

/** Leaves the app for a page of the provider or the payer's bank. Throws TypeError for anything but http and https. */
export function openPaymentPage(address: string): void {
  const { protocol, href } = new URL(address, location.href);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('unexpected address of a payment page');
  location.assign(href);
}

/**
 * True when a refused charge continues on another page: no saved card, the bank must authenticate the payer, or the
 * result is unknown.
 */
export const needsPaymentPage = (error: unknown): boolean =>
  codeOf(error) === 'PAYMENT_METHOD_REQUIRED' || codeOf(error) === 'PAYMENT_PENDING';

/** Continues such a charge: on the bank's page, on the page of the pending order, or at the checkout. */
export function continueOnPaymentPage(error: unknown, intent: CheckoutIntent): void {
  const { checkoutUrl, orderId } = (error instanceof ApiError && error.body?.details) || {};
  const isPending = codeOf(error) === 'PAYMENT_PENDING' && typeof orderId === 'string';
  if (isPending || typeof checkoutUrl === 'string')
    saveCheckoutContext({ purpose: intent.purpose, back: `${location.pathname}${location.search}` });
  if (isPending) go({ to: '/checkout', search: { order: orderId } });
  else if (typeof checkoutUrl === 'string') openPaymentPage(checkoutUrl);
  else goToCheckout(intent);
}
