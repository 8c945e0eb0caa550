import type { CallsService } from '../modules/calls/service.ts';
import type { GiftsService } from '../modules/gifts/service.ts';
import { completeLanguages } from '../platform/complete-languages.ts';
import { type RatingServices, sumRatings } from './ratings.ts';

interface FigureServices extends RatingServices {
  calls: Pick<CallsService, 'countLiveCalls' | 'callStars'>;
  gifts: Pick<GiftsService, 'count'>;
}

/** Fewer ratings are not representative. */
const minRatings = 10;
const maxStars = 5;

/** Public counts of several modules. */
export const createMoreFigures = (services: FigureServices) => async () => {
  const [liveCalls, giftsSent, languages, { stars, ratings }] = await Promise.all([
    services.calls.countLiveCalls(),
    services.gifts.count(),
    completeLanguages(),
    sumRatings(services, null),
  ]);
  const satisfaction = ratings < minRatings ? null : Math.round((stars / (ratings * maxStars)) * 100);
  return { liveCalls, giftsSent, languages: languages.length, satisfaction };
};
