import { splitPrice as split } from '@vlam/contract/rules/split';

/** Divides a price by the share that a new database begins with. */
export const splitPrice = (price: number, percent = 80): ReturnType<typeof split> => split(price, percent);
