import { banks, universalBranchCodes } from '@vlam/contract/rules/payouts';
import type { FieldErrors } from '../../lib/form.ts';

/** A bank account as typed; numbers may hold spaces. */
export interface AccountForm {
  bank: string;
  holderName: string;
  accountNumber: string;
  branchCode: string;
  accountType: 'cheque' | 'savings';
}

export const emptyAccountForm: AccountForm = {
  bank: '',
  holderName: '',
  accountNumber: '',
  branchCode: '',
  accountType: 'cheque',
};

const digitsOf = (text: string) => text.replace(/[\s-]/g, '');
const isBank = (value: string): value is (typeof banks)[number] => banks.some((bank) => bank === value);

/** The form with another bank, and with its universal branch code unless a branch of one's own is typed. */
export function withBank(form: AccountForm, bank: string): Pick<AccountForm, 'bank' | 'branchCode'> {
  const known = isBank(bank) ? universalBranchCodes[bank] : '';
  const isOwn = form.branchCode !== '' && !Object.values(universalBranchCodes).includes(digitsOf(form.branchCode));
  return { bank, branchCode: isOwn || !known ? form.branchCode : known };
}

/** Error messages by field; the same texts as the server's. */
export function checkAccountForm(form: AccountForm): FieldErrors {
  const errors: FieldErrors = {};
  if (!isBank(form.bank)) errors.bank = 'Choose your bank';
  if (form.holderName.trim().length < 2) errors.holderName = 'Account holder is required';
  if (!/^\d{7,13}$/.test(digitsOf(form.accountNumber))) errors.accountNumber = 'Account number must be 7 to 13 digits';
  if (!/^\d{6}$/.test(digitsOf(form.branchCode))) errors.branchCode = 'Branch code must be 6 digits';
  return errors;
}

/** Request body; call only after `checkAccountForm` found no errors. */
export function accountBody(form: AccountForm) {
  return {
    bank: form.bank as (typeof banks)[number],
    holderName: form.holderName.trim(),
    accountNumber: digitsOf(form.accountNumber),
    branchCode: digitsOf(form.branchCode),
    accountType: form.accountType,
  };
}
