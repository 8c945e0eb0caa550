import type { CallView } from '@vlam/contract/calls';
import { startedMinutes } from '@vlam/contract/rules/calls';
import { type ProfilesService, slabPortraitUrl } from '../profiles/service.ts';
import { earnedIn } from './earned.ts';
import { ringsUntil, stateOf } from './policy.ts';
import type { CallRow } from './store.ts';

type Other = CallView['other'];

/** The other side: as a person card, or by name alone to a viewer who may no longer see them. */
async function otherOf(
  profiles: Pick<ProfilesService, 'listVisibleCards' | 'cards'>,
  ownId: string,
  otherId: string,
): Promise<Other> {
  const [visible] = await profiles.listVisibleCards(ownId, [otherId]);
  if (visible) {
    const { id, displayName, age, isVerified, avatarUrl, portraitUrl } = visible;
    return { id, displayName, age, isVerified, avatarUrl, portraitUrl: slabPortraitUrl(portraitUrl) };
  }
  const card = await profiles.cards.find(otherId);
  const avatar = card?.avatar ?? '';
  return {
    id: otherId,
    displayName: card?.displayName ?? '',
    age: null,
    isVerified: card?.isVerified ?? false,
    avatarUrl: avatar,
    portraitUrl: avatar,
  };
}

const nothing = { given: 0, shares: { creator: 0, held: 0, platform: 0 } };

/** A call as the side with `ownId` sees it at `now`. */
export async function presentCall(
  deps: Parameters<typeof earnedIn>[0] & { profiles: Pick<ProfilesService, 'listVisibleCards' | 'cards'> },
  row: CallRow,
  ownId: string,
  { now, relayed }: { now: Date; relayed: boolean },
): Promise<CallView> {
  const isCaller = row.caller_id === ownId;
  const state = stateOf(row);
  const { given, shares } = row.started_at ? await earnedIn(deps, row) : nothing;
  const lasted = row.started_at ? (row.ended_at ?? now).getTime() - row.started_at.getTime() : -1;
  return {
    id: row.id,
    partnerId: row.partner_id,
    role: isCaller ? 'caller' : 'partner',
    other: await otherOf(deps.profiles, ownId, isCaller ? row.partner_id : row.caller_id),
    state,
    ending: row.ending as CallView['ending'],
    creditsPerMinute: row.credits_per_minute,
    relayed,
    minuteMs: row.minute_ms,
    ringsUntil: ringsUntil(row).toISOString(),
    startTime: row.started_at?.toISOString() ?? null,
    endTime: row.ended_at?.toISOString() ?? null,
    duration: Math.max(0, Math.floor(lasted / 1000)),
    isActive: state === 'active',
    startedMinutes: state === 'ended' ? row.minutes - row.returned : startedMinutes(lasted, row.minute_ms),
    totalCost: costOf(row),
    given,
    earned: isCaller ? null : shares.creator,
    earnedHeld: isCaller ? 0 : shares.held,
    rating: row.stars,
  };
}

/** Credits so far, less returned ones. */
export const costOf = (row: Pick<CallRow, 'minutes' | 'returned' | 'credits_per_minute'>): number =>
  (row.minutes - row.returned) * row.credits_per_minute;
