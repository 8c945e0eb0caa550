import type { deadlineChoices, requestContentTypes } from '@vlam/contract/requests';
import { offeredPriceRange } from '@vlam/contract/rules/requests';
import type { PickedCreator } from '../../components/ui/creator-picker.tsx';
import type { FieldErrors } from '../../lib/form.ts';
import { type JohannesburgTime, nextQuarterHour, toIsoTime } from '../../lib/johannesburg-time.ts';

/** Form values; the price as typed. */
export interface RequestForm {
  creatorId: string;
  title: string;
  description: string;
  contentType: (typeof requestContentTypes)[number];
  offeredPrice: string;
  /** Of the creator's menu; null for a wish of one's own. */
  offerId: string | null;
  isExclusive: boolean;
  deadline: (typeof deadlineChoices)[number];
  /** When a live show is to begin. */
  showAt: JohannesburgTime;
}

const dayMinutes = 24 * 60;
/** In credits. */
const defaultPrice = '50';

export const emptyRequestForm = (creator: PickedCreator | null): RequestForm => ({
  creatorId: creator?.id ?? '',
  title: '',
  description: '',
  contentType: 'photo',
  offeredPrice: defaultPrice,
  offerId: null,
  isExclusive: false,
  deadline: 'week',
  showAt: nextQuarterHour(new Date(), dayMinutes),
});

export const maxTitleLength = 100;
export const maxDescriptionLength = 1_000;

/** Parses a price in credits; 0 when it is invalid or out of range. */
export function parsePrice(text: string): number {
  const price = Number(text);
  return Number.isInteger(price) && price >= offeredPriceRange.min && price <= offeredPriceRange.max ? price : 0;
}

export const priceMessage = 'Use a whole number from 5 to 10,000';

/** Error messages by field; the same texts as the server's. */
export function checkRequestForm(form: RequestForm): FieldErrors {
  const errors: FieldErrors = {};
  if (!form.creatorId) errors.creatorId = 'Choose a creator';
  if (!form.title.trim()) errors.title = 'Title is required';
  else if (form.title.trim().length > maxTitleLength) errors.title = 'Title too long';
  if (!form.description.trim()) errors.description = 'Description is required';
  else if (form.description.trim().length > maxDescriptionLength) errors.description = 'Description too long';
  if (form.contentType === 'live_show' && !toIsoTime(form.showAt)) errors.showAt = 'Choose when the show is to begin';
  if (!parsePrice(form.offeredPrice)) errors.offeredPrice = priceMessage;
  return errors;
}
