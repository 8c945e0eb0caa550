import type { Config } from '../../../platform/config.ts';
import type { Mail } from '../../../platform/mailer.ts';
import type { OrderRow } from '../orders/order-store.ts';
import { formatDay, formatRand, formatRefund, receiptNumber } from '../orders/view.ts';
import type { Receipt } from './receipt-store.ts';
import { invoiceNote, receiptTitle } from './receipt-text.ts';

const sellerOf = ({ seller: { name, address, vatNumber } }: Receipt): string[] => {
  const lines = [name, address, vatNumber && `VAT number ${vatNumber}`].filter((line) => line !== null);
  return lines.length > 0 ? [lines.join('\n')] : [];
};

/** Subjects are neutral: they can show on a lock screen. */
export const receiptMail = (
  to: string,
  { publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>,
  order: Pick<OrderRow, 'id' | 'description'>,
  receipt: Receipt,
): Mail => ({
  to,
  subject: `Your receipt ${receiptNumber(receipt)}`,
  text: [
    `${receiptTitle(receipt)} of ${formatDay(receipt.issuedAt)}`,
    ...sellerOf(receipt),
    [
      `${order.description}: ${formatRand(receipt.totalCents)}`,
      `Without VAT: ${formatRand(receipt.totalCents - receipt.vatCents)}`,
      `VAT at ${receipt.vatPercent} %: ${formatRand(receipt.vatCents)}`,
      `Total, VAT included: ${formatRand(receipt.totalCents)}`,
    ].join('\n'),
    ...[invoiceNote(receipt, supportEmail) ?? []].flat(),
    `As a PDF: ${publicUrl}/api/payments/orders/${order.id}/receipt.pdf`,
    `Order ${order.id}. Questions? Write to ${supportEmail}.`,
  ].join('\n\n'),
});

export const refundedMail = (
  to: string,
  order: Pick<OrderRow, 'id' | 'description'> & Parameters<typeof formatRefund>[0],
): Mail => ({
  to,
  subject: 'Your money is on its way back',
  text: [
    `${formatRefund(order)} for "${order.description}" was given back. Your bank can take a few days to show it.`,
    `Order ${order.id}.`,
  ].join('\n\n'),
});
