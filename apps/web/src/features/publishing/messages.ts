import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useFormMessage } from '../../lib/form-messages.ts';
import type { FileRefusal } from './picture-file.ts';

export const unsupportedKindMessage = msg`Video and audio are coming. Pictures can be published today.`;

export const fileRefusalMessages: Record<FileRefusal, MessageDescriptor> = {
  heic: msg`Browsers can't read HEIC. On an iPhone choose Settings, Camera, Formats, Most Compatible; or share the photo as JPEG first.`,
  coming: unsupportedKindMessage,
  type: msg`Only JPEG, PNG and WebP pictures can be used`,
  size: msg`This picture is larger than 25 MB. Save it smaller and try again.`,
  empty: msg`This file is empty. Choose another.`,
  'clip-type': msg`Only MP4, MOV and WebM clips can be used`,
  'clip-size': msg`This clip is larger than 200 MB. Save it smaller and try again.`,
};

const descriptors: Record<string, MessageDescriptor> = {
  'Title is required': msg`Title is required`,
  'Title too long': msg`Title too long`,
  'Description too long': msg`Description too long`,
  'Valid URL required': msg`Valid URL required`,
  'Choose a picture': msg`Choose a picture`,
  'Use 0, or a whole number from 5 to 10,000': msg`Use 0, or a whole number from 5 to 10,000`,
  'Use an amount from R1 to R1,000,000': msg`Use an amount from R1 to R1,000,000`,
};

/** Translates the validation messages of this feature's forms. */
export const usePublishMessage = () => useFormMessage(descriptors);
