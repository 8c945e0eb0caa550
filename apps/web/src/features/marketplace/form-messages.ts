import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useFormMessage } from '../../lib/form-messages.ts';

const descriptors: Record<string, MessageDescriptor> = {
  'Title is required': msg`Title is required`,
  'Title too long': msg`Title too long`,
  'Description too long': msg`Description too long`,
  'Use a whole number from 5 to 10,000': msg`Use a whole number from 5 to 10,000`,
  'Use at most 10 tags': msg`Use at most 10 tags`,
  'Tag too long': msg`Tag too long`,
  'Choose at least 2 items': msg`Choose at least 2 items`,
  'Choose at most 50 items': msg`Choose at most 50 items`,
};

/** Translates the validation messages of this feature's forms. */
export const useBundleMessage = () => useFormMessage(descriptors);
