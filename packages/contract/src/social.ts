import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { cursorQuery, id, idParams, page, requiredText, timestamp } from './schemas.ts';

/** A comment's author is shown with first name and picture only. */
export const commentView = z.object({
  id,
  comment: z.string(),
  createdAt: timestamp,
  user: z.object({ profileId: id, firstName: z.string(), profileImageUrl: z.string() }),
});
export type CommentView = z.output<typeof commentView>;

export const socialOperations = {
  likeState: operation({
    method: 'GET',
    path: '/api/content/{id}/liked',
    summary: 'Whether the caller likes this item',
    access: 'adult',
    params: idParams,
    response: z.object({ liked: z.boolean() }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'IDENTITY_LEVEL_REQUIRED'],
  }),
  toggleLike: operation({
    method: 'POST',
    path: '/api/content/{id}/like',
    summary: 'Toggle a like',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: z.object({ liked: z.boolean(), likeCount: z.int() }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'IDENTITY_LEVEL_REQUIRED'],
  }),
  listComments: operation({
    method: 'GET',
    path: '/api/content/{id}/comments',
    summary: 'Comments, oldest first; needs access to premium content',
    access: 'adult',
    params: idParams,
    response: z.array(commentView),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'IDENTITY_LEVEL_REQUIRED'],
  }),
  postComment: operation({
    method: 'POST',
    path: '/api/content/{id}/comments',
    summary: 'Comment on an item',
    access: 'adult',
    sharedText: ['comment'],
    rate: 'write',
    params: idParams,
    body: z.strictObject({ comment: requiredText(1, 500, 'Write something first') }),
    response: commentView,
    status: 201,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'IDENTITY_LEVEL_REQUIRED', 'VALIDATION_FAILED'],
  }),
  followState: operation({
    method: 'GET',
    path: '/api/creators/{id}/following',
    summary: 'Whether the caller follows this creator',
    access: 'adult',
    params: idParams,
    response: z.object({ following: z.boolean() }),
    errors: ['NOT_FOUND'],
  }),
  toggleFollow: operation({
    method: 'POST',
    path: '/api/creators/{id}/follow',
    summary: 'Toggle following',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: z.object({ following: z.boolean() }),
    errors: ['NOT_FOUND'],
  }),
  listFollowing: operation({
    method: 'GET',
    path: '/api/following',
    summary: 'Creators the caller follows, newest first',
    access: 'adult',
    query: cursorQuery,
    response: page(z.object({ id, displayName: z.string(), avatar: z.string(), category: z.string() })),
  }),
};
