import { checkDigit } from '@vlam/contract/rules/sa-id-number';
import { describe, expect, it } from 'vitest';
import {
  type AgeForm,
  birthDateHint,
  emptyAgeForm,
  findAgeFormProblem,
  groupIdDigits,
  onlyIdDigits,
} from './check-form.ts';

const idNumber = `960314512308${checkDigit('960314512308')}`;
const form: AgeForm = { idNumber, documentType: 'id_document', documentNumber: 'AB 123', dateOfBirth: '1996-03-14' };
const today = '2026-11-21';

describe('the age form', () => {
  it('accepts a right form', () => expect(findAgeFormProblem(form, today)).toBeNull());

  it.each([
    [emptyAgeForm, 'idNumber', 'Please fill in all required fields'],
    [{ ...form, documentNumber: '  ' }, 'documentNumber', 'Please fill in all required fields'],
    [{ ...form, idNumber: idNumber.slice(1) }, 'idNumber', 'Invalid South African ID number format'],
    [
      { ...form, idNumber: `${idNumber.slice(0, 12)}${(Number(idNumber[12]) + 1) % 10}` },
      'idNumber',
      'Invalid South African ID number format',
    ],
  ])('says what is wrong', (wrong, field, message) => {
    expect(findAgeFormProblem(wrong as AgeForm, today)).toEqual({ field, message });
  });

  it('strips everything but digits and stops at thirteen', () => {
    expect(onlyIdDigits('96-03 14x5123089999')).toBe('9603145123089');
    expect(groupIdDigits('960314512')).toBe('960314 512');
    expect(groupIdDigits(idNumber)).toBe(`960314 5123 ${idNumber.slice(10)}`);
  });

  it('reads the birth date as soon as six digits are there', () => {
    expect(birthDateHint('96031')).toBeNull();
    expect(birthDateHint('960314')).toBe('1996-03-14');
    expect(birthDateHint('961345')).toBeNull();
  });
});
