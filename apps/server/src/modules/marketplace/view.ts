import type { BundleView, bundlePurchase } from '@vlam/contract/marketplace';
import type * as z from 'zod/mini';
import type { ItemSummary } from '../content/service.ts';
import type { ProfileCard } from '../profiles/service.ts';
import type { PurchaseRow } from './purchase-store.ts';
import type { AccessRow, BundleRow } from './store.ts';

/** A sound is one file. */
const countOf = ({ holds }: ItemSummary): number => Math.max(1, holds.pictures + holds.videos);

const kindsOf = ({ mediaType, holds }: ItemSummary): ItemSummary['mediaType'][] => [
  mediaType,
  ...(holds.pictures > 0 ? (['image'] as const) : []),
  ...(holds.videos > 0 ? (['video'] as const) : []),
];

/** `items` are the published ones, at least one, in the creator's order. */
export function toBundleView(
  row: BundleRow,
  context: {
    viewerId: string | null;
    creator: ProfileCard;
    items: readonly ItemSummary[];
    access: AccessRow | undefined;
  },
): BundleView {
  const { creator, items } = context;
  const itemTotal = items.reduce((sum, item) => sum + item.price, 0);
  const durationMs = items.reduce((sum, item) => sum + (item.durationMs ?? 0), 0);
  const isOpen = context.access?.is_open ?? false;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    creatorId: creator.id,
    creatorName: creator.displayName,
    creatorImage: creator.avatar,
    creatorVerified: creator.isVerified,
    price: row.price_credits,
    originalPrice: itemTotal > row.price_credits ? itemTotal : null,
    currency: 'credits',
    mediaCount: items.reduce((sum, item) => sum + countOf(item), 0),
    mediaTypes: [...new Set(items.flatMap(kindsOf))],
    category: row.category as BundleView['category'],
    tags: row.tags,
    rating: row.rating_count === 0 ? null : Math.round((Number(row.rating_sum) / row.rating_count) * 10) / 10,
    reviews: row.rating_count,
    ownRating: context.access?.stars ?? null,
    purchases: row.purchase_count,
    previewImage: items[0]?.previewUrl ?? '',
    isExclusive: row.is_exclusive,
    duration: durationMs === 0 ? null : Math.round(durationMs / 6_000) / 10,
    createdAt: row.created_at.toISOString(),
    isOwn: row.creator_id === context.viewerId,
    isPurchased: isOpen,
    accessExpiry: isOpen ? (context.access?.access_until.toISOString() ?? null) : null,
  };
}

export const toPurchaseView = (row: PurchaseRow, creatorName: string): z.output<typeof bundlePurchase> => ({
  id: row.id,
  bundleId: row.bundle_id,
  bundleTitle: row.title,
  creatorName,
  price: row.price_credits,
  purchaseDate: row.purchased_at.toISOString(),
  accessExpiry: row.access_until.toISOString(),
});
