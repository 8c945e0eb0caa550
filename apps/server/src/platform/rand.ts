/** Cents as a person writes them: R500, R1 234.50, -R12. */
export function formatRand(cents: number): string {
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, ' ');
  return `${cents < 0 ? '-' : ''}R${grouped}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}
