import type { PersonCard } from '@vlam/contract/people';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ProfilesService } from '../profiles/service.ts';

/** Cards of people as their profiles show them, without places and flames. */
export function createCardsOf(deps: {
  profiles: Pick<ProfilesService, 'get'>;
  moodsOf(profileIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}): (viewer: Viewer, profileIds: readonly string[]) => Promise<ReadonlyMap<string, PersonCard>> {
  return async (viewer, profileIds) => {
    const moods = await deps.moodsOf(profileIds);
    const cards = await Promise.all(
      profileIds.map(async (id): Promise<PersonCard | null> => {
        const profile = await deps.profiles.get(viewer, id).catch((error: unknown) => {
          if (error instanceof AppError) return null;
          throw error;
        });
        return (
          profile && {
            id,
            displayName: profile.displayName,
            age: profile.age,
            location: profile.location,
            distance: null,
            relationshipStatus: profile.relationshipStatus,
            mood: moods.get(id) ?? null,
            lookingFor: profile.lookingFor,
            isOnline: profile.isOnline,
            isAvailable: false,
            lastActive: profile.isOnline ? 'now' : 'earlier',
            responseTime: null,
            isVerified: profile.isVerified,
            isCreator: profile.creator !== null,
            portraitUrl: profile.portraits.card,
            avatarUrl: profile.portraits.avatar,
            flamed: false,
            matched: false,
          }
        );
      }),
    );
    return new Map(cards.flatMap((card) => (card ? [[card.id, card]] : [])));
  };
}
