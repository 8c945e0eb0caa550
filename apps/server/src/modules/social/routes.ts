import { socialOperations } from '@vlam/contract/social';
import { savesOperations } from '@vlam/contract/social-saves';
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
  ...bind(savesOperations, {
    saveState: async ({ viewer, params }) => ({ saved: await social.isSaved(viewer, params.id) }),
    saveItem: ({ viewer, params }) => social.save(viewer, params.id),
    unsaveItem: ({ viewer, params }) => social.unsave(viewer, params.id),
    listSaved: ({ viewer, query }) => social.listSaved(viewer, query),
    listOwned: ({ viewer, query }) => social.listOwned(viewer, query),
  }),
  ...bind(tipsOperations, {
    sendTip: ({ viewer, body, idempotencyKey }) => social.sendTip(viewer, body, idempotencyKey),
  }),
];
