import type { Config } from '../../../platform/config.ts';
import { type PdfLine, pdfMargin } from '../../../platform/pdf.ts';
import { say, type Words } from '../../../platform/words.ts';
import type { OrderRow } from '../orders/order-store.ts';
import { formatDay, formatRand, receiptNumber } from '../orders/view.ts';
import type { Receipt } from './receipt-store.ts';

/** Above this a tax invoice must name the buyer and their address, which we do not know. */
const shortInvoiceCents = 500_000;
const valueColumn = 539;

export const isTaxInvoice = ({ seller, totalCents }: Pick<Receipt, 'seller' | 'totalCents'>): boolean =>
  seller.vatNumber !== null && totalCents <= shortInvoiceCents;

/** Heading of a receipt: the statutory wording only for a tax invoice. */
export const receiptTitle = (receipt: Receipt): string =>
  `${isTaxInvoice(receipt) ? 'Tax invoice' : 'Receipt'} ${receiptNumber(receipt)}`;

/** Note on a receipt that is no tax invoice; null on a tax invoice. `support` is where the buyer writes to. */
export function invoiceNote(receipt: Receipt, support: string): Words | null {
  if (isTaxInvoice(receipt)) return null;
  return receipt.seller.vatNumber === null
    ? say`This is not a tax invoice.`
    : say`This is not a tax invoice: for one, send your name and address to ${support}.`;
}

/**
 * The receipt as lines of one page: seller, purchase, VAT. Under a disguise it still names its seller, as section 26 of
 * the Consumer Protection Act asks, and nothing else of the product: no address of the site or of its support.
 */
export function receiptLines(
  order: Pick<OrderRow, 'id' | 'description' | 'provider' | 'state'>,
  receipt: Receipt,
  { publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>,
  isCovered = false,
): PdfLine[] {
  const row = (label: string, value: string, more: Partial<PdfLine> = {}): PdfLine => ({
    ...more,
    cells: [
      { text: label, at: pdfMargin },
      { text: value, at: valueColumn, right: true },
    ],
  });
  const note = (text: string, space = 0): PdfLine => ({ cells: [{ text, at: pdfMargin }], size: 9, space });
  const { totalCents, vatCents, vatPercent, seller } = receipt;
  const isReversed = order.state === 'refunded' || order.state === 'charged_back';
  const taxNote = invoiceNote(receipt, isCovered ? 'support' : supportEmail);
  return [
    { cells: [{ text: seller.name ?? 'Vlam', at: pdfMargin }], size: 20, bold: true },
    ...(seller.address?.split(/,\s*/) ?? []).map((part) => note(part)),
    ...(seller.vatNumber === null ? [] : [note(`VAT number ${seller.vatNumber}`)]),
    { cells: [{ text: receiptTitle(receipt), at: pdfMargin }], size: 13, space: 18, bold: true },
    row('Date', formatDay(receipt.issuedAt), { space: 10 }),
    row('Order', order.id),
    row('Paid through', order.provider, { ruled: true }),
    row(order.description, formatRand(totalCents), { space: 14, ruled: true }),
    row('Amount without VAT', formatRand(totalCents - vatCents), { space: 10 }),
    row(`VAT at ${vatPercent} %`, formatRand(vatCents)),
    row('Total in rand, VAT included', formatRand(totalCents), { ruled: true }),
    ...(isReversed ? [note('This payment was taken back later.', 14)] : []),
    ...(taxNote ? [note(taxNote('en'), 14)] : []),
    ...(isCovered ? [] : [note(`Questions? Write to ${supportEmail}.`, 24), note(publicUrl)]),
  ];
}
