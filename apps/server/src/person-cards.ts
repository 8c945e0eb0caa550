import type { PersonCard } from '@vlam/contract/people';
import type { ProfilesService } from './modules/profiles/service.ts';
import { AppError } from './platform/errors.ts';
import type { Viewer } from './platform/viewer.ts';

/** People as lists show them, of those this viewer may see; without distance, which needs a place. */
export const plainPersonCards =
  ({ get }: Pick<ProfilesService, 'get'>) =>
  async (viewer: Viewer, profileIds: readonly string[]): Promise<ReadonlyMap<string, PersonCard>> => {
    const found = await Promise.all(
      profileIds.map((id) =>
        get(viewer, id).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
          throw error;
        }),
      ),
    );
    return new Map(
      found.flatMap((profile) =>
        profile
          ? [
              [
                profile.id,
                {
                  id: profile.id,
                  displayName: profile.displayName,
                  age: profile.age,
                  location: profile.location,
                  distance: null,
                  relationshipStatus: profile.relationshipStatus,
                  mood: null,
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
                } satisfies PersonCard,
              ] as const,
            ]
          : [],
      ),
    );
  };
