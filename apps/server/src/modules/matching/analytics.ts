import { interestCategories } from '@vlam/contract/constants';
import { type Match, matchFactors, type matchingOperations, scoreBandOf } from '@vlam/contract/matching';
import type { ResponseOf } from '@vlam/contract/operation';
import type { Viewer } from '../../platform/viewer.ts';
import type { FlameFigures } from '../discovery/service.ts';
import { requireProfileId } from '../profiles/service.ts';

type Analytics = ResponseOf<typeof matchingOperations.matchAnalytics>;

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);

/** Statistics of a member's matches, counted from stored rows only. */
export function createAnalytics(deps: {
  listMatches(viewer: Viewer, profileId: string): Promise<Match[]>;
  flameFigures(profileId: string): Promise<FlameFigures>;
}): (viewer: Viewer) => Promise<Analytics> {
  return async (viewer) => {
    const profileId = requireProfileId(viewer);
    const [matches, flames] = await Promise.all([deps.listMatches(viewer, profileId), deps.flameFigures(profileId)]);
    const bands = { green: 0, yellow: 0, orange: 0, red: 0 };
    for (const { compatibilityScore } of matches) bands[scoreBandOf(compatibilityScore)]++;
    return {
      total: matches.length,
      averageScore: mean(matches.map(({ compatibilityScore }) => compatibilityScore)),
      bands,
      factors: matchFactors.map((factor) => ({
        factor,
        average:
          mean(
            matches.flatMap(({ factors }) =>
              factors.flatMap((part) =>
                part.factor === factor && part.weight > 0 ? Math.min(100, (part.points / part.weight) * 100) : [],
              ),
            ),
          ) ?? 0,
      })),
      topInterests: interestCategories
        .map((interest) => ({
          interest,
          matches: matches.filter(({ interests }) => interests.includes(interest)).length,
        }))
        .filter((each) => each.matches > 0)
        .sort((a, b) => b.matches - a.matches)
        .slice(0, 5),
      ...flames,
    };
  };
}
