import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useFormMessage } from '../../lib/form-messages.ts';

const known: Record<string, MessageDescriptor> = {
  'Title is required': msg`Title is required`,
  'Title too long': msg`Title too long`,
  'Description too long': msg`Description too long`,
  'Use a whole number from 5 to 10,000': msg`Use a whole number from 5 to 10,000`,
  'Use at most 10 tags': msg`Use at most 10 tags`,
  'Tag too long': msg`Tag too long`,
  'Choose at least 2 items': msg`Choose at least 2 items`,
  'Choose at most 50 items': msg`Choose at most 50 items`,
};

/** A rule's message in the person's language; what only the server knows stays as it came. */
export function useBundleWords(): (message: string | undefined) => string | undefined {
  const { i18n } = useLingui();
  const translate = useFormMessage();
  return (message) => {
    const descriptor = message === undefined ? undefined : known[message];
    return descriptor ? i18n._(descriptor) : translate(message);
  };
}
