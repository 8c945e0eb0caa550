import type { ContentView } from '@vlam/contract/content';
import type { Database } from '../../platform/database.ts';
import { createLoader, createShortMemory } from '../../platform/loader.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService } from '../credits/service.ts';
import type { Media, MediaService } from '../media/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import type { SubscriptionsService } from '../subscriptions/service.ts';
import { isModerator, isOpen, type Rights } from './policy.ts';
import type { ItemRow } from './store.ts';
import { type Shown, toContentView } from './view.ts';

export interface PresentDependencies {
  database: Database;
  profiles: Pick<ProfilesService, 'cards'>;
  subscriptions: Pick<SubscriptionsService, 'listSubscribed'>;
  credits: Pick<CreditsService, 'hasPurchased'>;
  media: Pick<MediaService, 'listByIds' | 'addressesFor'>;
  /** Those of the items that this profile likes, from the module above. */
  likedAmong(profileId: string, contentIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface Presenter {
  /** What each viewer may do with each item, by item id. */
  rightsTo(viewer: Viewer, items: readonly ItemRow[]): Promise<ReadonlyMap<string, Rights>>;
  /** Items as this viewer may see them, in order; one whose creator is gone is left out. `known` rights are not asked for. */
  present(viewer: Viewer, items: readonly ItemRow[], known?: ReadonlyMap<string, Rights>): Promise<ContentView[]>;
}

const maxAgeMs = 1_000;
const nobody: Rights = { isOwn: false, isPurchased: false, isSubscribed: false, isModerator: false };

export function createPresenter(deps: PresentDependencies): Presenter {
  const { profiles, subscriptions, credits, media } = deps;
  const { db } = deps.database;

  // Names and sizes beside an item may be a second old; whether a file opens is asked again when it is fetched.
  const files = createShortMemory(
    createLoader<string, Media>({ keyOf: (id) => id, read: (ids) => media.listByIds(db, ids) }),
    { idOf: (file) => file.id, maxAgeMs },
  );
  const profileCards = createShortMemory(profiles.cards, { idOf: (card) => card.id, maxAgeMs });

  async function rightsTo(viewer: Viewer, items: readonly ItemRow[]): Promise<Map<string, Rights>> {
    // Only premium items of others ask for more than the row says.
    const guarded = items.filter((item) => item.is_premium && item.profile_id !== viewer.profileId);
    const creatorIds = [...new Set(guarded.map((item) => item.profile_id))];
    const [purchased, subscribed] = await Promise.all([
      credits.hasPurchased(
        viewer.accountId,
        guarded.map((item) => item.id),
      ),
      viewer.profileId ? subscriptions.listSubscribed(viewer.profileId, creatorIds) : new Set<string>(),
    ]);
    return new Map(
      items.map((item) => [
        item.id,
        {
          isOwn: item.profile_id === viewer.profileId,
          isPurchased: purchased.has(item.id),
          isSubscribed: subscribed.has(item.profile_id),
          isModerator: isModerator(viewer),
        },
      ]),
    );
  }

  function show(viewer: Viewer, item: ItemRow, file: Media | undefined, rights: Rights): Shown {
    if (!file) return { url: null, sources: [], width: null, height: null };
    const { width, height } = file;
    if (!isOpen(item, rights)) return { url: null, sources: [], width, height };
    return { ...media.addressesFor(viewer, file, { premium: item.is_premium }), width, height };
  }

  return {
    rightsTo,
    async present(viewer, items, known) {
      const ids = items.map((item) => item.id);
      const mediaIds = items.flatMap((item) => item.media_id ?? []);
      const [rights, cards, shownFiles, liked] = await Promise.all([
        known ?? rightsTo(viewer, items),
        profileCards.list([...new Set(items.map((item) => item.profile_id))]),
        files.list(mediaIds),
        viewer.profileId ? deps.likedAmong(viewer.profileId, ids) : new Set<string>(),
      ]);
      const cardOf = new Map(cards.map((card) => [card.id, card]));
      const fileOf = new Map(shownFiles.map((file) => [file.id, file]));
      return items.flatMap((item) => {
        const profile = cardOf.get(item.profile_id);
        if (!profile) return [];
        const own = rights.get(item.id) ?? nobody;
        const shown = show(viewer, item, fileOf.get(item.media_id ?? ''), own);
        return toContentView(item, { rights: own, liked: liked.has(item.id), profile, shown });
      });
    },
  };
}
