import * as z from 'zod/mini';
import { contentView } from './content.ts';
import { operation } from './operation.ts';
import { maxPins, studioAudiences, studioLists, studioSorts, studioStates } from './rules/studio.ts';
import { cents, cursorQuery, id, idParams, page, timestamp } from './schemas.ts';

export { maxPins, studioAudiences, studioLists, studioSorts, studioStates };

/** One of the creator's own items with its figures. */
export const studioPost = z.object({
  item: contentView,
  state: z.enum(studioStates),
  opensFor: z.enum(studioAudiences),
  /** 1 for the first of the creator's page; null for an item that is not pinned. */
  pin: z.nullable(z.int()),
  /** Unlocks, less those that were given back. */
  sold: z.int(),
  /** Creator's share of unlocks and tips; sales of bundles are not attributed to their items. */
  earnedCents: cents,
  publishedAt: z.nullable(timestamp),
  archivedAt: z.nullable(timestamp),
});
export type StudioPost = z.output<typeof studioPost>;

const counts = z.object({
  all: z.int(),
  published: z.int(),
  scheduled: z.int(),
  drafts: z.int(),
  review: z.int(),
  archived: z.int(),
  removed: z.int(),
});

const pinned = z.object({ /** Pinned items in order. */ ids: z.array(id) });
const newState = z.object({ state: z.enum(studioStates) });

export const studioOperations = {
  listStudioPosts: operation({
    method: 'GET',
    path: '/api/studio/posts',
    summary: "The caller's items with state and figures; pinned ones first, where the newest are",
    access: 'creator',
    query: z.extend(cursorQuery, {
      list: z._default(z.enum(studioLists), 'all'),
      sort: z._default(z.enum(studioSorts), 'newest'),
    }),
    response: z.object({
      ...page(studioPost).shape,
      /** Items in each list; only with the first page. */
      counts: z.nullable(counts),
    }),
  }),
  pinPost: operation({
    method: 'POST',
    path: '/api/studio/posts/{id}/pin',
    summary: "Put a published item first on the caller's page; idempotent",
    access: 'creator',
    rate: 'write',
    params: idParams,
    response: pinned,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  unpinPost: operation({
    method: 'DELETE',
    path: '/api/studio/posts/{id}/pin',
    summary: 'Take an item from the top; idempotent',
    access: 'creator',
    rate: 'write',
    params: idParams,
    response: pinned,
    errors: ['NOT_FOUND'],
  }),
  orderPins: operation({
    method: 'PUT',
    path: '/api/studio/pins',
    summary: 'Put the pinned items into this order; all of them are named',
    access: 'creator',
    rate: 'write',
    body: z.strictObject({ ids: z.array(id).check(z.maxLength(maxPins)) }),
    response: pinned,
    errors: ['CONFLICT'],
  }),
  archivePost: operation({
    method: 'POST',
    path: '/api/studio/posts/{id}/archive',
    summary: "Hide one of the caller's items from all but its buyers; idempotent",
    access: 'creator',
    rate: 'write',
    params: idParams,
    response: newState,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  restorePost: operation({
    method: 'DELETE',
    path: '/api/studio/posts/{id}/archive',
    summary: 'Publish an archived item again; idempotent',
    access: 'creator',
    rate: 'write',
    params: idParams,
    response: newState,
    errors: ['NOT_FOUND', 'CONFLICT', 'MEDIA_NOT_READY'],
  }),
};
