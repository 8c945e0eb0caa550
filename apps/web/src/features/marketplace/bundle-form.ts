import type { BundleView } from '@vlam/contract/marketplace';
import { bundleCategories, bundleItemRange } from '@vlam/contract/rules/bundles';
import { creatorPriceRange } from '@vlam/contract/rules/split';
import type { FieldErrors } from '../../lib/form.ts';

export type BundleCategory = (typeof bundleCategories)[number];

/** What the form holds: the price and tags as typed. */
export interface BundleForm {
  title: string;
  description: string;
  category: string;
  price: string;
  tags: string;
  isExclusive: boolean;
  contentIds: string[];
}

export const emptyBundleForm: BundleForm = {
  title: '',
  description: '',
  category: '',
  price: '',
  tags: '',
  isExclusive: false,
  contentIds: [],
};

/** A bundle on sale, to be changed; its items stay as they are. */
export const formOfBundle = ({ title, description, category, price, tags, isExclusive }: BundleView): BundleForm => ({
  ...{ title, description, category, isExclusive, price: String(price), tags: tags.join(', '), contentIds: [] },
});

export const longestTitle = 100;
export const longestDescription = 500;
const tagRules = { count: 10, length: 30 };

/** The words between commas, without doubles. */
export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

const isCategory = (value: string): value is BundleCategory => bundleCategories.some((each) => each === value);

/** Messages by field, in the words of the server's rules. */
export function checkBundleForm(form: BundleForm): FieldErrors {
  const errors: FieldErrors = {};
  const title = form.title.trim();
  const price = Number(form.price);
  const tags = tagsOf(form.tags);
  if (!title) errors.title = 'Title is required';
  else if (title.length > longestTitle) errors.title = 'Title too long';
  if (form.description.trim().length > longestDescription) errors.description = 'Description too long';
  if (!isCategory(form.category)) errors.category = 'Please select a category';
  if (!Number.isInteger(price) || price < creatorPriceRange.min || price > creatorPriceRange.max)
    errors.price = 'Use a whole number from 5 to 10,000';
  if (tags.length > tagRules.count) errors.tags = 'Use at most 10 tags';
  else if (tags.some((tag) => tag.length > tagRules.length)) errors.tags = 'Tag too long';
  if (form.contentIds.length < bundleItemRange.min) errors.contentIds = 'Choose at least 2 items';
  else if (form.contentIds.length > bundleItemRange.max) errors.contentIds = 'Choose at most 50 items';
  return errors;
}

/** As `checkBundleForm`, for words and price alone. */
export function checkBundleWords(form: BundleForm): FieldErrors {
  const { contentIds: _, ...errors } = checkBundleForm(form);
  return errors;
}

/** How many percent a price lies under what its parts cost; 0 when it does not. */
export const percentUnder = (price: number, worth: number): number =>
  price > 0 && price < worth ? Math.round(((worth - price) / worth) * 100) : 0;

/** The call's body; only for a form that passed the check. */
export function bundleBody(form: BundleForm) {
  return {
    title: form.title.trim(),
    description: form.description.trim(),
    category: form.category as BundleCategory,
    price: Number(form.price),
    tags: tagsOf(form.tags),
    isExclusive: form.isExclusive,
    contentIds: form.contentIds,
  };
}
