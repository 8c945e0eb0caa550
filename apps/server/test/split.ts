import { splitPrice as split } from '@vlam/contract/rules/split';

/** Splits a price by the initial creator share. */
export const splitPrice = (price: number, percent = 80): ReturnType<typeof split> => split(price, percent);
