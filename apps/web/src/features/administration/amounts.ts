import { formatNumber, formatRand } from '../../lib/format.ts';

/** An amount of the ledger as people read it: rand with its sign, or credits as a number. */
export function amountOf(amount: number, currency: 'credits' | 'cents', signed = false): string {
  const text = currency === 'cents' ? formatRand(amount / 100) : `${formatNumber(amount)} cr`;
  return signed && amount > 0 ? `+${text}` : text;
}

/** What a provider charges, in hundredths: `R299` for rand, `299.00 USD` for another currency. */
export const chargeOf = (amount: number, currency: string): string =>
  currency === 'ZAR' ? formatRand(amount / 100) : `${(amount / 100).toFixed(2)} ${currency}`;
