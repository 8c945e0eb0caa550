import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useFormMessage } from '../../lib/form-messages.ts';
import type { TimeProblem } from './times.ts';

export const timeProblemMessages: Record<TimeProblem, MessageDescriptor> = {
  missing: msg`Choose a day and a time`,
  past: msg`Choose a time that is still to come`,
  far: msg`Choose a time within a year`,
  order: msg`Choose a time after it is published`,
};

const descriptors: Record<string, MessageDescriptor> = {
  'Title is required': msg`Title is required`,
  'Title too long': msg`Title too long`,
  'Description too long': msg`Description too long`,
  'Valid URL required': msg`Valid URL required`,
  'Choose a picture': msg`Choose a picture`,
  'Choose a video': msg`Choose a video`,
  'Choose a sound': msg`Choose a sound`,
  'A file could not be sent. Try it again or remove it': msg`A file could not be sent. Try it again or remove it`,
  'Answer the four questions first': msg`Answer the four questions first`,
  'Use 0, or a whole number from 5 to 10,000': msg`Use 0, or a whole number from 5 to 10,000`,
  'Use an amount from R1 to R1,000,000': msg`Use an amount from R1 to R1,000,000`,
};

/** Translates the validation messages of this feature's forms. */
export const usePublishMessage = () => useFormMessage(descriptors);
