import { formatNumber, formatRand } from '../../lib/format.ts';

/** Formats a ledger amount: `R299` from cents, `40 cr` from credits; `signed` adds a plus to positive amounts. */
export function formatLedgerAmount(amount: number, currency: 'credits' | 'cents', signed = false): string {
  const text = currency === 'cents' ? formatRand(amount / 100) : `${formatNumber(amount)} cr`;
  return signed && amount > 0 ? `+${text}` : text;
}

/** Formats a provider's charge from hundredths: `R299` for rand, `299.00 USD` for another currency. */
export const formatCharge = (amount: number, currency: string): string =>
  currency === 'ZAR' ? formatRand(amount / 100) : `${(amount / 100).toFixed(2)} ${currency}`;
