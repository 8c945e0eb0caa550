import { matchingOperations } from '@vlam/contract/matching';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { MatchingService } from './service.ts';

export const matchingRoutes = ({ matching }: { matching: MatchingService }): BoundOperation[] =>
  bind(matchingOperations, {
    matchPreferences: ({ viewer }) => matching.getPreferences(viewer),
    setMatchPreferences: ({ viewer, body }) => matching.setPreferences(viewer, body),
    matches: ({ viewer }) => matching.listMatches(viewer),
    matchAnalytics: ({ viewer }) => matching.getAnalytics(viewer),
  });
