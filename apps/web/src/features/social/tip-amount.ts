import { tipRangeCents } from '@vlam/contract/social-tips';

/** Amounts offered, in rand. */
export const usualTips = [20, 50, 100, 250] as const;
export const longestTipMessage = 300;

export type TipAmount = { rand: number } | { problem: 'empty' | 'number' | 'small' | 'large' | 'decimals' };

/** What was typed as an amount: rand with a point or a comma and at most two decimals. */
export function readTipAmount(text: string): TipAmount {
  const plain = text.trim().replace(',', '.');
  if (!plain) return { problem: 'empty' };
  if (!/^\d{1,7}(\.\d*)?$/.test(plain)) return { problem: 'number' };
  if (/\.\d{3,}$/.test(plain)) return { problem: 'decimals' };
  const cents = Math.round(Number(plain) * 100);
  if (cents < tipRangeCents.min) return { problem: 'small' };
  if (cents > tipRangeCents.max) return { problem: 'large' };
  return { rand: cents / 100 };
}
