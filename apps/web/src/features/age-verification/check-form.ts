import { adultAge } from '@vlam/contract/constants';
import { ageOn, birthDateFromIdNumber, isCalendarDate, isSaIdNumber } from '@vlam/contract/rules/sa-id-number';

export interface AgeForm {
  idNumber: string;
  documentType: 'id_document' | 'passport' | 'drivers_license';
  documentNumber: string;
  dateOfBirth: string;
}

export const emptyAgeForm: AgeForm = { idNumber: '', documentType: 'id_document', documentNumber: '', dateOfBirth: '' };

/** Keeps digits only, at most 13. */
export const onlyIdDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, 13);

/** Groups digits as `960314 5123 089`. */
export const groupIdDigits = (digits: string): string =>
  [digits.slice(0, 6), digits.slice(6, 10), digits.slice(10, 13)].filter(Boolean).join(' ');

export type AgeFormErrors = Partial<Record<keyof AgeForm, string>>;

/** Error messages by field; the server checks again. */
export function checkAgeForm(form: AgeForm, today: string): AgeFormErrors {
  const missing = 'Please fill in all required fields';
  const errors: AgeFormErrors = {};
  if (!form.idNumber) errors.idNumber = missing;
  else if (!isSaIdNumber(form.idNumber)) errors.idNumber = 'Invalid South African ID number format';
  if (!form.documentNumber.trim()) errors.documentNumber = missing;
  if (!form.dateOfBirth) errors.dateOfBirth = missing;
  else if (ageOn(form.dateOfBirth, today) < adultAge)
    errors.dateOfBirth = 'You must be 18 or older to access this platform';
  return errors;
}

/** Birth date in the first six digits; null while incomplete or invalid. */
export function birthDateHint(digits: string): string | null {
  if (digits.length < 6) return null;
  const date = birthDateFromIdNumber(digits);
  return isCalendarDate(date) ? date : null;
}

/**
 * Sets the ID number. The date of birth follows it until the member types another, and so does the number of an ID
 * document, which is the same.
 */
export function withIdNumber(form: AgeForm, idNumber: string): Partial<AgeForm> {
  const born = birthDateHint(idNumber);
  const follows = form.dateOfBirth === '' || form.dateOfBirth === birthDateHint(form.idNumber);
  return {
    idNumber,
    ...(born && follows ? { dateOfBirth: born } : {}),
    ...(form.documentType === 'id_document' && isFollowing(form) ? { documentNumber: whole(idNumber) } : {}),
  };
}

/** Empty until all digits are there, so that a half number never stands as a document's. */
const whole = (idNumber: string): string => (isSaIdNumber(idNumber) ? idNumber : '');
const isFollowing = ({ idNumber, documentNumber }: AgeForm): boolean =>
  documentNumber === '' || documentNumber === whole(idNumber);

/** Sets the kind of document; another kind has a number of its own. */
export function withDocumentType(form: AgeForm, documentType: AgeForm['documentType']): Partial<AgeForm> {
  if (!isFollowing(form)) return { documentType };
  return { documentType, documentNumber: documentType === 'id_document' ? whole(form.idNumber) : '' };
}

const johannesburg = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Johannesburg' });
/** The calendar day in South Africa, YYYY-MM-DD. */
export const todayInSouthAfrica = (now: Date): string => johannesburg.format(now);
