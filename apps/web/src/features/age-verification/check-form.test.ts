import { checkDigit } from '@vlam/contract/rules/sa-id-number';
import { describe, expect, it } from 'vitest';
import {
  type AgeForm,
  birthDateHint,
  checkAgeForm,
  emptyAgeForm,
  groupIdDigits,
  onlyIdDigits,
  todayInSouthAfrica,
  withDocumentType,
  withIdNumber,
} from './check-form.ts';

const idNumber = `960314512308${checkDigit('960314512308')}`;
const form: AgeForm = { idNumber, documentType: 'id_document', documentNumber: 'AB 123', dateOfBirth: '1996-03-14' };
const today = '2026-11-21';

describe('age form', () => {
  it('accepts a valid form', () => expect(checkAgeForm(form, today)).toEqual({}));

  it('requires every field', () => {
    const message = 'Please fill in all required fields';
    expect(checkAgeForm({ ...emptyAgeForm, documentNumber: '  ' }, today)).toEqual({
      idNumber: message,
      documentNumber: message,
      dateOfBirth: message,
    });
  });

  it.each([idNumber.slice(1), `${idNumber.slice(0, 12)}${(Number(idNumber[12]) + 1) % 10}`])(
    'refuses the number %s',
    (wrong) => {
      expect(checkAgeForm({ ...form, idNumber: wrong }, today)).toEqual({
        idNumber: 'Invalid South African ID number format',
      });
    },
  );

  it('accepts the eighteenth birthday and refuses the day before', () => {
    const born = (dateOfBirth: string) => checkAgeForm({ ...form, dateOfBirth }, today).dateOfBirth;
    expect(born('2008-11-22')).toBe('You must be 18 or older to access this platform');
    expect(born('2008-11-21')).toBeUndefined();
  });

  it('uses the South African date', () => {
    expect(todayInSouthAfrica(new Date('2026-11-20T22:30:00Z'))).toBe('2026-11-21');
  });

  it('keeps digits only, at most thirteen', () => {
    expect(onlyIdDigits('96-03 14x5123089999')).toBe('9603145123089');
    expect(groupIdDigits('960314512')).toBe('960314 512');
    expect(groupIdDigits(idNumber)).toBe(`960314 5123 ${idNumber.slice(10)}`);
  });

  it('parses the birth date from six digits', () => {
    expect(birthDateHint('96031')).toBeNull();
    expect(birthDateHint('960314')).toBe('1996-03-14');
    expect(birthDateHint('961345')).toBeNull();
  });

  it('an ID document has the number of its person, until another is typed or another kind is chosen', () => {
    const typed = (before: AgeForm, digits: string): AgeForm => ({ ...before, ...withIdNumber(before, digits) });
    const chosen = (before: AgeForm, kind: AgeForm['documentType']) => ({
      ...before,
      ...withDocumentType(before, kind),
    });
    expect(typed(emptyAgeForm, idNumber.slice(0, 12)).documentNumber).toBe('');
    const whole = typed(emptyAgeForm, idNumber);
    expect(whole).toMatchObject({ documentNumber: idNumber, dateOfBirth: '1996-03-14' });
    expect(typed(whole, idNumber.slice(0, 12)).documentNumber).toBe('');
    expect(typed({ ...whole, documentNumber: 'AB 123' }, idNumber.slice(0, 12)).documentNumber).toBe('AB 123');
    expect(chosen(whole, 'passport').documentNumber).toBe('');
    expect(chosen(chosen(whole, 'passport'), 'id_document').documentNumber).toBe(idNumber);
    expect(typed(chosen(emptyAgeForm, 'passport'), idNumber).documentNumber).toBe('');
  });
});
