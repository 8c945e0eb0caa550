import type { deadlineChoices, requestContentTypes } from '@vlam/contract/requests';
import { offeredPriceRange } from '@vlam/contract/rules/requests';
import type { PickedCreator } from '../../components/ui/creator-picker.tsx';
import type { FieldErrors } from '../../lib/form.ts';

/** What the form holds: the price as typed. */
export interface RequestForm {
  creatorId: string;
  title: string;
  description: string;
  contentType: (typeof requestContentTypes)[number];
  offeredPrice: string;
  isExclusive: boolean;
  deadline: (typeof deadlineChoices)[number];
}

/** What a custom request usually costs; the creator may ask for more. */
const usualPrice = '50';

export const emptyRequestForm = (creator: PickedCreator | null): RequestForm => ({
  creatorId: creator?.id ?? '',
  title: '',
  description: '',
  contentType: 'photo',
  offeredPrice: usualPrice,
  isExclusive: false,
  deadline: 'week',
});

export const longestTitle = 100;
export const longestDescription = 1_000;

/** A price as typed, in credits; 0 when it is none that can be asked. */
export function typedPrice(text: string): number {
  const price = Number(text);
  return Number.isInteger(price) && price >= offeredPriceRange.min && price <= offeredPriceRange.max ? price : 0;
}

export const priceMessage = 'Use a whole number from 5 to 10,000';

/** Messages by field, in the words of the server's rules. */
export function checkRequestForm(form: RequestForm): FieldErrors {
  const errors: FieldErrors = {};
  if (!form.creatorId) errors.creatorId = 'Choose a creator';
  if (!form.title.trim()) errors.title = 'Title is required';
  else if (form.title.trim().length > longestTitle) errors.title = 'Title too long';
  if (!form.description.trim()) errors.description = 'Description is required';
  else if (form.description.trim().length > longestDescription) errors.description = 'Description too long';
  if (!typedPrice(form.offeredPrice)) errors.offeredPrice = priceMessage;
  return errors;
}
