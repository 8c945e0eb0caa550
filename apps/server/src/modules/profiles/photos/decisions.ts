import type { BodyOf } from '@vlam/contract/operation';
import { photoListLimit, type photosOperations, type WaitingPhoto } from '@vlam/contract/profiles-photos';
import { afterCommit, transact } from '../../../platform/after-commit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Realtime } from '../../../platform/realtime.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import { photoUrl } from '../portraits.ts';
import * as store from './store.ts';

const present = (photo: store.PhotoForStaff): WaitingPhoto => ({
  id: photo.id,
  profileId: photo.profileId,
  displayName: photo.displayName,
  role: photo.role,
  state: photo.state,
  url: photoUrl(photo.key, photo.role === 'photo' ? 'card' : 'cover'),
  wholeUrl: photoUrl(photo.key, 'whole'),
  createdAt: photo.createdAt.toISOString(),
});

/** Decisions of moderators about members' photos. */
export interface PhotoDecisions {
  /** Waiting photos, oldest first; with `profileId` all photos of that member. */
  listWaitingPhotos(profileId: string | undefined): Promise<WaitingPhoto[]>;
  countWaitingPhotos(): Promise<number>;
  /** In the caller's transaction, begun by `transact`: shows a photo again that a decision hid. False when it is not hidden. */
  restorePhoto(tx: Db, photoId: string, by: string): Promise<boolean>;
  /** Audited. Throws `FORBIDDEN` for the moderator's own photo, `CONFLICT` when it is decided that way already. */
  decidePhoto(viewer: Viewer, body: BodyOf<typeof photosOperations.decidePhoto>): Promise<WaitingPhoto>;
}

export interface PhotoDecisionsDependencies {
  database: Database;
  clock: Clock;
  realtime: Pick<Realtime, 'toTopic' | 'toAccount'>;
  compliance: Pick<ComplianceService, 'recordAction' | 'recordDecision'>;
  /** Called in the transaction that changes these profiles' visibility or portraits. */
  onPeopleChanged(db: Db, profileIds: readonly string[]): Promise<void>;
}

export function createPhotoDecisions(deps: PhotoDecisionsDependencies): PhotoDecisions {
  const { clock, compliance, realtime } = deps;
  const { db } = deps.database;
  return {
    async listWaitingPhotos(profileId) {
      return (await store.listForStaff(db, { profileId, limit: photoListLimit })).map(present);
    },
    countWaitingPhotos: () => store.countWaiting(db),
    async restorePhoto(tx, photoId, by) {
      const photo = await store.lockForDecision(tx, photoId);
      if (photo?.state !== 'hidden') return false;
      await store.decide(tx, photoId, { state: 'shown', at: clock.now(), by, reason: null });
      await store.setNeedsReview(tx, photo.profileId, false);
      await store.refreshKeys(tx, photo.profileId);
      await deps.onPeopleChanged(tx, [photo.profileId]);
      afterCommit(tx, () => realtime.toAccount(photo.accountId, 'media.updated', { id: photo.mediaId }));
      return true;
    },
    async decidePhoto(viewer, { photoId, decision, reason = '', rule }) {
      const isRefusal = decision === 'refuse';
      if (isRefusal && reason.length < 3)
        throw new AppError('VALIDATION_FAILED', { message: 'Say why', details: { fields: { reason: 'Say why' } } });
      await transact(db, async (tx) => {
        const photo = await store.lockForDecision(tx, photoId);
        if (!photo) throw new AppError('NOT_FOUND');
        const { accountId, profileId, mediaId, key, state: before } = photo;
        if (accountId === viewer.accountId) throw new AppError('FORBIDDEN');
        if (isRefusal ? before === 'refused' || before === 'hidden' : before === 'shown')
          throw new AppError('CONFLICT', { message: 'This photo is decided already' });
        const state = isRefusal ? (before === 'shown' ? 'hidden' : 'refused') : 'shown';
        await store.decide(tx, photoId, {
          ...{ state, at: clock.now(), by: viewer.accountId },
          reason: isRefusal ? reason : null,
        });
        await store.setNeedsReview(tx, profileId, isRefusal);
        await store.refreshKeys(tx, profileId);
        await deps.onPeopleChanged(tx, [profileId]);
        const row = {
          actorId: viewer.accountId,
          action: `photo.${state}`,
          targetType: 'photo',
          targetId: photoId,
          details: { profileId },
        };
        if (isRefusal) {
          const action = state === 'hidden' ? 'photo_hidden' : 'not_published';
          await compliance.recordDecision(tx, { ...row, reason }, { accountId, action, rule, subject: null });
        } else await compliance.recordAction(tx, row);
        afterCommit(tx, () => {
          if (before === 'shown') realtime.toTopic('photos', 'photo.removed', { key });
          realtime.toAccount(accountId, 'media.updated', { id: mediaId });
        });
      });
      const [decided] = await store.listForStaff(db, { profileId: undefined, photoId, limit: 1 });
      // Deleted by its owner a moment later.
      if (!decided) throw new AppError('NOT_FOUND');
      return present(decided);
    },
  };
}
