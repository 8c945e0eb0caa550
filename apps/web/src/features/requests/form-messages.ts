import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useFormMessage } from '../../lib/form-messages.ts';

const descriptors: Record<string, MessageDescriptor> = {
  'Choose a creator': msg`Choose a creator`,
  'Title is required': msg`Title is required`,
  'Title too long': msg`Title too long`,
  'Description is required': msg`Description is required`,
  'Description too long': msg`Description too long`,
  'Choose when the show is to begin': msg`Choose when the show is to begin`,
  'Use a whole number from 5 to 10,000': msg`Use a whole number from 5 to 10,000`,
  'Please say what is wrong': msg`Please say what is wrong`,
  'Please say how you see it': msg`Please say how you see it`,
};

/** Translates the validation messages of this feature's forms. */
export const useRequestMessage = () => useFormMessage(descriptors);

/** Options of a `Select` from a table of labels. */
export function useOptions<Value extends string>(labels: Record<Value, MessageDescriptor>) {
  const { i18n } = useLingui();
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: i18n._(labels[value]) }));
}
