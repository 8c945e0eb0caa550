import { tipRangeCents } from '@vlam/contract/social-tips';

/** Suggested amounts, in rand. */
export const tipPresets = [20, 50, 100, 250] as const;
export const maxTipMessageLength = 300;

export type TipAmount = { rand: number } | { problem: 'empty' | 'number' | 'small' | 'large' | 'decimals' };

/** Parses an amount in rand with a decimal point or comma and at most two decimals. */
export function parseTipAmount(text: string): TipAmount {
  const plain = text.trim().replace(',', '.');
  if (!plain) return { problem: 'empty' };
  if (!/^\d{1,7}(\.\d*)?$/.test(plain)) return { problem: 'number' };
  if (/\.\d{3,}$/.test(plain)) return { problem: 'decimals' };
  const cents = Math.round(Number(plain) * 100);
  if (cents < tipRangeCents.min) return { problem: 'small' };
  if (cents > tipRangeCents.max) return { problem: 'large' };
  return { rand: cents / 100 };
}
