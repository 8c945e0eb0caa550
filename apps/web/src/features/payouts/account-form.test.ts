import { expect, it } from 'vitest';
import { accountBody, checkAccountForm, emptyAccountForm, withBank } from './account-form.ts';

const form = {
  ...emptyAccountForm,
  bank: 'Capitec',
  holderName: 'Zanele Khumalo',
  accountNumber: '1234 567 890',
  branchCode: '470010',
};

it('accepts numbers with spaces and sends their digits', () => {
  expect(checkAccountForm(form)).toEqual({});
  expect(accountBody(form)).toMatchObject({ accountNumber: '1234567890', branchCode: '470010' });
});

it('fills in the universal branch code of the bank, and keeps a code that was typed', () => {
  expect(withBank(emptyAccountForm, 'FNB')).toEqual({ bank: 'FNB', branchCode: '250655' });
  expect(withBank(form, 'Standard Bank')).toEqual({ bank: 'Standard Bank', branchCode: '051001' });
  expect(withBank({ ...form, branchCode: '470 099' }, 'FNB')).toEqual({ bank: 'FNB', branchCode: '470 099' });
});

it('returns the messages of the rules', () => {
  expect(checkAccountForm(emptyAccountForm)).toEqual({
    bank: 'Choose your bank',
    holderName: 'Account holder is required',
    accountNumber: 'Account number must be 7 to 13 digits',
    branchCode: 'Branch code must be 6 digits',
  });
});
