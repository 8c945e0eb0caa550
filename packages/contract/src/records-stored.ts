import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { retentionModes, storedKinds } from './rules/records.ts';

/** Rows of a kind that are counted; beyond them the count says that there are more. */
export const maxStoredCount = 1_000;

const storedInformation = z.array(
  z.object({
    kind: z.enum(storedKinds),
    /** Null where the rows are not counted. */
    count: z.nullable(z.int()),
    isMore: z.boolean(),
    /** The retention rule; null for what stays until the member removes it or the account is erased. */
    rule: z.nullable(z.object({ mode: z.enum(retentionModes), days: z.nullable(z.int()) })),
  }),
);
export type StoredInformation = z.output<typeof storedInformation>;

export const storedOperations = {
  storedInformation: operation({
    method: 'GET',
    path: '/api/account/stored',
    summary: 'Kinds of information stored of the caller, how much of each, and for how long it is kept',
    access: 'member',
    beforeAgeCheck: true,
    rate: 'search',
    response: storedInformation,
  }),
};
