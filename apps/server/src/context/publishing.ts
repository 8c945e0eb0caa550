import { type ContentService, createContentService } from '../modules/content/service.ts';
import { createMarketplaceService, isOpenByBundle, type MarketplaceService } from '../modules/marketplace/service.ts';
import { pauseOf } from '../modules/payments/service.ts';
import { createSocialService, followedCreatorIds, isLikedBy, type SocialService } from '../modules/social/service.ts';
import type { Foundation } from './foundation.ts';
import type { Money } from './money.ts';
import type { People } from './people.ts';
import type { UpwardPorts } from './upward-ports.ts';

/** What creators publish and sell to everybody. */
export interface Publishing {
  content: ContentService;
  social: SocialService;
  marketplace: MarketplaceService;
}

export function createPublishing(earlier: Foundation & Money & People, ports: UpwardPorts): Publishing {
  const { payments, profiles, filmBoard } = earlier;
  const content = createContentService({
    ...earlier,
    pauseOf,
    requireNoPause: payments.requireNoPause,
    isLikedBy,
    isOpenByBundle,
    followedCreatorIds,
    tipsByItem: ports.tipsByItem,
    isUsedElsewhere: async (on, mediaId) =>
      (await ports.isFileDelivered(on, mediaId)) ||
      (await ports.isFileSent(on, mediaId)) ||
      (await filmBoard.isCertificate(on, mediaId)) ||
      profiles.isPhoto(on, mediaId),
  });
  const social = createSocialService({ ...earlier, content, onFollow: ports.followed });
  const marketplace = createMarketplaceService({ ...earlier, content, requireMayBuy: payments.requireMayBuy });
  return { content, social, marketplace };
}
