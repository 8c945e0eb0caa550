import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { maxBulkItems, maxFilterName, savedLists } from './rules/staff-lists.ts';
import { id, idParams, requiredText, timestamp } from './schemas.ts';

export type SavedList = (typeof savedLists)[number];

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const uuids = new RegExp(`^${uuid}(?:,${uuid})*$`);

/** Ids of chosen rows of a list, separated by commas. */
export const chosenIds = z.optional(z.string().check(z.maxLength(maxBulkItems * 37), z.regex(uuids)));
/** Ids of the items that a bulk action is about. */
export const bulkIds = z.array(id).check(z.minLength(1), z.maxLength(maxBulkItems));
const bulkRefusal = z.object({ id, message: z.string() });
/** What an undo did, and what it was refused. */
export const undoOutcome = z.object({ done: z.array(id), refused: z.array(bulkRefusal) });
/** What a bulk action did, what it was refused, and until when its author can undo it. */
export const bulkOutcome = z.extend(undoOutcome, { batchId: id, undoUntil: timestamp });

/** A filter as it stands in the address of its list. The list leaves out what it does not know. */
const listFilter = z.record(
  z.string().check(z.regex(/^[A-Za-z]{1,24}$/)),
  z.string().check(z.minLength(1), z.maxLength(100)),
);

const moderators = { permission: 'moderate_content' } as const;

export const listsOperations = {
  savedFilters: operation({
    method: 'GET',
    path: '/api/admin/saved-filters',
    summary: "The caller's saved filters of one list",
    access: moderators,
    query: z.strictObject({ list: z.enum(savedLists) }),
    response: z.array(z.object({ id, name: z.string(), filter: z.record(z.string(), z.string()) })),
    errors: ['VALIDATION_FAILED'],
  }),
  saveFilter: operation({
    method: 'POST',
    path: '/api/admin/saved-filters',
    summary: 'Save a filter of a list under a name; the same name replaces it, twenty a list at most',
    access: moderators,
    rate: 'write',
    body: z.strictObject({
      list: z.enum(savedLists),
      name: requiredText(1, maxFilterName, 'A name is required', 'Name too long'),
      filter: listFilter.check(z.refine((filter) => Object.keys(filter).length <= 10)),
    }),
    response: z.object({ id }),
    status: 201,
    errors: ['VALIDATION_FAILED', 'QUOTA_REACHED'],
  }),
  deleteFilter: operation({
    method: 'DELETE',
    path: '/api/admin/saved-filters/{id}',
    summary: "Delete one of the caller's saved filters",
    access: moderators,
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
};
