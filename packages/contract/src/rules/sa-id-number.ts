import { adultAge } from '../constants.ts';

/** Two-digit years up to this are 20xx in the form, later ones 19xx. */
export const twoDigitYearPivot = 21;
/** Maximum accepted age. */
export const maxProvenAge = 110;
/** Above this age the two-digit year could be a child's: staff check a document. */
export const maxUnambiguousAge = 100;

const calendarDate = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Check digit of `digits` by Luhn's formula: every second digit from the right is doubled. */
export function checkDigit(digits: string): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}

/** The form's check: 13 digits, month 1 to 12, day 1 to 31, check digit. Does not check the calendar. */
export function isSaIdNumber(idNumber: string): boolean {
  if (!/^\d{13}$/.test(idNumber)) return false;
  const month = Number(idNumber.slice(2, 4));
  const day = Number(idNumber.slice(4, 6));
  if (month < 1 || month > 12 || day < 1 || day > 31) return false;
  return checkDigit(idNumber.slice(0, 12)) === Number(idNumber[12]);
}

/** The birth date as the form reads it from the number, YYYY-MM-DD; it may not exist. */
export function birthDateFromIdNumber(idNumber: string): string {
  const year = Number(idNumber.slice(0, 2));
  const century = year <= twoDigitYearPivot ? '20' : '19';
  return `${century}${idNumber.slice(0, 2)}-${idNumber.slice(2, 4)}-${idNumber.slice(4, 6)}`;
}

/** Whether YYYY-MM-DD is a real date. */
export function isCalendarDate(date: string): boolean {
  const parts = calendarDate.exec(date);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return year >= 1 && day >= 1 && day <= (lengths[month - 1] ?? 0);
}

/** Completed years between two dates; a birthday on 29 February counts on 1 March of common years. */
export function ageOn(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

export type IdNumberVerdict = 'adult' | 'badNumber' | 'otherBirthDate' | 'underAge' | 'twoCenturies' | 'tooOld';

/** Verdict on the number at the date `today`. The century comes from `birthDate`, never from the pivot. */
export function judgeIdNumber(claim: { idNumber: string; birthDate: string; today: string }): IdNumberVerdict {
  const { idNumber, birthDate, today } = claim;
  if (!isSaIdNumber(idNumber)) return 'badNumber';
  if (!isCalendarDate(birthDate)) return 'otherBirthDate';
  if (birthDate.slice(2).replaceAll('-', '') !== idNumber.slice(0, 6)) return 'otherBirthDate';
  const age = ageOn(birthDate, today);
  if (age < adultAge) return 'underAge';
  if (age > maxProvenAge) return 'tooOld';
  return age > maxUnambiguousAge ? 'twoCenturies' : 'adult';
}
