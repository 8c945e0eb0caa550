import type { LiveDetails, LiveView } from '@vlam/contract/lives';
import { longestReplayMs } from '@vlam/contract/rules/lives';
import { hasPermission, type Viewer } from '../../platform/viewer.ts';
import type { CreditsService } from '../credits/service.ts';
import { type ProfilesService, posterUrls } from '../profiles/service.ts';
import type { listTierNames } from '../subscriptions/service.ts';
import type { Seen } from './access.ts';
import type { OwnFigures } from './money-store.ts';
import { stateOf } from './policy.ts';

type Card = Awaited<ReturnType<ProfilesService['listVisibleCards']>>[number];

const replayPath = (id: string): string => `/m/live/${id}/replay/index.m3u8`;
export const playlistPath = (id: string): string => `/m/live/${id}/index.m3u8`;

/** The name of the tier that a show asks for. */
export type TierNames = Awaited<ReturnType<typeof listTierNames>>;

export function toLiveView(
  { row, isOwn, isSubscribed, canWatch, canReplay }: Seen,
  { card, nameOf, now }: { card: Card; nameOf: TierNames; now: Date },
): LiveView {
  const fromTier = row.from_tier as NonNullable<LiveView['fromTier']>;
  const state = stateOf(row, now);
  const hasReplay = row.replay_until !== null && row.replay_until > now;
  return {
    id: row.id,
    title: row.title,
    category: row.category as LiveView['category'],
    audience: row.audience as LiveView['audience'],
    ...(fromTier > 1 ? { fromTier, tierName: nameOf(row.creator_id, fromTier) } : {}),
    requestId: row.request_id,
    ticketCredits: row.ticket_credits,
    classification: row.classification as LiveView['classification'],
    creator: {
      id: card.id,
      displayName: card.displayName,
      age: card.age,
      isVerified: card.isVerified,
      avatarUrl: card.avatarUrl,
      portraitUrl: card.portraitUrl,
    },
    state,
    startedAt: row.started_at.toISOString(),
    plannedFor: state === 'planned' && row.planned_for ? row.planned_for.toISOString() : null,
    isReminded: row.is_reminded,
    endedAt: row.ended_at?.toISOString() ?? null,
    ending: row.ending as LiveView['ending'],
    watching: row.watching,
    tips: row.tips_credits,
    goal: row.goal_title && row.goal_credits ? { title: row.goal_title, credits: row.goal_credits } : null,
    isSample: row.sample,
    isOwn,
    isFollowed: row.is_followed,
    isSubscribed,
    ticket: row.ticket,
    playlistUrl: canWatch && (state === 'running' || state === 'interrupted') ? playlistPath(row.id) : null,
    replayFor: row.ended_at && !hasReplay ? 'none' : (row.replay as LiveView['replayFor']),
    replay:
      canReplay && row.replay_until
        ? {
            playlistUrl: replayPath(row.id),
            until: row.replay_until.toISOString(),
            seconds: Math.round(Math.min(Number(row.streamed_ms), longestReplayMs) / 1000),
          }
        : null,
  };
}

export async function toLiveDetails(
  deps: {
    credits: Pick<CreditsService, 'findVisibleEarnings'>;
    isDirect: boolean;
    findOwnFigures(liveId: string): Promise<OwnFigures>;
  },
  viewer: Viewer,
  seen: Seen,
  shown: { card: Card; nameOf: TierNames; now: Date },
): Promise<LiveDetails> {
  const view = toLiveView(seen, shown);
  const isOpen = !seen.row.ended_at || seen.canReplay;
  const canStop = !seen.isOwn && !seen.row.sample && isOpen && hasPermission(viewer, 'moderate_content');
  const details = {
    poster: posterUrls(shown.card.portraitUrl, view.playlistUrl !== null),
    canStop,
    isDirect: deps.isDirect,
  };
  if (!seen.isOwn) return { ...view, ...details, own: null };
  const { saleIds, ...figures } = await deps.findOwnFigures(seen.row.id);
  const earned = { credits: 0, held: 0 };
  for (const sale of (await deps.credits.findVisibleEarnings(seen.row.creator_id, saleIds)).values()) {
    earned.credits += sale.credits;
    earned.held += sale.held;
  }
  return { ...view, ...details, own: { ...figures, peak: seen.row.peak, earned } };
}
