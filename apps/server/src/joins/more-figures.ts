import type { CallsService } from '../modules/calls/service.ts';
import type { GiftsService } from '../modules/gifts/service.ts';
import { completeLanguages } from '../platform/complete-languages.ts';
import { type RatingServices, sumRatings } from './ratings.ts';

interface FigureServices extends RatingServices {
  calls: Pick<CallsService, 'countLiveCalls' | 'callStars'>;
  gifts: Pick<GiftsService, 'count'>;
}

/** Fewer stars than these say nothing of everybody. */
const ratingsAtLeast = 10;
const mostStars = 5;

/** Counts of several modules for the figures that everybody sees. */
export const createMoreFigures = (services: FigureServices) => async () => {
  const [liveCalls, giftsSent, languages, { stars, ratings }] = await Promise.all([
    services.calls.countLiveCalls(),
    services.gifts.count(),
    completeLanguages(),
    sumRatings(services, null),
  ]);
  const satisfaction = ratings < ratingsAtLeast ? null : Math.round((stars / (ratings * mostStars)) * 100);
  return { liveCalls, giftsSent, languages: languages.length, satisfaction };
};
