import type { Config } from '../../../platform/config.ts';
import type { Mail } from '../../../platform/mailer.ts';
import { joined, say, verbatim, type Words } from '../../../platform/words.ts';
import type { OrderRow } from '../orders/order-store.ts';
import { formatDay, formatRand, formatRefund, receiptNumber } from '../orders/view.ts';
import type { Receipt } from './receipt-store.ts';
import { invoiceNote, receiptTitle } from './receipt-text.ts';

const sellerOf = ({ seller: { name, address, vatNumber } }: Receipt): Words[] => {
  const lines = [
    ...(name ? [verbatim(name)] : []),
    ...(address ? [verbatim(address)] : []),
    ...(vatNumber ? [say`VAT number ${vatNumber}`] : []),
  ];
  return lines.length > 0 ? [joined(lines, '\n')] : [];
};

/** Subjects are neutral: they can show on a lock screen. */
export const receiptMail = (
  to: string,
  { publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>,
  order: Pick<OrderRow, 'id' | 'description'>,
  receipt: Receipt,
): Mail => ({
  to,
  subject: say`Your receipt ${receiptNumber(receipt)}`,
  text: [
    say`${receiptTitle(receipt)} of ${formatDay(receipt.issuedAt)}`,
    ...sellerOf(receipt),
    joined(
      [
        verbatim(`${order.description}: ${formatRand(receipt.totalCents)}`),
        say`Without VAT: ${formatRand(receipt.totalCents - receipt.vatCents)}`,
        say`VAT at ${receipt.vatPercent} %: ${formatRand(receipt.vatCents)}`,
        say`Total, VAT included: ${formatRand(receipt.totalCents)}`,
      ],
      '\n',
    ),
    ...[invoiceNote(receipt, supportEmail) ?? []].flat(),
    say`As a PDF: ${publicUrl}/api/payments/orders/${order.id}/receipt.pdf`,
    say`Order ${order.id}. Questions? Write to ${supportEmail}.`,
  ],
});

export const refundedMail = (
  to: string,
  order: Pick<OrderRow, 'id' | 'description'> & Parameters<typeof formatRefund>[0],
): Mail => ({
  to,
  subject: say`Your money is on its way back`,
  text: [
    say`${formatRefund(order)} for "${order.description}" was given back. Your bank can take a few days to show it.`,
    say`Order ${order.id}.`,
  ],
});
