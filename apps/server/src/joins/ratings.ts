import type { CallsService } from '../modules/calls/service.ts';
import type { MarketplaceService } from '../modules/marketplace/service.ts';
import type { RequestsService } from '../modules/requests/service.ts';

export interface RatingServices {
  calls: Pick<CallsService, 'callStars'>;
  marketplace: Pick<MarketplaceService, 'sumRatings'>;
  requests: Pick<RequestsService, 'requestStars'>;
}

/** Sum and number of the stars given for a creator's calls, bundles and requests, or for all creators' (null). */
export async function sumRatings(
  { calls, marketplace, requests }: RatingServices,
  creatorId: string | null,
): Promise<{ stars: number; ratings: number }> {
  const given = await Promise.all([
    calls.callStars(creatorId),
    marketplace.sumRatings(creatorId),
    requests.requestStars(creatorId),
  ]);
  return {
    stars: given.reduce((sum, { stars }) => sum + stars, 0),
    ratings: given.reduce((sum, { ratings }) => sum + ratings, 0),
  };
}
