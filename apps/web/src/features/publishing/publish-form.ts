import { type ContentView, createContentBody, type depictions, type mediaTypes } from '@vlam/contract/content';
import type { ClassificationAnswers } from '@vlam/contract/rules/classification';
import type { TierNumber } from '@vlam/contract/rules/subscription-tiers';
import * as z from 'zod/mini';
import type { api } from '../../lib/api.ts';
import type { FieldErrors } from '../../lib/form.ts';
import { serverTime } from '../../lib/helpers/clock.ts';
import { isFetched } from './times.ts';

type NewItem = z.input<typeof createContentBody>;
type ItemChange = NonNullable<Parameters<typeof api.updateContent>[0]['body']>;
export type MediaType = (typeof mediaTypes)[number];
export type Depicts = (typeof depictions)[number];

/** Form values; numbers as typed, times as ISO texts. */
export interface PublishForm {
  title: string;
  description: string;
  mediaType: MediaType;
  source: 'file' | 'address';
  mediaUrl: string;
  isPremium: boolean;
  /** The lowest tier that opens a premium item. */
  fromTier: TierNumber;
  price: string;
  tipGoal: string;
  isExclusive: boolean;
  /** Seconds of a locked video or sound that everyone may play. */
  previewSeconds: string;
  tags: string[];
  /** Null until the four questions are answered here. */
  answers: ClassificationAnswers | null;
  depicts: Depicts;
  /** Empty: at once. */
  publishAt: string;
  /** Empty: it stays. */
  expiresAt: string;
}

export const emptyPublishForm: PublishForm = {
  title: '',
  description: '',
  mediaType: 'image',
  source: 'file',
  mediaUrl: '',
  isPremium: false,
  fromTier: 1,
  price: '5',
  tipGoal: '',
  isExclusive: false,
  previewSeconds: '0',
  tags: [],
  answers: null,
  depicts: 'me',
  publishAt: '',
  expiresAt: '',
};

/** Form values of an item of one's own. */
export const toPublishForm = (item: ContentView): PublishForm => ({
  ...emptyPublishForm,
  title: item.title,
  description: item.description,
  mediaType: item.mediaType,
  isPremium: item.isPremium,
  fromTier: item.fromTier ?? 1,
  price: item.isPremium ? String(item.price) : emptyPublishForm.price,
  tipGoal: item.tipGoal === null ? '' : String(item.tipGoal),
  isExclusive: item.isExclusive,
  previewSeconds: String(item.previewSeconds ?? 0),
  tags: [...(item.tags ?? [])],
  depicts: item.rules?.depicts ?? 'me',
  // A time that has passed is kept by the server, for an item that waits for its file.
  publishAt: isFetched(item, serverTime(Date.now())) ? '' : (item.rules?.publishAt ?? ''),
  expiresAt: item.rules?.expiresAt ?? '',
});

/** Parses a number with a decimal point or comma; NaN when invalid. */
const parseNumber = (text: string): number => Number(text.trim().replace(/\s/g, '').replace(',', '.') || Number.NaN);

/** Parses a price in credits; empty is 0, for subscribers only. */
export const parsePrice = (text: string): number => (text.trim() === '' ? 0 : parseNumber(text));
/** Parses a tip goal in rand; null when empty. */
export const parseTipGoal = (text: string): number | null => (text.trim() === '' ? null : parseNumber(text));

export const comesFromAddress = ({ source }: PublishForm): boolean => source === 'address';

const filesOf = ([first, ...more]: readonly string[]): Pick<NewItem, 'mediaId' | 'mediaIds'> =>
  first === undefined ? {} : more.length === 0 ? { mediaId: first } : { mediaIds: [first, ...more] };

/** Request body with the files in order; none when the form has a URL. */
export function publishBody(form: PublishForm, mediaIds: readonly string[]): NewItem {
  return {
    title: form.title,
    description: form.description,
    mediaType: form.mediaType,
    ...(comesFromAddress(form) ? { mediaUrl: form.mediaUrl.trim() } : filesOf(mediaIds)),
    isPremium: form.isPremium,
    fromTier: form.isPremium ? form.fromTier : 1,
    price: form.isPremium ? parsePrice(form.price) : 0,
    tipGoal: parseTipGoal(form.tipGoal),
    isExclusive: form.isExclusive,
    previewSeconds: form.isPremium && form.mediaType !== 'image' ? Number(form.previewSeconds) : 0,
    tags: form.tags,
    depicts: form.depicts,
    ...(form.answers ? { classificationAnswers: form.answers } : {}),
    ...(form.publishAt ? { publishAt: form.publishAt } : {}),
    ...(form.expiresAt ? { expiresAt: form.expiresAt } : {}),
  };
}

/** The fields in which the form differs from the stored item; empty when there are none. */
export function changesOf(form: PublishForm, item: ContentView, mediaIds: readonly string[]): ItemChange {
  const bodyOf = (values: PublishForm) => {
    const { mediaType: _type, mediaUrl: _address, classificationAnswers: _answers, ...body } = publishBody(values, []);
    return { ...body, publishAt: values.publishAt || null, expiresAt: values.expiresAt || null };
  };
  const stored = bodyOf(toPublishForm(item));
  const changed = Object.entries(bodyOf({ ...form, source: 'file' })).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(stored[field as keyof typeof stored]),
  );
  return {
    ...Object.fromEntries(changed),
    ...(form.answers ? { classificationAnswers: form.answers } : {}),
    ...(mediaIds.length > 0 && mediaIds.join() !== fileIdsOf(item).join() ? { mediaIds: [...mediaIds] } : {}),
  };
}

/** Ids of the files of an item of one's own, in order. */
export const fileIdsOf = ({ files = [] }: Pick<ContentView, 'files'>): string[] => files.map(({ id }) => id);

/** Messages of the two number fields, which the contract does not define. */
const numberMessages: Record<string, string> = {
  price: 'Use 0, or a whole number from 5 to 10,000',
  tipGoal: 'Use an amount from R1 to R1,000,000',
};
const fileMissingMessages: Record<MediaType, string> = {
  image: 'Choose a picture',
  video: 'Choose a video',
  audio: 'Choose a sound',
};
export const brokenMessage = 'A file could not be sent. Try it again or remove it';
export const ratingMissingMessage = 'Answer the four questions first';

interface CheckOptions {
  /** An accepted file is chosen, or stored already. */
  hasFile: boolean;
  /** One of the files could not be sent. */
  isBroken?: boolean;
  /** The stored item has a rating. */
  isRated?: boolean;
  /** A draft may lack its file and its rating. */
  isDraft?: boolean;
}

/** Error messages by field. */
export function checkPublishForm(
  form: PublishForm,
  { hasFile, isBroken = false, isRated = false, isDraft = false }: CheckOptions,
): FieldErrors {
  const placeholder = '00000000-0000-7000-8000-000000000000';
  const result = z.safeParse(createContentBody, publishBody(form, [placeholder]));
  const errors: FieldErrors = {};
  for (const issue of result.success ? [] : result.error.issues) {
    const name = String(issue.path[0]);
    errors[name] ??= numberMessages[name] ?? issue.message;
  }
  if (isBroken && !comesFromAddress(form)) errors.source = brokenMessage;
  if (isDraft) return errors;
  if (!isBroken && !comesFromAddress(form) && !hasFile) errors.source = fileMissingMessages[form.mediaType];
  if (!form.answers && !isRated) errors.answers = ratingMissingMessage;
  return errors;
}
