import { adultAge } from '@vlam/contract/constants';
import { ageOn, birthDateFromIdNumber, isCalendarDate, isSaIdNumber } from '@vlam/contract/rules/sa-id-number';

export interface AgeForm {
  idNumber: string;
  documentType: 'id_document' | 'passport' | 'drivers_license';
  documentNumber: string;
  dateOfBirth: string;
}

export const emptyAgeForm: AgeForm = { idNumber: '', documentType: 'id_document', documentNumber: '', dateOfBirth: '' };

/** Keeps digits only, 13 at most, as the ID number field does while one types. */
export const onlyIdDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, 13);

/** 960314 5123 089: how the field shows what was typed. */
export const groupIdDigits = (digits: string): string =>
  [digits.slice(0, 6), digits.slice(6, 10), digits.slice(10, 13)].filter(Boolean).join(' ');

export interface AgeFormProblem {
  field: keyof AgeForm;
  message: string;
}

/** The first thing wrong with the form, in the order of the specification, or null. The server decides again. */
export function findAgeFormProblem(form: AgeForm, today: string): AgeFormProblem | null {
  if (!form.idNumber) return { field: 'idNumber', message: 'Please fill in all required fields' };
  if (!form.documentNumber.trim()) return { field: 'documentNumber', message: 'Please fill in all required fields' };
  if (!form.dateOfBirth) return { field: 'dateOfBirth', message: 'Please fill in all required fields' };
  if (!isSaIdNumber(form.idNumber)) return { field: 'idNumber', message: 'Invalid South African ID number format' };
  if (ageOn(form.dateOfBirth, today) < adultAge)
    return { field: 'dateOfBirth', message: 'You must be 18 or older to access this platform' };
  return null;
}

/** The birth date that the first six digits say, or null while they say none. */
export function birthDateHint(digits: string): string | null {
  if (digits.length < 6) return null;
  const date = birthDateFromIdNumber(digits);
  return isCalendarDate(date) ? date : null;
}
