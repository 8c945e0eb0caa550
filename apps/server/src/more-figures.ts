import type { CallsService } from './modules/calls/service.ts';
import type { GiftsService } from './modules/gifts/service.ts';
import type { MarketplaceService } from './modules/marketplace/service.ts';
import { completeLanguages } from './platform/complete-languages.ts';

interface FigureServices {
  calls: Pick<CallsService, 'countLiveCalls' | 'callStars'>;
  gifts: Pick<GiftsService, 'count'>;
  marketplace: Pick<MarketplaceService, 'bundleStars'>;
}

/** Fewer stars than these say nothing of everybody. */
const ratingsAtLeast = 10;
const mostStars = 5;

/** Counts of several modules for the figures that everybody sees. */
export const createMoreFigures =
  ({ calls, gifts, marketplace }: FigureServices) =>
  async () => {
    const [liveCalls, giftsSent, languages, ...given] = await Promise.all([
      calls.countLiveCalls(),
      gifts.count(),
      completeLanguages(),
      calls.callStars(null),
      marketplace.bundleStars(null),
    ]);
    const stars = given.reduce((sum, each) => sum + each.stars, 0);
    const ratings = given.reduce((sum, each) => sum + each.ratings, 0);
    const satisfaction = ratings < ratingsAtLeast ? null : Math.round((stars / (ratings * mostStars)) * 100);
    return { liveCalls, giftsSent, languages: languages.length, satisfaction };
  };
