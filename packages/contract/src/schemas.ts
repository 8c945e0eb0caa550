import * as z from 'zod/mini';
import { leastCreatorPrice } from './rules/split.ts';

/** A line or paragraph a person typed, trimmed, at most `max` UTF-16 units. */
export const text = (max: number, message?: string) => z.string().check(z.trim(), z.maxLength(max, message));

/** Text that must hold at least `min` characters after trimming; `message` is shown when it does not. */
export const requiredText = (min: number, max: number, message: string, tooLong?: string) =>
  z.string().check(z.trim(), z.minLength(min, message), z.maxLength(max, tooLong));

/** One way to write each: ids are compared as text, in rooms, in pairs and against one's own. */
export const id = z.uuid().check(z.refine((text) => text === text.toLowerCase()));
/** ISO 8601 with offset. */
export const timestamp = z.string();
/** Calendar date, YYYY-MM-DD. */
export const isoDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
export const credits = z.int();
/** Credits that a sale brought its creator, and how many of them are held because free credits paid them. */
export const earned = z.strictObject({ credits, held: credits });
export type Earned = z.output<typeof earned>;
const leastPriceMessage = `At least ${leastCreatorPrice} credits`;
/** What pays a creator, in whole credits. */
export const creatorPrice = z.int().check(z.gte(leastCreatorPrice, leastPriceMessage), z.lte(10_000));
/** The same, or 0 for what is not sold. */
export const creatorPriceOrFree = z.union([z.literal(0), creatorPrice], leastPriceMessage);
/** Rand with at most two decimals, as the specification's calls carry it. */
export const rand = z.number();
export const cents = z.int();
export const idParams = z.strictObject({ id });

/** One to five stars; given again they take the place of those before. */
export const starsBody = z.strictObject({ stars: z.int().check(z.gte(1), z.lte(5)) });

/** Query strings carry text; these read a number from it and nothing else. */
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

/** The price a buyer was shown, in credits; another one than the server's is refused as `PRICE_CHANGED`. */
export const shownCredits = z.int().check(z.gte(1), z.lte(1_000_000));
/** As `shownCredits`, in rand. */
export const shownRand = z.number().check(z.gte(0), z.lte(1_000_000));

/** The buyer was shown and agreed to the words of `startNowWording`; it is recorded. */
export const startNow = z.optional(z.boolean());
