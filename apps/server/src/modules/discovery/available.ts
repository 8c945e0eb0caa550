import { availableForMs } from '@vlam/contract/discovery-people';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';

export interface Availability {
  available: boolean;
  until: string | null;
}

export interface OwnAvailability {
  ownAvailability(viewer: Viewer): Promise<Availability>;
  /** Shows the viewer as available for the next two hours, or not at all. Throws `CONFLICT` without a profile. */
  setAvailability(viewer: Viewer, available: boolean): Promise<Availability>;
}

export function createOwnAvailability(deps: {
  database: Database;
  clock: Clock;
  profiles: Pick<ProfilesService, 'findAvailableUntil' | 'setAvailable'>;
  refresh(db: Db, profileIds: readonly string[]): Promise<void>;
  realtime: Pick<Realtime, 'toTopic'>;
}): OwnAvailability {
  const { clock, profiles } = deps;
  const { db } = deps.database;
  const present = (until: Date | null): Availability => {
    const runs = until !== null && until > clock.now();
    return { available: runs, until: runs ? until.toISOString() : null };
  };
  return {
    async ownAvailability(viewer) {
      const until = await profiles.findAvailableUntil(requireProfileId(viewer));
      if (until === undefined) throw new AppError('NOT_FOUND');
      return present(until);
    },
    async setAvailability(viewer, available) {
      const profileId = requireProfileId(viewer);
      const until = available ? new Date(clock.now().getTime() + availableForMs) : null;
      await db.transaction().execute(async (tx) => {
        await profiles.setAvailable(tx, profileId, until);
        await deps.refresh(tx, [profileId]);
      });
      deps.realtime.toTopic('discovery', 'discovery.changed', { parts: ['available', 'counters'] });
      return present(until);
    },
  };
}
