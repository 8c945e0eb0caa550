import type { CallsService } from '../modules/calls/service.ts';
import type { ContentService } from '../modules/content/service.ts';
import type { DiscoveryService } from '../modules/discovery/service.ts';
import type { LivesService } from '../modules/lives/service.ts';
import type { LocationsService } from '../modules/locations/service.ts';
import type { MarketplaceService } from '../modules/marketplace/service.ts';
import type { MessagingService } from '../modules/messaging/service.ts';
import type { FindOwner } from '../modules/moderation/service.ts';
import type { ProfilesService } from '../modules/profiles/service.ts';
import type { RequestsService } from '../modules/requests/service.ts';
import type { SocialService } from '../modules/social/service.ts';

/** Finds the owner of a reported item by its kind; each module looks up its own. */
export const ownersOfReported = (services: {
  messaging: Pick<MessagingService, 'senderOf' | 'hasMessagesWith'>;
  profiles: Pick<ProfilesService, 'get'>;
  content: Pick<ContentService, 'listByIds'>;
  social: Pick<SocialService, 'findCommentAuthor'>;
  marketplace: Pick<MarketplaceService, 'get'>;
  locations: Pick<LocationsService, 'events' | 'tonight'>;
  discovery: Pick<DiscoveryService, 'postAuthor' | 'moodAuthor'>;
  requests: Pick<RequestsService, 'otherParty'>;
  calls: Pick<CallsService, 'otherParty'>;
  lives: Pick<LivesService, 'creatorOf'>;
}) => {
  const { messaging, profiles, content, locations, discovery } = services;
  return {
    message: messaging.senderOf,
    // A block must not take evidence away.
    profile: async (viewer, id) =>
      (await messaging.hasMessagesWith(viewer, id)) ? id : (await profiles.get(viewer, id)).id,
    content: async (viewer, id) => (await content.listByIds(viewer, [id]))[0]?.profileId ?? null,
    comment: services.social.findCommentAuthor,
    bundle: async (viewer, id) => (await services.marketplace.get(viewer, id)).bundle.creatorId,
    event: locations.events.ownerOf,
    tonight: locations.tonight.ownerOf,
    interest_post: discovery.postAuthor,
    mood: discovery.moodAuthor,
    request: services.requests.otherParty,
    call: services.calls.otherParty,
    live: services.lives.creatorOf,
  } satisfies Record<string, FindOwner>;
};
