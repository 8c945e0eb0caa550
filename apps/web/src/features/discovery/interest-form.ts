import type { InterestCategory } from '@vlam/contract/constants';
import type { FieldErrors } from '../../lib/form.ts';

export interface InterestForm {
  category: InterestCategory | '';
  text: string;
}
export const emptyInterest: InterestForm = { category: '', text: '' };
export const minPostLength = 3;
export const maxPostLength = 280;

/** Error messages by field; the same texts as the server's. */
export function checkInterest({ category, text }: InterestForm): FieldErrors {
  const errors: FieldErrors = {};
  if (!category) errors.category = 'Please select a category';
  const { length } = text.trim();
  if (length < minPostLength) errors.text = 'Write a few words first';
  else if (length > maxPostLength) errors.text = 'Please keep it under 280 characters';
  return errors;
}
