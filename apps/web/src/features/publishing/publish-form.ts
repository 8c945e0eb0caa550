import { createContentBody, type mediaTypes } from '@vlam/contract/content';
import * as z from 'zod/mini';
import type { FieldErrors } from '../../lib/form.ts';

type NewItem = z.input<typeof createContentBody>;
export type MediaType = (typeof mediaTypes)[number];

/** What the form holds: numbers as typed, and where the picture comes from. */
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

/** A number as typed, with a point or a comma; NaN when it is none. */
const typedNumber = (text: string): number => Number(text.trim().replace(/\s/g, '').replace(',', '.') || Number.NaN);

/** Credits typed as a price; nothing typed is 0, which leaves it to subscribers. */
export const typedPrice = (text: string): number => (text.trim() === '' ? 0 : typedNumber(text));
/** Rand typed as a goal; nothing typed is no goal. */
export const typedGoal = (text: string): number | null => (text.trim() === '' ? null : typedNumber(text));

/** The call's body. `mediaId` is the upload; with an address in its place there is none. */
export function publishBody(form: PublishForm, mediaId: string | undefined): NewItem {
  return {
    title: form.title,
    description: form.description,
    mediaType: form.mediaType,
    ...(form.source === 'address' ? { mediaUrl: form.mediaUrl.trim() } : mediaId ? { mediaId } : {}),
    isPremium: form.isPremium,
    price: form.isPremium ? typedPrice(form.price) : 0,
    tipGoal: typedGoal(form.tipGoal),
    isExclusive: form.isExclusive,
  };
}

/** Sentences for the two number fields; the contract's rules have none. */
const numberMessages: Record<string, string> = {
  price: 'Use 0, or a whole number from 5 to 10,000',
  tipGoal: 'Use an amount from R1 to R1,000,000',
};
export const fileMissing = 'Choose a picture';

/** Messages by field. `hasFile`: one is chosen and was not refused. */
export function checkPublishForm(form: PublishForm, hasFile: boolean): FieldErrors {
  const placeholder = '00000000-0000-7000-8000-000000000000';
  const result = z.safeParse(createContentBody, publishBody(form, placeholder));
  const errors: FieldErrors = {};
  for (const issue of result.success ? [] : result.error.issues) {
    const name = String(issue.path[0]);
    errors[name] ??= numberMessages[name] ?? issue.message;
  }
  if (form.source === 'file' && form.mediaType === 'image' && !hasFile) errors.source = fileMissing;
  return errors;
}
