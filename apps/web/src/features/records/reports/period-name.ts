import { formatDate } from '../../../lib/format.ts';
import type { Language } from '../../../lib/language.ts';

const monthOf = (month: string, language: Language) =>
  formatDate(`${month}-15T12:00:00Z`, language).replace(/^\d+ /, '');

/** `Nov 2026`, or `Jul – Dec 2026`. */
export function periodName(period: string, language: Language): string {
  const [year = '', part = ''] = period.split('-');
  if (!part.startsWith('H')) return monthOf(period, language);
  const [first, last] = part === 'H1' ? ['01', '06'] : ['07', '12'];
  return `${monthOf(`${year}-${first}`, language).split(' ')[0]} – ${monthOf(`${year}-${last}`, language)}`;
}
