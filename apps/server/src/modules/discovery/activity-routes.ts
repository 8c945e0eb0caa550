import { activityOperations } from '@vlam/contract/discovery-activity';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { Activity } from './activity.ts';

export const activityRoutes = (activity: Activity): BoundOperation[] =>
  bind(activityOperations, {
    interests: () => activity.interests(),
    trending: () => activity.trending(),
    heatMap: ({ query }) => activity.heatMap(query.window),
    interestPosts: ({ viewer, query }) => activity.listPosts(viewer, query),
    postInterest: ({ viewer, body }) => activity.postInterest(viewer, body),
    deleteInterestPost: ({ viewer, params }) => activity.deletePost(viewer, params.id),
    likeInterestPost: ({ viewer, params }) => activity.togglePostLike(viewer, params.id),
    moods: ({ viewer, query }) => activity.listMoods(viewer, query),
    shareMood: ({ viewer, body }) => activity.shareMood(viewer, body),
    deleteMood: ({ viewer, params }) => activity.deleteMood(viewer, params.id),
    likeMood: ({ viewer, params }) => activity.toggleMoodLike(viewer, params.id),
  });
