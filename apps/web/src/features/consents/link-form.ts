import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FieldErrors } from '../../lib/form.ts';
import { useFormMessage } from '../../lib/form-messages.ts';

export interface LinkForm {
  name: string;
  birthDate: string;
  documentType: 'id' | 'passport';
  documentNumber: string;
}

export const emptyLinkForm: LinkForm = { name: '', birthDate: '', documentType: 'id', documentNumber: '' };

/** Error messages by field; the server checks the rest. */
export function checkLinkForm({ name, birthDate, documentType, documentNumber }: LinkForm): FieldErrors {
  const errors: FieldErrors = {};
  const number = documentNumber.replace(/\s/g, '');
  if (name.trim() === '') errors.name = 'Type your full name';
  if (!/^\d{4}-\d\d-\d\d$/.test(birthDate)) errors.birthDate = 'Enter your date of birth';
  if (documentType === 'passport' && !/^[0-9a-z]{5,20}$/i.test(number))
    errors.documentNumber = 'Enter the number of your passport';
  if (documentType === 'id' && !/^\d{13}$/.test(number)) errors.documentNumber = 'An ID number has 13 digits';
  return errors;
}

const descriptors: Record<string, MessageDescriptor> = {
  'Type your full name': msg`Type your full name`,
  'Enter your date of birth': msg`Enter your date of birth`,
  'Choose a document': msg`Choose a document`,
  'Enter the number of your passport': msg`Enter the number of your passport`,
  'An ID number has 13 digits': msg`An ID number has 13 digits`,
  'This number does not fit the date of birth': msg`This number does not fit the date of birth`,
};

/** Translates the validation messages of the form behind a link. */
export const useLinkMessage = () => useFormMessage(descriptors);
