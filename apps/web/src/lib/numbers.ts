const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** `2,847`. Formatted here because browsers lack the data of isiZulu and isiXhosa, and money must look the same. */
export function formatNumber(value: number): string {
  const rounded = Math.round(Math.abs(value));
  return `${value < 0 && rounded > 0 ? '−' : ''}${grouped(String(rounded))}`;
}

/** Rand, with cents only when there are any: `R299`, `R99.99`, `R18,640`. */
export function formatRand(rand: number): string {
  const cents = Math.round(Math.abs(rand) * 100);
  const remainder = cents % 100;
  const sign = rand < 0 && cents > 0 ? '−' : '';
  return `${sign}R${grouped(String(Math.floor(cents / 100)))}${remainder ? `.${String(remainder).padStart(2, '0')}` : ''}`;
}

/** Rand after a text that says `R` itself. */
export const formatRandAmount = (rand: number): string => formatRand(rand).replace('R', '');

/** For badges: `1,250` up to 9,999, then `12.5k`. */
export function formatCompact(value: number): string {
  if (value < 10_000) return formatNumber(value);
  const thousands = Math.floor(value / 100) / 10;
  return `${thousands >= 100 ? Math.floor(thousands) : thousands}k`;
}
