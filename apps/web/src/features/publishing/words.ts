import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useFormMessage } from '../../lib/form-messages.ts';
import type { FileRefusal } from './picture-file.ts';

export const kindComing = msg`Video and audio are coming. Pictures can be published today.`;

export const refusalWords: Record<FileRefusal, MessageDescriptor> = {
  heic: msg`Browsers can't read HEIC. On an iPhone choose Settings, Camera, Formats, Most Compatible; or share the photo as JPEG first.`,
  coming: kindComing,
  type: msg`Only JPEG, PNG and WebP pictures can be used`,
  size: msg`This picture is larger than 25 MB. Save it smaller and try again.`,
  empty: msg`This file is empty. Choose another.`,
  'clip-type': msg`Only MP4, MOV and WebM clips can be used`,
  'clip-size': msg`This clip is larger than 200 MB. Save it smaller and try again.`,
};

const known: Record<string, MessageDescriptor> = {
  'Title is required': msg`Title is required`,
  'Title too long': msg`Title too long`,
  'Description too long': msg`Description too long`,
  'Valid URL required': msg`Valid URL required`,
  'Choose a picture': msg`Choose a picture`,
  'Use 0, or a whole number from 5 to 10,000': msg`Use 0, or a whole number from 5 to 10,000`,
  'Use an amount from R1 to R1,000,000': msg`Use an amount from R1 to R1,000,000`,
};

/** A rule's message in the person's language; what only the server knows stays as it came. */
export function usePublishWords(): (message: string | undefined) => string | undefined {
  const { i18n } = useLingui();
  const translate = useFormMessage();
  return (message) => {
    const descriptor = message === undefined ? undefined : known[message];
    return descriptor ? i18n._(descriptor) : translate(message);
  };
}
