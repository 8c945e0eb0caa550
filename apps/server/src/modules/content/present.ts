import type { ContentFile, ContentView } from '@vlam/contract/content';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { cacheRows, createLoader } from '../../platform/loader.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { Media, MediaService } from '../media/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { listTierNames } from '../subscriptions/service.ts';
import { createEntitlementReader, type Entitlement, type LikedBy, type OpenByBundle } from './entitlement-store.ts';
import { listFiles } from './files-store.ts';
import { asksForLevel, isModerator, isOpen, previewMsOf, type Rights } from './policy.ts';
import type { ItemRow } from './store.ts';
import { type FileView, toContentFile, toContentView } from './view.ts';

export interface PresentDependencies {
  database: Database;
  clock: Clock;
  profiles: Pick<ProfilesService, 'cards'>;
  media: Pick<MediaService, 'listByIds' | 'addressesFor' | 'streamAddressFor' | 'hoverAddressFor'>;
  /** Condition that a profile likes an item, from the module above. */
  isLikedBy: LikedBy;
  /** Condition that an account has an item in a bundle, from the module above. */
  isOpenByBundle: OpenByBundle;
}

export interface Presenter {
  /** The viewer's current rights to an item. */
  rightsTo(viewer: Viewer, item: ItemRow): Promise<Rights>;
  /** Items visible to the viewer, in order; items of erased creators are left out. */
  present(viewer: Viewer, items: readonly ItemRow[], options?: PresentOptions): Promise<ContentView[]>;
}

export interface PresentOptions {
  /** For an item just paid for, with its like and the viewer's level already known: no query is needed. */
  bought?: { liked: boolean };
  /** With every file of an item of several. */
  whole?: boolean;
}

const maxAgeMs = 1_000;
/** A finished file never changes; a removed one is refused when it is fetched. */
const fileAgeMs = 30_000;
/** Of an item that was not found: nothing opens it. */
const noEntitlement: Entitlement = { isPurchased: false, isSubscribed: false, liked: false, lacksLevel: true };

export function createPresenter(deps: PresentDependencies): Presenter {
  const { profiles, media, clock } = deps;
  const { db } = deps.database;
  const readEntitlements = createEntitlementReader(deps.database, deps, clock.now);

  // Names and sizes may be a second old; the right to a file is checked again when it is fetched.
  const files = cacheRows(
    createLoader<string, Media>({ name: 'content.files', keyOf: (id) => id, read: (ids) => media.listByIds(db, ids) }),
    {
      idOf: (file) => file.id,
      maxAgeMs: fileAgeMs,
    },
  );
  const profileCards = cacheRows(profiles.cards, { idOf: (card) => card.id, maxAgeMs });

  /** Only premium and X18 items of others need more than the row. */
  async function entitlementsOf(
    viewer: Viewer,
    items: readonly ItemRow[],
    bought?: PresentOptions['bought'],
  ): Promise<Entitlement[]> {
    if (bought) return [{ isPurchased: true, isSubscribed: false, liked: bought.liked, lacksLevel: false }];
    return readEntitlements(
      items.map((item) => {
        const guarded = item.is_premium && item.profile_id !== viewer.profileId;
        return {
          contentId: item.id,
          payerId: guarded ? viewer.accountId : null,
          creatorId: guarded ? item.profile_id : null,
          viewerId: viewer.profileId,
          fromTier: item.from_tier,
          asksForLevel: asksForLevel(viewer, item),
        };
      }),
    );
  }

  const rightsOf = (viewer: Viewer, item: ItemRow, entitlement: Entitlement): Rights => ({
    isOwn: item.profile_id === viewer.profileId,
    isPurchased: entitlement.isPurchased,
    isSubscribed: entitlement.isSubscribed,
    isModerator: isModerator(viewer),
    lacksLevel: entitlement.lacksLevel,
  });

  function show(viewer: Viewer, item: ItemRow, file: Media | undefined, rights: Rights): FileView {
    if (!file) return { url: null, sources: [], width: null, height: null, hoverUrl: null };
    const { width, height } = file;
    if (!isOpen(item, rights)) {
      const previewMs = previewMsOf(item, rights);
      const hoverUrl = previewMs > 0 ? media.hoverAddressFor(viewer, file, previewMs) : null;
      return { url: null, sources: [], width, height, hoverUrl };
    }
    const { url, sources } = addressesOf(viewer, item, file);
    return { url, sources, width, height, hoverUrl: media.hoverAddressFor(viewer, file) };
  }

  function addressesOf(viewer: Viewer, item: ItemRow, file: Media) {
    const { url, sources } = media.addressesFor(viewer, file, { premium: item.is_premium });
    return { url: file.isStream ? media.streamAddressFor(viewer, file) : url, sources };
  }

  /** The files of each item of several, and of one's own items; one that was blocked since is left out. */
  async function listWhole(viewer: Viewer, items: readonly ItemRow[]): Promise<Map<string, ContentFile[]>> {
    const sets = items.filter(
      (item) => item.more_pictures + item.more_videos > 0 || (item.media_id && item.profile_id === viewer.profileId),
    );
    const held = await listFiles(
      db,
      sets.map(({ id }) => id),
    );
    const found = await media.listByIds(
      db,
      [...held.values()].flat().map(({ mediaId }) => mediaId),
    );
    const filesOf = (item: ItemRow) =>
      (held.get(item.id) ?? []).flatMap(({ mediaId }): ContentFile[] => {
        const file = found.get(mediaId);
        if (file?.state !== 'ready') return [];
        const { url, sources } = addressesOf(viewer, item, file);
        return [toContentFile(file, { url, sources })];
      });
    return new Map(sets.map((item) => [item.id, filesOf(item)]));
  }

  return {
    async rightsTo(viewer, item) {
      const [entitlement = noEntitlement] = await entitlementsOf(viewer, [item]);
      return rightsOf(viewer, item, entitlement);
    },
    async present(viewer, items, { bought, whole = false } = {}) {
      const mediaIds = items.flatMap((item) => item.media_id ?? []);
      const [entitlements, cards, shownFiles, sets, nameOf] = await Promise.all([
        entitlementsOf(viewer, items, bought),
        profileCards.list([...new Set(items.map((item) => item.profile_id))]),
        files.list(mediaIds),
        whole ? listWhole(viewer, items) : new Map<string, ContentFile[]>(),
        listTierNames(
          db,
          items.map((item) => ({ creatorId: item.profile_id, tier: item.is_premium ? item.from_tier : 1 })),
        ),
      ]);
      const cardOf = new Map(cards.map((card) => [card.id, card]));
      const fileOf = new Map(shownFiles.map((file) => [file.id, file]));
      return items.flatMap((item, index) => {
        const profile = cardOf.get(item.profile_id);
        if (!profile) return [];
        const entitlement = entitlements[index] ?? noEntitlement;
        const rights = rightsOf(viewer, item, entitlement);
        const shown = show(viewer, item, fileOf.get(item.media_id ?? ''), rights);
        const set = sets.get(item.id);
        return toContentView(item, {
          rights,
          liked: entitlement.liked,
          tierName: nameOf(item.profile_id, item.from_tier),
          profile,
          shown: set ? { ...shown, files: set } : shown,
        });
      });
    },
  };
}
