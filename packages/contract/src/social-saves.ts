import * as z from 'zod/mini';
import { contentView } from './content.ts';
import { operation } from './operation.ts';
import { cursorQuery, idParams, page } from './schemas.ts';

/** Items a member saved for later, and those they bought. */
export const savesOperations = {
  saveState: operation({
    method: 'GET',
    path: '/api/content/{id}/save',
    summary: 'Whether the caller saved this item',
    access: 'adult',
    params: idParams,
    response: z.object({ saved: z.boolean() }),
    errors: ['NOT_FOUND'],
  }),
  saveItem: operation({
    method: 'POST',
    path: '/api/content/{id}/save',
    summary: 'Save an item for later; idempotent',
    access: 'adult',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  unsaveItem: operation({
    method: 'DELETE',
    path: '/api/content/{id}/save',
    summary: 'Take an item off the saved ones, also one that is not shown any more; idempotent',
    access: 'adult',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  listSaved: operation({
    method: 'GET',
    path: '/api/content/saved',
    summary: 'Items the caller saved, last saved first; those not shown to them any more are left out',
    access: 'adult',
    query: cursorQuery,
    response: z.object({ ...page(contentView).shape, total: z.int() }),
  }),
  listOwned: operation({
    method: 'GET',
    path: '/api/content/owned',
    summary: 'Items the caller bought for good, last bought first',
    access: 'adult',
    query: cursorQuery,
    response: z.object({ ...page(contentView).shape, total: z.int() }),
  }),
};
