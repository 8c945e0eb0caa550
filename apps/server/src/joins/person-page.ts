import type { ProfileView, Relation } from '@vlam/contract/profiles';
import type { DiscoveryService } from '../modules/discovery/service.ts';
import type { MatchingService } from '../modules/matching/service.ts';
import type { MessagingService } from '../modules/messaging/service.ts';
import type { ProfileFacts } from '../modules/profiles/service.ts';
import type { SocialService } from '../modules/social/service.ts';
import type { SubscriptionsService } from '../modules/subscriptions/service.ts';
import { AppError } from '../platform/errors.ts';
import type { Viewer } from '../platform/viewer.ts';
import { type RatingServices, sumRatings } from './ratings.ts';

interface PersonPageServices extends RatingServices {
  discovery: Pick<DiscoveryService, 'cardsOf'>;
  subscriptions: Pick<SubscriptionsService, 'findRunning' | 'hasTiers'>;
  social: Pick<SocialService, 'isFollowerOf'>;
  matching: Pick<MatchingService, 'matchWith'>;
  messaging: Pick<MessagingService, 'responseRatesOf'>;
}

/** Fewer ratings are not representative. */
const minRatings = 3;

/** Collects the profile page of a person, and the viewer's relation to them, from the modules. */
export const createPersonPage = (services: PersonPageServices) => {
  async function subscriptionOf(viewer: Viewer, creatorId: string): Promise<Relation['subscription']> {
    const running = await services.subscriptions.findRunning(viewer, creatorId);
    if (!running) return null;
    const { expiryDate: until, ...subscription } = running;
    const { id, tier, tierName, higherTier, amount, amountCents, renews, trial } = subscription;
    return { id, tier, tierName, higherTier, amount, amountCents, until, renews, trial };
  }

  async function ratingOf(creatorId: string): Promise<number | null> {
    const { stars, ratings } = await sumRatings(services, creatorId);
    return ratings < minRatings ? null : Math.round((stars / ratings) * 10) / 10;
  }

  return async (viewer: Viewer, facts: ProfileFacts): Promise<ProfileView> => {
    const { id, isOwn } = facts;
    const isCreator = facts.creator !== null;
    const [cards, rates, rating, following, subscription, hasTiers, match] = await Promise.all([
      services.discovery.cardsOf(viewer, [id]),
      services.messaging.responseRatesOf([id]),
      isCreator ? ratingOf(id) : null,
      isCreator && !isOwn ? services.social.isFollowerOf(viewer, id) : false,
      isCreator && !isOwn ? subscriptionOf(viewer, id) : null,
      isCreator && services.subscriptions.hasTiers(id),
      isCreator ? null : services.matching.matchWith(viewer, id),
    ]);
    const card = cards.get(id);
    if (!card) throw new AppError('NOT_FOUND');
    const { location, distance, mood, isAvailable, lastActive, responseTime, flamed, matched } = card;
    return {
      ...facts,
      location,
      distance: isOwn ? null : distance,
      mood,
      isAvailable,
      lastActive,
      responseTime,
      stats: { ...facts.stats, rating, responseRate: rates.get(id) ?? null },
      hasTiers,
      relation: isOwn ? null : { following, flamed, matched, subscription },
      match: match && { score: match.compatibilityScore, reasons: match.matchReasons },
    };
  };
};
