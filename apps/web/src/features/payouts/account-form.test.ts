import { expect, it } from 'vitest';
import { accountBody, checkAccountForm, emptyAccountForm } from './account-form.ts';

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

it('returns the messages of the rules', () => {
  expect(checkAccountForm(emptyAccountForm)).toEqual({
    bank: 'Choose your bank',
    holderName: 'Account holder is required',
    accountNumber: 'Account number must be 7 to 13 digits',
    branchCode: 'Branch code must be 6 digits',
  });
});
