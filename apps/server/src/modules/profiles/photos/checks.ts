import { randomInt } from 'node:crypto';
import type { BodyOf } from '@vlam/contract/operation';
import {
  maxPosesPerDay,
  type OwnPhotoCheck,
  photoCheckListLimit,
  type photoCheckOperations,
  poseMinutes,
  type SelfiePose,
  selfiePoses,
  selfieWaitDays,
  selfieWording,
  type WaitingPhotoCheck,
} from '@vlam/contract/profiles-photo-check';
import { afterCommit, transact } from '../../../platform/after-commit.ts';
import type { Config } from '../../../platform/config.ts';
import type { Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { MediaService } from '../../media/service.ts';
import { photoUrl } from '../portraits.ts';
import { findByAccount, lockByAccount, type ProfileRow } from '../store.ts';
import * as store from './check-store.ts';
import type { PhotoDecisionsDependencies } from './decisions.ts';

const sweepKind = jobKind('profiles.photo-checks.sweep', { maxAttempts: 2 });
const dayMs = 86_400_000;
/** Number of the first wording that names identity documents. */
const withDocumentWording = 2;
const poseMs = poseMinutes * 60_000;

/** Comparing a member's first photo with a selfie, which no member can open. */
export interface PhotoChecks {
  /** Throws `NOT_FOUND` without a profile, as all of these do for members. */
  getPhotoCheck(viewer: Viewer): Promise<OwnPhotoCheck>;
  /** Throws `CONFLICT` without a shown photo, while one waits and once verified; `QUOTA_REACHED` past a day's poses. */
  startPhotoCheck(viewer: Viewer): Promise<OwnPhotoCheck>;
  /** Seals the selfie and deletes the uploaded file. Throws `CONFLICT` when the pose is over. */
  sendPhotoCheck(viewer: Viewer, body: BodyOf<typeof photoCheckOperations.sendPhotoCheck>): Promise<OwnPhotoCheck>;
  /** Deletes a waiting selfie, and the badge. */
  withdrawPhotoCheck(viewer: Viewer): Promise<OwnPhotoCheck>;
  /** Without the selfies. */
  listPhotoChecks(viewer: Viewer): Promise<WaitingPhotoCheck[]>;
  countPhotoChecks(): Promise<number>;
  /** The selfie as WebP, for moderators; writes an audit row. Throws `FORBIDDEN` for the moderator's own. */
  openSelfie(viewer: Viewer, id: string): Promise<Buffer>;
  /** Audited. Deletes the selfie. Throws `FORBIDDEN` for the moderator's own, `CONFLICT` when it does not wait. */
  decidePhotoCheck(
    viewer: Viewer,
    id: string,
    body: BodyOf<typeof photoCheckOperations.decidePhotoCheck>,
  ): Promise<void>;
  /** The selfie that waits, when its member agreed that it is compared with an identity document too. */
  readSelfieFor(on: Db, profileId: string, accountId: string): Promise<Buffer | null>;
  photoCheckTasks: JobTask[];
}

export interface PhotoChecksDependencies extends PhotoDecisionsDependencies {
  config: Pick<Config, 'keys'>;
  media: Pick<MediaService, 'readCopy' | 'findReadyImage' | 'discard'>;
  /** Whether a file is a member's photo, is published, was sent or delivered. */
  isUsed(on: Db, mediaId: string): Promise<boolean>;
}

export function createPhotoChecks(deps: PhotoChecksDependencies): PhotoChecks {
  const { clock, compliance, media, realtime } = deps;
  const { db } = deps.database;
  const sealerOf = (accountId: string) => deps.config.keys.sealer(`selfie of ${accountId}`);

  async function present(on: Db, profile: Pick<ProfileRow, 'id' | 'photo_key'>): Promise<OwnPhotoCheck> {
    const now = clock.now();
    const row = await store.findNewest(on, profile.id);
    const posedAt = await store.listPosedAt(on, profile.id, new Date(now.getTime() - dayMs));
    const poseUntil = row && new Date(row.posed_at.getTime() + poseMs);
    const isPosed = row?.state === 'posed' && poseUntil !== undefined && poseUntil > now;
    const isNone = !row || row.state === 'lapsed' || (row.state === 'posed' && !isPosed);
    return {
      state: isNone ? 'none' : (row.state as OwnPhotoCheck['state']),
      pose: isPosed ? (row.pose as SelfiePose) : null,
      poseUntil: isPosed ? poseUntil.toISOString() : null,
      reason: row?.state === 'refused' ? row.reason : null,
      photoUrl: profile.photo_key === null ? null : photoUrl(profile.photo_key, 'card'),
      triesLeft: Math.max(0, maxPosesPerDay - posedAt.length),
    };
  }

  async function lockProfile(tx: Db, viewer: Viewer): Promise<ProfileRow> {
    const profile = await lockByAccount(tx, viewer.accountId);
    if (!profile) throw new AppError('NOT_FOUND');
    return profile;
  }

  function requirePhoto(profile: ProfileRow): string {
    if (profile.photo_key === null)
      throw new AppError('CONFLICT', { message: 'Add a photo first, and wait until it is shown' });
    return profile.photo_key;
  }

  async function requireQuota(tx: Db, profileId: string): Promise<void> {
    const now = clock.now().getTime();
    const posedAt = await store.listPosedAt(tx, profileId, new Date(now - dayMs));
    const freeAt = posedAt.at(-maxPosesPerDay);
    if (!freeAt) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((freeAt.getTime() + dayMs - now) / 1_000));
    throw new AppError('QUOTA_REACHED', { details: { retryAfterSeconds } });
  }

  /** Locks the try until the transaction ends; throws unless the caller may act on it. */
  async function lockForStaff(tx: Db, viewer: Viewer, id: string) {
    const row = await store.lockWaiting(tx, id);
    if (!row) throw new AppError('NOT_FOUND');
    if (row.account_id === viewer.accountId) throw new AppError('FORBIDDEN');
    if (row.selfie_sealed === null) throw new AppError('CONFLICT', { message: 'This check is over already' });
    return { ...row, selfie_sealed: row.selfie_sealed };
  }

  return {
    async getPhotoCheck(viewer) {
      const profile = await findByAccount(db, viewer.accountId);
      if (!profile) throw new AppError('NOT_FOUND');
      return present(db, profile);
    },
    startPhotoCheck: (viewer) =>
      transact(db, async (tx) => {
        const profile = await lockProfile(tx, viewer);
        requirePhoto(profile);
        const newest = await store.findNewest(tx, profile.id);
        const now = clock.now();
        if (newest?.state === 'waiting') throw new AppError('CONFLICT', { message: 'Your selfie waits already' });
        if (newest?.state === 'verified') throw new AppError('CONFLICT', { message: 'Your photo is verified already' });
        const isOpen = newest?.state === 'posed';
        // The same pose, so that a member cannot ask until one fits a picture they have.
        if (isOpen && now.getTime() < newest.posed_at.getTime() + poseMs) return present(tx, profile);
        await requireQuota(tx, profile.id);
        if (isOpen) await store.end(tx, newest.id, { state: 'lapsed' });
        const others = selfiePoses.filter((pose) => pose !== newest?.pose);
        const pose = others[randomInt(others.length)] ?? selfiePoses[0];
        await store.insertPose(tx, { id: newId(now.getTime()), profileId: profile.id, pose, at: now });
        return present(tx, profile);
      }),
    async sendPhotoCheck(viewer, { mediaId }) {
      // Before the transaction, which holds a connection; ownership is checked in it.
      const selfie = await media.readCopy(mediaId);
      return transact(db, async (tx) => {
        // The file before the profile: publishing locks them in this order too.
        await media.findReadyImage(tx, viewer.accountId, mediaId);
        if (!selfie) throw new AppError('MEDIA_NOT_READY');
        const profile = await lockProfile(tx, viewer);
        const photoKey = requirePhoto(profile);
        if (await deps.isUsed(tx, mediaId))
          throw new AppError('CONFLICT', { message: 'This picture is used already. Take a new selfie' });
        const newest = await store.findNewest(tx, profile.id);
        const at = clock.now();
        if (newest?.state !== 'posed' || at.getTime() >= newest.posed_at.getTime() + poseMs)
          throw new AppError('CONFLICT', { message: 'The time for this pose is over. Ask for a new one' });
        await store.setWaiting(tx, newest.id, {
          photoKey,
          selfieSealed: sealerOf(viewer.accountId).sealBytes(selfie, newest.id),
          consentVersion: selfieWording.number,
          at,
        });
        await media.discard(tx, mediaId);
        return present(tx, profile);
      });
    },
    withdrawPhotoCheck: (viewer) =>
      transact(db, async (tx) => {
        const profile = await lockProfile(tx, viewer);
        const newest = await store.findNewest(tx, profile.id);
        if (newest && newest.state !== 'lapsed') await store.end(tx, newest.id, { state: 'lapsed' });
        await store.setChecked(tx, profile.id, null);
        await deps.onPeopleChanged(tx, [profile.id]);
        return present(tx, profile);
      }),
    async listPhotoChecks(viewer) {
      return (await store.listWaiting(db, photoCheckListLimit)).map((row) => ({
        id: row.id,
        profileId: row.profile_id,
        displayName: row.display_name,
        pose: row.pose as SelfiePose,
        photoUrl: photoUrl(row.photo_key ?? '', 'whole'),
        selfieUrl: `/img/s/${row.id}.webp`,
        sentAt: (row.sent_at ?? clock.now()).toISOString(),
        isOwn: row.account_id === viewer.accountId,
      }));
    },
    countPhotoChecks: () => store.countWaiting(db),
    openSelfie: (viewer, id) =>
      transact(db, async (tx) => {
        const row = await lockForStaff(tx, viewer, id);
        await compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'selfie.opened',
          targetType: 'photo check',
          targetId: id,
          details: { profileId: row.profile_id },
        });
        return sealerOf(row.account_id).openBytes(row.selfie_sealed, id);
      }),
    async readSelfieFor(on, profileId, accountId) {
      const row = await store.findNewest(on, profileId);
      if (!row?.selfie_sealed || (row.consent_version ?? 0) < withDocumentWording) return null;
      return sealerOf(accountId).openBytes(row.selfie_sealed, row.id);
    },
    async decidePhotoCheck(viewer, id, { decision, reason = '' }) {
      const isRefusal = decision === 'refuse';
      if (isRefusal && reason.length < 3)
        throw new AppError('VALIDATION_FAILED', { message: 'Say why', details: { fields: { reason: 'Say why' } } });
      await transact(db, async (tx) => {
        const row = await lockForStaff(tx, viewer, id);
        const at = clock.now();
        const state = isRefusal ? 'refused' : 'verified';
        await store.end(tx, id, { state, at, by: viewer.accountId, ...(isRefusal ? { reason } : {}) });
        await store.setChecked(tx, row.profile_id, isRefusal ? null : at);
        await deps.onPeopleChanged(tx, [row.profile_id]);
        await compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: `selfie.${state}`,
          targetType: 'photo check',
          targetId: id,
          reason: isRefusal ? reason : null,
          details: { profileId: row.profile_id },
        });
        afterCommit(tx, () => realtime.toAccount(row.account_id, 'media.updated', { id }));
      });
    },
    photoCheckTasks: [
      jobTask(
        sweepKind,
        async () => {
          const before = (ms: number) => new Date(clock.now().getTime() - ms);
          await store.sweep(db, {
            posed: before(poseMs),
            sent: before(selfieWaitDays * dayMs),
            ended: before(2 * dayMs),
          });
        },
        { cron: '23 * * * *' },
      ),
    ],
  };
}
