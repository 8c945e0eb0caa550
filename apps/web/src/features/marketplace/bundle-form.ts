import type { BundleView } from '@vlam/contract/marketplace';
import { bundleCategories, bundleItemRange } from '@vlam/contract/rules/bundles';
import { creatorPriceRange } from '@vlam/contract/rules/split';
import type { FieldErrors } from '../../lib/form.ts';

export type BundleCategory = (typeof bundleCategories)[number];

/** Form values; price and tags as typed. */
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

/** Form values of a bundle on sale; its items cannot be changed. */
export const toBundleForm = ({ title, description, category, price, tags, isExclusive }: BundleView): BundleForm => ({
  ...{ title, description, category, isExclusive, price: String(price), tags: tags.join(', '), contentIds: [] },
});

export const maxTitleLength = 100;
export const maxDescriptionLength = 500;
const tagRules = { count: 10, length: 30 };

/** Splits tags at commas and removes duplicates. */
export const parseTags = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

const isCategory = (value: string): value is BundleCategory => bundleCategories.some((each) => each === value);

/** Error messages by field; the same texts as the server's. */
export function checkBundleForm(form: BundleForm): FieldErrors {
  const errors: FieldErrors = {};
  const title = form.title.trim();
  const price = Number(form.price);
  const tags = parseTags(form.tags);
  if (!title) errors.title = 'Title is required';
  else if (title.length > maxTitleLength) errors.title = 'Title too long';
  if (form.description.trim().length > maxDescriptionLength) errors.description = 'Description too long';
  if (!isCategory(form.category)) errors.category = 'Please select a category';
  if (!Number.isInteger(price) || price < creatorPriceRange.min || price > creatorPriceRange.max)
    errors.price = 'Use a whole number from 5 to 10,000';
  if (tags.length > tagRules.count) errors.tags = 'Use at most 10 tags';
  else if (tags.some((tag) => tag.length > tagRules.length)) errors.tags = 'Tag too long';
  if (form.contentIds.length < bundleItemRange.min) errors.contentIds = 'Choose at least 2 items';
  else if (form.contentIds.length > bundleItemRange.max) errors.contentIds = 'Choose at most 50 items';
  return errors;
}

/** Like `checkBundleForm`, without the items. */
export function checkBundleDetails(form: BundleForm): FieldErrors {
  const { contentIds: _, ...errors } = checkBundleForm(form);
  return errors;
}

/** Whole percent by which a price is below the sum of its items' prices; 0 when it is not. */
export const discountPercent = (price: number, worth: number): number =>
  price > 0 && price < worth ? Math.round(((worth - price) / worth) * 100) : 0;

/** Request body; call only after `checkBundleForm` found no errors. */
export function bundleBody(form: BundleForm) {
  return {
    title: form.title.trim(),
    description: form.description.trim(),
    category: form.category as BundleCategory,
    price: Number(form.price),
    tags: parseTags(form.tags),
    isExclusive: form.isExclusive,
    contentIds: form.contentIds,
  };
}
