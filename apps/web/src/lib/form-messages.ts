import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

/** Validation rules return English, because the server sends the same texts; this maps them to translations. */
const descriptors: Record<string, MessageDescriptor> = {
  'Please enter a valid email address': msg`Please enter a valid email address`,
  'Password is required': msg`Password is required`,
  'Password must be at least 8 characters': msg`Password must be at least 8 characters`,
  "Passwords don't match": msg`Passwords don't match`,
  'First name is required': msg`First name is required`,
  'Last name is required': msg`Last name is required`,
  'Display name must be at least 3 characters': msg`Display name must be at least 3 characters`,
  'Please write a brief bio (at least 20 characters)': msg`Please write a brief bio (at least 20 characters)`,
  'You must be between 18 and 65 years old': msg`You must be between 18 and 65 years old`,
  'Location is required': msg`Location is required`,
  'Please select a category': msg`Please select a category`,
  'Subscription price must be between R29.99 and R999.99': msg`Subscription price must be between R29.99 and R999.99`,
  'Use at most two decimals': msg`Use at most two decimals`,
  'Please remove unusual characters': msg`Please remove unusual characters`,
  'This is not the date of birth in your ID number': msg`This is not the date of birth in your ID number`,
  'Please check the year': msg`Please check the year`,
  'Please remove invisible signs': msg`Please remove invisible signs`,
  'Please use letters, digits, spaces, hyphens and apostrophes': msg`Please use letters, digits, spaces, hyphens and apostrophes`,
  'Please use letters of one alphabet': msg`Please use letters of one alphabet`,
  'This name is reserved': msg`This name is reserved`,
  'Please fill in all required fields': msg`Please fill in all required fields`,
  'Invalid South African ID number format': msg`Invalid South African ID number format`,
  'SA ID number must be 13 digits': msg`SA ID number must be 13 digits`,
  'You must be 18 or older to access this platform': msg`You must be 18 or older to access this platform`,
  'Invalid input': msg`Please check this field`,
};

/** Returns a translator for validation messages and the form's `own`; unknown messages are returned unchanged. */
export function useFormMessage(
  own: Record<string, MessageDescriptor> = {},
): (message: string | undefined) => string | undefined {
  const { i18n } = useLingui();
  return (message) => {
    const descriptor = message === undefined ? undefined : (own[message] ?? descriptors[message]);
    return descriptor ? i18n._(descriptor) : message;
  };
}
