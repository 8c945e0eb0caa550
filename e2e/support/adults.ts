import { randomInt } from 'node:crypto';
import { checkDigit } from '@vlam/contract/rules/sa-id-number';

/** A fictitious South African ID number with this birth date (YYYY-MM-DD) and a valid check digit. */
export function createIdNumber(birthDate: string): string {
  const first = `${birthDate.slice(2).replaceAll('-', '')}${String(randomInt(10_000)).padStart(4, '0')}08`;
  return `${first}${checkDigit(first)}`;
}

/** The same number with a wrong check digit. */
export const withWrongDigit = (idNumber: string): string =>
  `${idNumber.slice(0, 12)}${(Number(idNumber[12]) + 1) % 10}`;
