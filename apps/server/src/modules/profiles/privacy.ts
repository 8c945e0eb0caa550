import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import type { privacyOperations } from '@vlam/contract/profiles-privacy';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { listBlocked } from './block-store.ts';
import { requireProfileId } from './policy.ts';
import { portraitAddress } from './portraits.ts';
import * as store from './privacy-store.ts';

type Settings = ResponseOf<typeof privacyOperations.privacySettings>;

export interface Privacy {
  /** Throws `NOT_FOUND` before there is a profile. */
  privacyOf(viewer: Viewer): Promise<Settings>;
  /** Takes effect with the commit: every list asks the row. Throws `NOT_FOUND` before there is a profile. */
  setPrivacy(viewer: Viewer, body: BodyOf<typeof privacyOperations.setPrivacySettings>): Promise<Settings>;
  /** Profiles the viewer has blocked, newest first, hidden ones too. */
  listBlocks(viewer: Viewer): Promise<ResponseOf<typeof privacyOperations.listBlocks>>;
  /**
   * `profileId` has flamed or written to `otherId`, who sees them from now on even while they are incognito.
   * Call it in the transaction that does so. Answers false when it was so already.
   */
  meet(db: Db, profileId: string, otherId: string): Promise<boolean>;
  /** Takes that back, for a flame that is undone. */
  unmeet(db: Db, profileId: string, otherId: string): Promise<void>;
  /** The provinces of the places others are shown from now on; null where none is kept and the profile's city counts. */
  setPlaceProvinces: typeof store.setPlaceProvinces;
}

/** When a member's messages go, from the module that keeps them. */
export interface AutoDelete {
  of(profileId: string): Promise<number | null>;
  set(db: Db, profileId: string, minutes: number | null): Promise<void>;
}

const present = (row: store.PrivacyRow, autoDelete: number | null): Settings => ({
  incognito: row.incognito,
  autoDelete,
  locationPrivacy: {
    hidden: row.hides_since !== null,
    blockedProvinces: row.blocked_provinces as Settings['locationPrivacy']['blockedProvinces'],
  },
});

export function createPrivacy(deps: {
  db: Database['db'];
  clock: Clock;
  onPeopleChanged(db: Db, profileIds: readonly string[]): Promise<void>;
  autoDelete: AutoDelete;
}): Privacy {
  const { db, clock, autoDelete } = deps;
  return {
    async privacyOf({ accountId }) {
      const row = await store.findPrivacy(db, accountId);
      if (!row) throw new AppError('NOT_FOUND');
      return present(row, await autoDelete.of(row.id));
    },
    async setPrivacy({ accountId }, { incognito, locationPrivacy, autoDelete: minutes }) {
      const row = await db.transaction().execute(async (tx) => {
        const changed = await store.updatePrivacy(tx, accountId, { incognito, ...locationPrivacy, at: clock.now() });
        if (changed && minutes !== undefined) await autoDelete.set(tx, changed.id, minutes);
        if (changed) await deps.onPeopleChanged(tx, [changed.id]);
        return changed;
      });
      if (!row) throw new AppError('NOT_FOUND');
      return present(row, await autoDelete.of(row.id));
    },
    async listBlocks(viewer) {
      const rows = await listBlocked(db, requireProfileId(viewer));
      return rows.map((row) => ({
        id: row.id,
        displayName: row.display_name,
        avatarUrl: portraitAddress(row, 'avatar'),
        blockedAt: row.blocked_at.toISOString(),
      }));
    },
    meet: (on, profileId, otherId) => store.insertAcquaintance(on, profileId, otherId, clock.now()),
    unmeet: store.deleteAcquaintance,
    setPlaceProvinces: store.setPlaceProvinces,
  };
}
