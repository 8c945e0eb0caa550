import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import type { privacyOperations } from '@vlam/contract/profiles-privacy';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { listBlocked } from './block-store.ts';
import { requireProfileId } from './policy.ts';
import { drawnPortraitsOf } from './portraits.ts';
import * as store from './privacy-store.ts';

type Settings = ResponseOf<typeof privacyOperations.privacySettings>;

export interface Privacy {
  /** Throws `NOT_FOUND` without a profile. */
  getPrivacy(viewer: Viewer): Promise<Settings>;
  /** Takes effect on commit, since every list reads the row. Throws `NOT_FOUND` without a profile. */
  setPrivacy(viewer: Viewer, body: BodyOf<typeof privacyOperations.setPrivacySettings>): Promise<Settings>;
  /** Profiles the viewer has blocked, newest first, hidden ones too. */
  listBlocks(viewer: Viewer): Promise<ResponseOf<typeof privacyOperations.listBlocks>>;
  /**
   * Lets `otherId` see `profileId` even while incognito, after a flame or message from `profileId`; call it in that
   * transaction. Returns false when that was so already.
   */
  addAcquaintance(db: Db, profileId: string, otherId: string): Promise<boolean>;
  /** Undoes `addAcquaintance`, for a flame that is taken back. */
  removeAcquaintance(db: Db, profileId: string, otherId: string): Promise<void>;
  /** Sets the provinces of shared locations; null falls back to the province of the profile's city. */
  setPlaceProvinces: typeof store.setPlaceProvinces;
}

/** A member's message auto-delete time in minutes, stored by the messaging module. */
export interface AutoDelete {
  get(profileId: string): Promise<number | null>;
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
    async getPrivacy({ accountId }) {
      const row = await store.findPrivacy(db, accountId);
      if (!row) throw new AppError('NOT_FOUND');
      return present(row, await autoDelete.get(row.id));
    },
    async setPrivacy({ accountId }, { incognito, locationPrivacy, autoDelete: minutes }) {
      const row = await db.transaction().execute(async (tx) => {
        const changed = await store.updatePrivacy(tx, accountId, { incognito, ...locationPrivacy, at: clock.now() });
        if (changed && minutes !== undefined) await autoDelete.set(tx, changed.id, minutes);
        if (changed) await deps.onPeopleChanged(tx, [changed.id]);
        return changed;
      });
      if (!row) throw new AppError('NOT_FOUND');
      return present(row, await autoDelete.get(row.id));
    },
    async listBlocks(viewer) {
      const rows = await listBlocked(db, requireProfileId(viewer));
      return rows.map((row) => ({
        id: row.id,
        displayName: row.display_name,
        // Own photos are closed to both sides of a block.
        avatarUrl: drawnPortraitsOf(row).avatar,
        blockedAt: row.blocked_at.toISOString(),
      }));
    },
    addAcquaintance: (on, profileId, otherId) => store.insertAcquaintance(on, profileId, otherId, clock.now()),
    removeAcquaintance: store.deleteAcquaintance,
    setPlaceProvinces: store.setPlaceProvinces,
  };
}
