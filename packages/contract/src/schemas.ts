import * as z from 'zod/mini';
import { minCreatorPrice } from './rules/split.ts';
import { tierNumbers } from './rules/subscription-tiers.ts';

/** A trimmed line or paragraph, at most `max` UTF-16 units. */
export const text = (max: number, message?: string) => z.string().check(z.trim(), z.maxLength(max, message));

/**
 * Text with at least `min` characters after trimming; `message` is shown otherwise. Characters are counted as PostgreSQL
 * counts them: an emoji is one, though two units of a string.
 */
export const requiredText = (min: number, max: number, message: string, tooLong?: string) =>
  z.string().check(
    z.trim(),
    z.minLength(min, message),
    z.maxLength(max, tooLong),
    z.refine((text) => [...text].length >= min, message),
  );

/** Lower case only: ids are compared as text. */
export const id = z.uuid().check(z.refine((text) => text === text.toLowerCase()));
/** ISO 8601 with offset. */
export const timestamp = z.string();
/** A day of the calendar, YYYY-MM-DD; `Date.parse` would also take the 90th of a month. */
export const isoDate = z.iso.date('Please enter a date');
export const credits = z.int();
/** A creator's earnings from a sale in credits, and the held part. */
export const earned = z.strictObject({ credits, held: credits });
export type Earned = z.output<typeof earned>;
const leastPriceMessage = `At least ${minCreatorPrice} credits`;
/** Price in whole credits of anything that pays a creator. */
export const creatorPrice = z.int().check(z.gte(minCreatorPrice, leastPriceMessage), z.lte(10_000));
/** As `creatorPrice`, or 0 when not sold. */
export const creatorPriceOrFree = z.union([z.literal(0), creatorPrice], leastPriceMessage);
/** Rand with at most two decimals. */
export const rand = z.number();
export const cents = z.int();
export const idParams = z.strictObject({ id });

/** One to five stars; replaces an earlier rating. */
export const starsBody = z.strictObject({ stars: z.int().check(z.gte(1), z.lte(5)) });

/** Parses a number from a query string, strictly. */
export const queryInteger = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^-?\d{1,9}$/)),
    z.pipe(
      z.transform((value: string) => Number(value)),
      z.int().check(z.gte(min), z.lte(max)),
    ),
  );

export const cursorQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(queryInteger(1, 50)),
});

/** A page of a list: `nextCursor` is null on the last page. */
export const page = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });

/** The price shown to the buyer, in credits; `PRICE_CHANGED` unless it is current. */
export const shownCredits = z.int().check(z.gte(1), z.lte(1_000_000));
/** As `shownCredits`, in rand. */
export const shownRand = z.number().check(z.gte(0), z.lte(1_000_000));

/** A tier of a creator's subscriptions. */
export const tierNumber = z.literal([...tierNumbers]);
/** Whether a creator has a tier above the one that is open, and one that takes new people. */
export const higherTier = z.enum(['none', 'open', 'closed']);

/** The buyer agreed to the displayed `startNowWording`; recorded as a consent. */
export const startNow = z.optional(z.boolean());

/** Who approved an item so far; X18 takes two moderators, everything else one. */
export const approvals = {
  approvals: z.array(z.object({ name: z.string(), at: timestamp })),
  approvalsNeeded: z.int(),
  /** The caller is one of them: another member of staff decides now. */
  hasApproved: z.boolean(),
};
