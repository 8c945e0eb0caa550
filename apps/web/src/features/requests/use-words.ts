import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useFormMessage } from '../../lib/form-messages.ts';

const known: Record<string, MessageDescriptor> = {
  'Choose a creator': msg`Choose a creator`,
  'Title is required': msg`Title is required`,
  'Title too long': msg`Title too long`,
  'Description is required': msg`Description is required`,
  'Description too long': msg`Description too long`,
  'Use a whole number from 5 to 10,000': msg`Use a whole number from 5 to 10,000`,
  'Please say what is wrong': msg`Please say what is wrong`,
  'Please say how you see it': msg`Please say how you see it`,
};

/** A rule's message in the person's language; what only the server knows stays as it came. */
export function useRequestWords(): (message: string | undefined) => string | undefined {
  const { i18n } = useLingui();
  const translate = useFormMessage();
  return (message) => {
    const descriptor = message === undefined ? undefined : known[message];
    return descriptor ? i18n._(descriptor) : translate(message);
  };
}

/** Options of a system picker from a table of words. */
export function useOptions<Value extends string>(words: Record<Value, MessageDescriptor>) {
  const { i18n } = useLingui();
  return (Object.keys(words) as Value[]).map((value) => ({ value, label: i18n._(words[value]) }));
}
