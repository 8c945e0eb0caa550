import { randomInt } from 'node:crypto';
import { checkDigit } from '@vlam/contract/rules/sa-id-number';

/** A South African ID number of nobody, born on YYYY-MM-DD, whose check digit is right. */
export function anIdNumber(birthDate: string): string {
  const first = `${birthDate.slice(2).replaceAll('-', '')}${String(randomInt(10_000)).padStart(4, '0')}08`;
  return `${first}${checkDigit(first)}`;
}

/** The same number with a last digit that does not fit. */
export const withWrongDigit = (idNumber: string): string =>
  `${idNumber.slice(0, 12)}${(Number(idNumber[12]) + 1) % 10}`;
