import type { OwnRegistration, RegistrationView } from '@vlam/contract/film-board';
import type { RegistrationAnswers } from '@vlam/contract/rules/film-board';
import { transact } from '../../platform/after-commit.ts';
import { addBusinessDays } from '../../platform/business-days.ts';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Notify } from '../../platform/notices.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { IdentityService } from '../identity/service.ts';
import type { MediaService } from '../media/service.ts';
import { requireProfileId } from '../profiles/service.ts';
import { type Answers, isSame } from './answers.ts';
import { type Certificates, requirePlainPdf } from './certificates.ts';
import { mayApply, type Registered } from './policy.ts';
import * as store from './store.ts';

export interface OwnRegistrations {
  getOwn(viewer: Viewer): Promise<OwnRegistration>;
  /** Idempotent while it waits. Throws `CONFLICT` while another waits, or one holds for long. */
  send(viewer: Viewer, answers: RegistrationAnswers): Promise<OwnRegistration>;
  /** Throws `NOT_FOUND` and `MEDIA_NOT_READY` for the picture, `CONFLICT` for one in use, or without a registration. */
  setCertificate(viewer: Viewer, mediaId: string): Promise<OwnRegistration>;
  /** As `setCertificate`. Throws `TOO_LARGE`, `UNSUPPORTED_MEDIA` for what is no PDF or could run. */
  setCertificatePdf(viewer: Viewer, file: Buffer): Promise<OwnRegistration>;
  /** The PDF of the viewer's own registration. Throws `NOT_FOUND`. */
  readOwnPdf(viewer: Viewer, id: string): Promise<Buffer>;
  /** What is known of a profile's registration today. */
  know(on: Db, profileId: string): Promise<Registered>;
}

export interface OwnDependencies {
  database: Database;
  clock: Clock;
  answers: Answers;
  certificates: Certificates;
  notify: Notify;
  identity: Pick<IdentityService, 'listStaff'>;
  media: Pick<MediaService, 'findReadyImage' | 'listByIds' | 'addressesFor' | 'removeFiles'>;
  /** Whether a file was published, sent, delivered, or is a photo of its owner. */
  isUsedElsewhere(on: Db, mediaId: string): Promise<boolean>;
}

/** Last day for the answer to what is sent at a moment. */
export const dueOn = (at: Date, reviewDays: number): string => johannesburgDay(addBusinessDays(at, reviewDays));

/** Notifies the staff who decide that a registration waits. */
export async function notifyStaff(
  tx: Db,
  { identity, notify }: Pick<OwnDependencies, 'identity' | 'notify'>,
  key: string,
): Promise<void> {
  const staff = await identity.listStaff(tx, 'manage_compliance');
  await notify(tx, ...staff.map((accountId) => ({ kind: 'registration_waiting' as const, to: { accountId }, key })));
}

/** What creators send and read of their registration. */
export function createOwnRegistrations(deps: OwnDependencies): OwnRegistrations {
  const { clock, answers, media } = deps;
  const { db } = deps.database;

  async function know(on: Db, profileId: string): Promise<Registered> {
    const today = johannesburgDay(clock.now());
    const [latest, active, terms] = await Promise.all([
      store.findLatest(on, profileId),
      store.findHolding(on, profileId, today),
      store.getTerms(on),
    ]);
    return { latest, active, today, renewalDays: Math.max(...terms.reminder_days) };
  }

  async function certificateUrl(viewer: Viewer, mediaId: string | null): Promise<string | null> {
    const found = mediaId ? (await media.listByIds(db, [mediaId])).get(mediaId) : undefined;
    return found?.state === 'ready' ? media.addressesFor(viewer, found, { premium: false }).url : null;
  }

  async function toView(viewer: Viewer, row: store.RegistrationRow): Promise<RegistrationView> {
    return {
      id: row.id,
      state: row.status as RegistrationView['state'],
      answers: answers.open(row),
      submittedAt: row.submitted_at.toISOString(),
      dueOn: row.status === 'pending' ? row.due_on : null,
      decidedAt: row.decided_at?.toISOString() ?? null,
      reason: row.reason,
      certificateNumber: row.number,
      validFrom: row.valid_from,
      validUntil: row.valid_until,
      hasExemption: row.x18_exemption,
      certificateUrl: await certificateUrl(viewer, row.certificate_media_id),
      hasCertificatePdf: row.has_certificate_pdf,
    };
  }

  async function getOwn(viewer: Viewer): Promise<OwnRegistration> {
    const known = await know(db, requireProfileId(viewer));
    const { review_days: reviewDays } = await store.getTerms(db);
    const view = (row: store.RegistrationRow | undefined) => (row ? toView(viewer, row) : null);
    return {
      latest: await view(known.latest),
      active: await view(known.active),
      mayApply: mayApply(known),
      reviewDays,
      dueIfSentToday: dueOn(clock.now(), reviewDays),
    };
  }

  /** The registration that a certificate belongs to, under the lock of its profile. Throws `CONFLICT` without one. */
  async function lockCertified(tx: Db, profileId: string): Promise<store.RegistrationRow> {
    await store.lockProfile(tx, profileId);
    const { latest, active } = await know(tx, profileId);
    const row = latest?.status === 'pending' || latest?.status === 'refused' ? latest : active;
    if (!row) throw new AppError('CONFLICT', { message: 'Register first' });
    return row;
  }

  /** The picture that another certificate replaced. */
  async function removePicture(tx: Db, mediaId: string | null): Promise<void> {
    if (mediaId && !(await store.isCertificate(tx, mediaId))) await media.removeFiles(tx, mediaId);
  }

  return {
    know,
    getOwn,
    async send(viewer, given) {
      const profileId = requireProfileId(viewer);
      await transact(db, async (tx) => {
        await store.lockProfile(tx, profileId);
        const known = await know(tx, profileId);
        const { latest } = known;
        if (latest?.status === 'pending' && isSame(answers.open(latest), given)) return;
        if (latest?.status === 'pending')
          throw new AppError('CONFLICT', { message: 'Your registration is being reviewed' });
        if (!mayApply(known))
          throw new AppError('CONFLICT', { message: 'Your registration holds: renew it nearer its end' });
        const now = clock.now();
        const { review_days: reviewDays } = await store.getTerms(tx);
        const id = latest?.status === 'refused' ? latest.id : newId(now.getTime());
        const row = {
          status: 'pending',
          answers_sealed: answers.seal(id, given),
          submitted_at: now,
          due_on: dueOn(now, reviewDays),
          decided_at: null,
          decided_by: null,
          reason: null,
        };
        if (latest?.status === 'refused') await store.update(tx, id, row);
        else await store.insert(tx, { id, profile_id: profileId, created_at: now, ...row });
        await notifyStaff(tx, deps, `registration:${id}:${now.getTime()}`);
      });
      return getOwn(viewer);
    },
    async setCertificate(viewer, mediaId) {
      const profileId = requireProfileId(viewer);
      await transact(db, async (tx) => {
        const row = await lockCertified(tx, profileId);
        if (row.certificate_media_id === mediaId) return;
        const picture = await media.findReadyImage(tx, viewer.accountId, mediaId);
        if ((await deps.isUsedElsewhere(tx, picture.id)) || (await store.isCertificate(tx, picture.id)))
          throw new AppError('CONFLICT', { message: 'This file is used elsewhere. Upload the certificate again' });
        await store.update(tx, row.id, { certificate_media_id: picture.id, certificate_pdf: null });
        await removePicture(tx, row.certificate_media_id);
      });
      return getOwn(viewer);
    },
    async setCertificatePdf(viewer, file) {
      const profileId = requireProfileId(viewer);
      requirePlainPdf(file);
      await transact(db, async (tx) => {
        const row = await lockCertified(tx, profileId);
        const sealed = deps.certificates.seal(row.id, file);
        await store.update(tx, row.id, { certificate_media_id: null, certificate_pdf: sealed });
        await removePicture(tx, row.certificate_media_id);
      });
      return getOwn(viewer);
    },
    async readOwnPdf(viewer, id) {
      const found = await store.findPdf(db, id);
      if (!found?.certificate_pdf || found.profile_id !== viewer.profileId) throw new AppError('NOT_FOUND');
      return deps.certificates.open(id, found.certificate_pdf);
    },
  };
}
