import type { InterestCategory } from '@vlam/contract/constants';
import type { FieldErrors } from '../../lib/form.ts';

export interface InterestForm {
  category: InterestCategory | '';
  text: string;
}
export const emptyInterest: InterestForm = { category: '', text: '' };
export const shortestPost = 3;
export const longestPost = 280;

/** Errors by field, as the server's rules word them. */
export function checkInterest({ category, text }: InterestForm): FieldErrors {
  const errors: FieldErrors = {};
  if (!category) errors.category = 'Please select a category';
  const { length } = text.trim();
  if (length < shortestPost) errors.text = 'Write a few words first';
  else if (length > longestPost) errors.text = 'Please keep it under 280 characters';
  return errors;
}
