import type { BodyOf } from '@vlam/contract/operation';
import {
  documentWording,
  maxDocumentsPerDay,
  type OwnIdentity,
  type profileIdentityOperations,
  type WaitingDocument,
} from '@vlam/contract/profiles-identity';
import { ageOn } from '@vlam/contract/rules/sa-id-number';
import * as z from 'zod/mini';
import { afterCommit, transact } from '../../../platform/after-commit.ts';
import { type Clock, johannesburgDay } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Notify } from '../../../platform/notices.ts';
import type { Realtime } from '../../../platform/realtime.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { AgeVerificationService } from '../../age-verification/service.ts';
import type { ComplianceService } from '../../compliance/service.ts';
import type { IdentityService } from '../../identity/service.ts';
import type { MediaService } from '../../media/service.ts';
import { lockByAccount } from '../store.ts';
import { isPhotoChecked } from '../view.ts';
import * as store from './document-store.ts';

type Operations = typeof profileIdentityOperations;

/** Identity documents that members send, which no member can open. */
export interface IdentityDocuments {
  /**
   * Seals the picture and deletes the uploaded file. Throws `NOT_FOUND` without a profile, `CONFLICT` while one waits or
   * for a file that is used, `QUOTA_REACHED` past a day's documents.
   */
  sendDocument(viewer: Viewer, body: BodyOf<Operations['sendIdentityDocument']>): Promise<OwnIdentity>;
  /** Deletes the document that waits, if any. */
  withdrawDocument(viewer: Viewer): Promise<OwnIdentity>;
  listDocuments(
    viewer: Viewer,
    page: { cursor?: string | undefined; limit?: number | undefined },
  ): Promise<{ items: WaitingDocument[]; nextCursor: string | null }>;
  countDocuments(): Promise<number>;
  /** For staff; writes an audit row. Throws `FORBIDDEN` for one's own, `CONFLICT` when it does not wait. */
  openDocument(
    viewer: Viewer,
    id: string,
  ): Promise<{ picture: string; selfie: string | null; photo: string | null; isPhotoChecked: boolean }>;
  /** Audited. Throws as `openDocument`, and `VALIDATION_FAILED` when the date of birth is not that of the account. */
  decideDocument(viewer: Viewer, id: string, body: BodyOf<Operations['decideIdentityDocument']>): Promise<void>;
}

export interface IdentityDocumentsDependencies {
  config: Pick<Config, 'keys'>;
  database: Database;
  clock: Clock;
  notify: Notify;
  realtime: Pick<Realtime, 'toAccount'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
  identity: Pick<IdentityService, 'getAccount'>;
  ageVerification: Pick<AgeVerificationService, 'confirmByDocument' | 'findBirthDate'>;
  media: Pick<MediaService, 'readCopy' | 'findReadyImage' | 'discard'>;
  /** Whether a file is a member's photo, is published, was sent or delivered. */
  isUsed(on: Db, mediaId: string): Promise<boolean>;
  /** The selfie that waits, when its member agreed to this use of it. */
  readSelfieFor(on: Db, profileId: string, accountId: string): Promise<Buffer | null>;
  /** A shown photo, as `readPhoto`. */
  readPhoto(key: string, size: 'whole'): Promise<Buffer>;
  readIdentity(on: Db, accountId: string): Promise<OwnIdentity>;
}

/** Small print is legible at this width. */
const pictureWidth = 1440;
const dayMs = 86_400_000;
const defaultLimit = 25;
const position = z.tuple([z.iso.datetime(), z.uuid()]);
const toDataUrl = (picture: Buffer): string => `data:image/webp;base64,${picture.toString('base64')}`;

export function createIdentityDocuments(deps: IdentityDocumentsDependencies): IdentityDocuments {
  const { clock, compliance, media, ageVerification } = deps;
  const { db } = deps.database;
  const sealerOf = (accountId: string) => deps.config.keys.sealer(`identity document of ${accountId}`);

  async function requireQuota(tx: Db, accountId: string): Promise<void> {
    const now = clock.now().getTime();
    const freeAt = (await store.listSentAt(tx, accountId, new Date(now - dayMs))).at(-maxDocumentsPerDay);
    if (!freeAt) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((freeAt.getTime() + dayMs - now) / 1_000));
    throw new AppError('QUOTA_REACHED', { details: { retryAfterSeconds } });
  }

  /** Locks the profile and then the document, as sending does; throws unless the caller may act on it. */
  async function lockForStaff(tx: Db, viewer: Viewer, id: string) {
    const accountId = await store.findOwner(tx, id);
    const profile = accountId && (await lockByAccount(tx, accountId));
    const row = profile && (await store.lock(tx, id));
    if (!row) throw new AppError('NOT_FOUND');
    if (row.account_id === viewer.accountId) throw new AppError('FORBIDDEN');
    if (row.state !== 'waiting' || row.document_sealed === null)
      throw new AppError('CONFLICT', { message: 'This document is decided, or was taken back' });
    return { profile, row: { ...row, document_sealed: row.document_sealed } };
  }

  /** Compares the date that staff read in the document with the account; without one on record it must be an adult's. */
  async function requireBirthDate(tx: Db, accountId: string, dateOfBirth: string | undefined): Promise<void> {
    const fail = (message: string) => {
      throw new AppError('VALIDATION_FAILED', { message, details: { fields: { dateOfBirth: message } } });
    };
    if (!dateOfBirth) return fail('Type the date of birth as the document shows it');
    const known = await ageVerification.findBirthDate(tx, accountId);
    if (known !== null && known !== dateOfBirth) fail('The document says something else than the account');
    if (ageOn(dateOfBirth, johannesburgDay(clock.now())) < 18) fail('This is not the date of birth of an adult');
  }

  return {
    async sendDocument(viewer, { mediaId, documentType }) {
      const { accountId } = viewer;
      // Before the transaction, which holds a connection; ownership is checked in it.
      const picture = await media.readCopy(mediaId, pictureWidth);
      return transact(db, async (tx) => {
        // The file before the profile: publishing locks them in this order too.
        await media.findReadyImage(tx, accountId, mediaId);
        if (!picture) throw new AppError('MEDIA_NOT_READY');
        if (!(await lockByAccount(tx, accountId))) throw new AppError('NOT_FOUND');
        if (await deps.isUsed(tx, mediaId))
          throw new AppError('CONFLICT', { message: 'This picture is used already. Take a new one of the document' });
        if ((await store.findNewest(tx, accountId))?.state === 'waiting')
          throw new AppError('CONFLICT', { message: 'Your document waits already' });
        await requireQuota(tx, accountId);
        const at = clock.now();
        const id = newId(at.getTime());
        await store.insertDocument(tx, {
          ...{ id, account_id: accountId, document_type: documentType, state: 'waiting', sent_at: at },
          consent_version: documentWording.number,
          document_sealed: sealerOf(accountId).sealBytes(picture, id),
        });
        await media.discard(tx, mediaId);
        return deps.readIdentity(tx, accountId);
      });
    },
    withdrawDocument: ({ accountId }) =>
      transact(db, async (tx) => {
        await lockByAccount(tx, accountId);
        await store.endWaiting(tx, { accountId }, 'withdrawn');
        return deps.readIdentity(tx, accountId);
      }),
    async listDocuments(viewer, { cursor, limit = defaultLimit }) {
      const begun = decodeCursor(position, cursor);
      const rows = await store.listWaiting(db, begun && { at: new Date(begun[0]), id: begun[1] }, limit + 1);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const items = await Promise.all(
        shown.map(async (row): Promise<WaitingDocument> => {
          const { firstName, lastName } = await deps.identity.getAccount(db, row.account_id);
          return {
            ...{ id: row.id, accountId: row.account_id, firstName, lastName, displayName: row.display_name },
            documentType: row.document_type as WaitingDocument['documentType'],
            isCreator: row.category !== null,
            sentAt: row.sent_at.toISOString(),
            isOwn: row.account_id === viewer.accountId,
          };
        }),
      );
      return {
        items,
        nextCursor: rows.length > limit && last ? encodeCursor([last.sent_at.toISOString(), last.id]) : null,
      };
    },
    countDocuments: () => store.countWaiting(db),
    openDocument: (viewer, id) =>
      transact(db, async (tx) => {
        const { profile, row } = await lockForStaff(tx, viewer, id);
        const selfie = await deps.readSelfieFor(tx, profile.id, row.account_id);
        await compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'identity_document.opened',
          targetType: 'identity document',
          targetId: id,
          details: { accountId: row.account_id, withSelfie: selfie !== null },
        });
        return {
          picture: toDataUrl(sealerOf(row.account_id).openBytes(row.document_sealed, id)),
          selfie: selfie && toDataUrl(selfie),
          photo: profile.photo_key ? toDataUrl(await deps.readPhoto(profile.photo_key, 'whole')) : null,
          isPhotoChecked: isPhotoChecked(profile),
        };
      }),
    decideDocument: (viewer, id, { decision, dateOfBirth, reason }) =>
      transact(db, async (tx) => {
        const { row } = await lockForStaff(tx, viewer, id);
        const accountId = row.account_id;
        const isAccepted = decision === 'accept';
        if (isAccepted) {
          await requireBirthDate(tx, accountId, dateOfBirth);
          await ageVerification.confirmByDocument(tx, await deps.identity.getAccount(tx, accountId));
        }
        const state = isAccepted ? 'accepted' : 'refused';
        const shownReason = isAccepted ? null : reason;
        await store.decide(tx, id, { state, at: clock.now(), by: viewer.accountId, reason: shownReason });
        await compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: `identity_document.${state}`,
          targetType: 'identity document',
          targetId: id,
          reason,
          details: { accountId, documentType: row.document_type },
        });
        await deps.notify(tx, {
          kind: isAccepted ? 'document_accepted' : 'document_refused',
          to: { accountId },
          key: `identity_document:${id}`,
        });
        afterCommit(tx, () => deps.realtime.toAccount(accountId, 'media.updated', { id }));
      }),
  };
}
