/** Cents in South African notation: R500, R1 234.50, -R12. */
export function formatRand(cents: number): string {
  const rest = Math.abs(cents) % 100;
  let whole = String(Math.floor(Math.abs(cents) / 100));
  let grouped = '';
  for (; whole.length > 3; whole = whole.slice(0, -3)) grouped = ` ${whole.slice(-3)}${grouped}`;
  return `${cents < 0 ? '-' : ''}R${whole}${grouped}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}
