import { createContentBody, type mediaTypes } from '@vlam/contract/content';
import * as z from 'zod/mini';
import type { FieldErrors } from '../../lib/form.ts';

type NewItem = z.input<typeof createContentBody>;
export type MediaType = (typeof mediaTypes)[number];

/** Form values; numbers as typed. */
export interface PublishForm {
  title: string;
  description: string;
  mediaType: MediaType;
  source: 'file' | 'address';
  mediaUrl: string;
  isPremium: boolean;
  price: string;
  tipGoal: string;
  isExclusive: boolean;
}

export const emptyPublishForm: PublishForm = {
  title: '',
  description: '',
  mediaType: 'image',
  source: 'file',
  mediaUrl: '',
  isPremium: false,
  price: '5',
  tipGoal: '',
  isExclusive: false,
};

/** Parses a number with a decimal point or comma; NaN when invalid. */
const parseNumber = (text: string): number => Number(text.trim().replace(/\s/g, '').replace(',', '.') || Number.NaN);

/** Parses a price in credits; empty is 0, for subscribers only. */
export const parsePrice = (text: string): number => (text.trim() === '' ? 0 : parseNumber(text));
/** Parses a tip goal in rand; null when empty. */
export const parseTipGoal = (text: string): number | null => (text.trim() === '' ? null : parseNumber(text));

/** Request body. `mediaId` is the upload's id; absent when the form has a URL. */
export function publishBody(form: PublishForm, mediaId: string | undefined): NewItem {
  return {
    title: form.title,
    description: form.description,
    mediaType: form.mediaType,
    ...(form.source === 'address' ? { mediaUrl: form.mediaUrl.trim() } : mediaId ? { mediaId } : {}),
    isPremium: form.isPremium,
    price: form.isPremium ? parsePrice(form.price) : 0,
    tipGoal: parseTipGoal(form.tipGoal),
    isExclusive: form.isExclusive,
  };
}

/** Messages of the two number fields, which the contract does not define. */
const numberMessages: Record<string, string> = {
  price: 'Use 0, or a whole number from 5 to 10,000',
  tipGoal: 'Use an amount from R1 to R1,000,000',
};
export const fileMissingMessage = 'Choose a picture';

/** Error messages by field. `hasFile` is true for an accepted file. */
export function checkPublishForm(form: PublishForm, hasFile: boolean): FieldErrors {
  const placeholder = '00000000-0000-7000-8000-000000000000';
  const result = z.safeParse(createContentBody, publishBody(form, placeholder));
  const errors: FieldErrors = {};
  for (const issue of result.success ? [] : result.error.issues) {
    const name = String(issue.path[0]);
    errors[name] ??= numberMessages[name] ?? issue.message;
  }
  if (form.source === 'file' && form.mediaType === 'image' && !hasFile) errors.source = fileMissingMessage;
  return errors;
}
