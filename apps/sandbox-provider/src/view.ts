import type { Payment } from './book.ts';
import { cardsExpireOn, findCard } from './cards.ts';

/** A payment as the merchant sees it, in responses and webhooks. */
export function describePayment(payment: Payment, publicUrl: string) {
  const { reference, orderId, status, amount, currency, failureReason, updatedAt } = payment;
  const card = findCard(payment.cardId);
  const paysNow = status === 'paid' && payment.token && card;
  return {
    ...{ reference, orderId, status, amount, currency, failureReason, updatedAt },
    savedCard: paysNow
      ? { token: payment.token, brand: card.brand, lastFour: card.lastFour, expiresOn: cardsExpireOn }
      : null,
    nextUrl: status === 'open' && publicUrl ? nextUrlOf(payment, publicUrl) : null,
  };
}

/** The hosted page, or the bank's page once the chosen card needs it. */
export const nextUrlOf = ({ id, cardId }: Payment, publicUrl: string): string =>
  `${publicUrl}/pay/${id}${cardId ? '/bank' : ''}`;
