import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { statementCurrencies, statementGroups } from './rules/statement.ts';
import { cents, credits, cursorQuery, id, page, timestamp } from './schemas.ts';

/** A calendar month in South Africa. */
const month = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/));

/** One movement of the member's rand or credits; a bought pack is both. */
export const statementEntry = z.object({
  id,
  group: z.enum(statementGroups),
  description: z.string(),
  /** The creator it was paid to, while the member may see them. */
  person: z.nullable(z.object({ id, displayName: z.string(), avatar: z.string() })),
  /** Signed: what the member paid is below zero. Null when no rand moved. */
  amountCents: z.nullable(cents),
  /** Signed: what the member spent is below zero. Null when no credits moved. */
  credits: z.nullable(credits),
  /** All credits after it; null where none moved, and where the list leaves out what moved between. */
  creditsAfter: z.nullable(credits),
  /** The card that was charged, while it is saved. */
  card: z.nullable(z.object({ brand: z.string(), lastFour: z.string() })),
  /** The payment in rand, and the number of its receipt. */
  orderId: z.nullable(id),
  receiptNumber: z.nullable(z.string()),
  /** The call it belongs to, whose receipt has the details. */
  callId: z.nullable(id),
  /** Postings in this entry: the started minutes of a call. */
  count: z.int(),
  timestamp,
});
export type StatementEntry = z.output<typeof statementEntry>;

/** Totals of the entries, whatever their group and currency. */
export const statementSummary = z.object({
  /** Rand that was paid and not given back. */
  paidCents: cents,
  spentCredits: credits,
  receivedCredits: credits,
  /** Month of the member's first entry; null without one. */
  firstMonth: z.nullable(month),
});

const filters = {
  currency: z.optional(z.enum(statementCurrencies)),
  group: z.optional(z.enum(statementGroups)),
  month: z.optional(month),
};

export const statementOperations = {
  memberStatement: operation({
    method: 'GET',
    path: '/api/payments/statement',
    summary: 'Everything the caller paid, spent and received in rand and credits, newest first',
    access: 'adult',
    query: z.extend(cursorQuery, filters),
    /** `summary` is on the first page only. */
    response: z.object({ ...page(statementEntry).shape, summary: z.nullable(statementSummary) }),
    errors: ['VALIDATION_FAILED'],
  }),
  memberStatementCsv: operation({
    method: 'GET',
    path: '/api/payments/statement.csv',
    summary: 'The same as a CSV file, of a month or of all time',
    access: 'adult',
    stepUp: true,
    rate: 'document',
    navigation: true,
    query: z.strictObject(filters),
    errors: ['VALIDATION_FAILED'],
  }),
};
