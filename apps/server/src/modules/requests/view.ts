import type { ContentFile } from '@vlam/contract/content';
import type { ContentRequestView, DisputeDecision, RequestDelivery } from '@vlam/contract/requests';
import type { Earned } from '@vlam/contract/schemas';
import type { Media, PictureAddresses } from '../media/service.ts';
import type { ProfileCard } from '../profiles/service.ts';
import { totalOf } from './policy.ts';
import type { RequestRow } from './store.ts';

const person = ({ id, displayName, avatar }: ProfileCard) => ({ id, displayName, avatar });

type Addresses = PictureAddresses & { playUrl: string | null };

const toFile = (file: Media, { playUrl, url, sources }: Addresses): ContentFile => ({
  id: file.id,
  mediaType: file.kind,
  mediaUrl: file.kind === 'image' ? url : playUrl,
  sources,
  width: file.width,
  height: file.height,
  duration: file.durationMs === null ? null : file.durationMs / 1000,
});

/** Null without a file. */
export function toDelivery(
  row: RequestRow,
  files: readonly Media[],
  addressesOf: (file: Media) => Addresses,
): RequestDelivery | null {
  const shown = files.map((file) => toFile(file, addressesOf(file)));
  const [first] = shown;
  if (!first) return null;
  const { id, ...file } = first;
  return {
    ...file,
    mediaId: id,
    ...(shown.length > 1 ? { files: shown } : {}),
    message: row.delivery_message,
    deliveredAt: (row.delivered_at ?? row.created_at).toISOString(),
  };
}

/** Outcome of a dispute; null while it is open, or without one. */
export function toOutcome(row: RequestRow, creatorCredits: number): ContentRequestView['outcome'] {
  if (row.decision === null || row.decided_at === null) return null;
  const returned = row.returned ?? 0;
  return {
    decision: row.decision as DisputeDecision,
    returnedCredits: returned,
    creatorCredits,
    reason: row.decision_reason ?? '',
    decidedAt: row.decided_at.toISOString(),
  };
}

export function toRequestView(
  row: RequestRow,
  seen: {
    viewerId: string | null;
    requester: ProfileCard;
    creator: ProfileCard;
    delivery: RequestDelivery | null;
    /** The creator's share, or what it would be at the current price. */
    earned: Earned;
  },
): ContentRequestView {
  const status = row.status as ContentRequestView['status'];
  const isOpen = status === 'pending' || status === 'accepted';
  const total = totalOf(row);
  return {
    id: row.id,
    requesterId: row.requester_id,
    requester: person(seen.requester),
    creatorId: row.creator_id,
    creator: person(seen.creator),
    title: row.title,
    description: row.description,
    contentType: row.content_type as ContentRequestView['contentType'],
    offeredPrice: row.offered_price,
    isExclusive: row.is_exclusive,
    heldPrice: row.held,
    acceptedPrice: row.accepted_price,
    totalPrice: total,
    isCounterOffer: row.is_counter_offer,
    estimatedDelivery: row.estimated_delivery as ContentRequestView['estimatedDelivery'],
    additionalNotes: row.additional_notes,
    status,
    deadline: row.deadline?.toISOString() ?? null,
    lapsesAt: isOpen ? (row.lapses_at?.toISOString() ?? null) : null,
    createdAt: row.created_at.toISOString(),
    offer: row.offer_delivers === null ? null : { delivers: row.offer_delivers, days: row.offer_days ?? 1 },
    showAt: row.show_at?.toISOString() ?? null,
    liveId: row.live_id,
    delivery: seen.delivery,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    reason: row.reason,
    disputeAnswer: row.dispute_answer,
    outcome: toOutcome(row, seen.earned.credits),
    creatorShare: seen.earned.credits,
    creatorHeld: seen.earned.held,
    rating: row.requester_id === seen.viewerId ? row.stars : null,
    isOwn: row.requester_id === seen.viewerId,
    version: row.version,
  };
}
