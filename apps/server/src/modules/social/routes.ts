import { socialOperations } from '@vlam/contract/social';
import { tipsOperations } from '@vlam/contract/social-tips';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { SocialService } from './service.ts';

export const socialRoutes = ({ social }: { social: SocialService }): BoundOperation[] => [
  ...bind(socialOperations, {
    likeState: async ({ viewer, params }) => ({ liked: await social.isLiked(viewer, params.id) }),
    toggleLike: ({ viewer, params }) => social.toggleLike(viewer, params.id),
    listComments: ({ viewer, params }) => social.listComments(viewer, params.id),
    postComment: ({ viewer, params, body }) => social.postComment(viewer, params.id, body.comment),
    followState: async ({ viewer, params }) => ({ following: await social.isFollowing(viewer, params.id) }),
    toggleFollow: async ({ viewer, params }) => ({ following: await social.toggleFollow(viewer, params.id) }),
    listFollowing: ({ viewer, query }) => social.listFollowing(viewer, query),
  }),
  ...bind(tipsOperations, {
    sendTip: ({ viewer, body, idempotencyKey }) => social.sendTip(viewer, body, idempotencyKey),
  }),
];
