import { randomInt } from 'node:crypto';
import type { ageReviewDecision } from '@vlam/contract/age-verification';
import * as z from 'zod/mini';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AgeVerificationDependencies } from './dependencies.ts';
import { reviewMail } from './mails.ts';
import * as store from './store.ts';

const settleContestedKind = jobKind<{ accountId: string }>('age.settle');
const hourMs = 3_600_000;
const defaultLimit = 25;
const position = z.tuple([z.iso.datetime(), z.uuid()]);

export interface AgeReview {
  id: string;
  firstName: string;
  lastName: string;
  documentType: string;
  reason: store.ReviewReason;
  since: string;
  /** The account that uses the same number, if any. */
  heldBy: { id: string; firstName: string; lastName: string; since: string } | null;
}

export interface AgeReviews {
  list(wanted: {
    cursor?: string | undefined;
    limit?: number | undefined;
  }): Promise<{ items: AgeReview[]; nextCursor: string | null }>;
  countWaiting(): Promise<number>;
  /**
   * Decides by the document that staff saw. Accepting takes the number from the account that used it, which then goes to
   * review. Throws `NOT_FOUND`, `FORBIDDEN` for one's own, `VALIDATION_FAILED` when the document does not match.
   */
  decide(viewer: Viewer, accountId: string, decision: z.output<typeof ageReviewDecision>): Promise<void>;
}

export function createAgeReviews(
  deps: AgeVerificationDependencies & {
    indexOf(idNumber: string): Buffer;
    openBirthDate(proof: { account_id: string; date_of_birth_sealed: Buffer }): string;
  },
) {
  const { config, db, clock, jobs, mailer, compliance, identity } = deps;

  async function beginReview(tx: Db, accountId: string): Promise<void> {
    await store.setReview(tx, accountId, 'number_in_use', clock.now());
    await deps.markAgeUnverified(tx, accountId);
    const { email, holdsEmail } = await identity.getAccount(tx, accountId);
    if (holdsEmail) await mailer.queue(tx, reviewMail(email, config));
  }

  /** Settles a contested number after its hour: sends the second account of a number to review. */
  async function settleContested(accountId: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await store.lockAccount(tx, accountId);
      const proof = await store.findProof(tx, accountId);
      if (proof?.state !== 'contested') return;
      await store.lockNumber(tx, proof.id_number_index);
      const isTaken = (await store.findHolder(tx, proof.id_number_index)) !== undefined;
      if (isTaken || (await deps.isBanned(tx, 'id_number', proof.id_number_index))) await beginReview(tx, accountId);
      else await store.setAccepted(tx, accountId, null);
    });
  }

  async function toView(row: Awaited<ReturnType<typeof store.listReviews>>[number]): Promise<AgeReview> {
    const getName = async (accountId: string) => {
      const { id, firstName, lastName } = await identity.getAccount(db, accountId);
      return { id, firstName, lastName };
    };
    return {
      ...(await getName(row.account_id)),
      documentType: row.document_type,
      reason: row.review_reason as store.ReviewReason,
      since: (row.review_since as Date).toISOString(),
      heldBy:
        row.holder_id && row.holder_since
          ? { ...(await getName(row.holder_id)), since: row.holder_since.toISOString() }
          : null,
    };
  }

  /** Scheduled for every proof alike, so that known numbers do not differ. */
  const scheduleSettlement = (tx: Db, accountId: string): Promise<void> =>
    jobs.enqueue(
      tx,
      settleContestedKind,
      { accountId },
      { runAt: new Date(clock.now().getTime() + hourMs + randomInt(hourMs)) },
    );

  const reviews: AgeReviews = {
    async list({ cursor, limit = defaultLimit }) {
      const rows = await store.listReviews(db, decodeCursor(position, cursor), limit + 1);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: await Promise.all(shown.map(toView)),
        nextCursor:
          rows.length > limit && last?.review_since
            ? encodeCursor([last.review_since.toISOString(), last.account_id])
            : null,
      };
    },
    countWaiting: () => store.countReviews(db),
    async decide(viewer, accountId, { accept, idNumber, dateOfBirth, reason }) {
      if (viewer.accountId === accountId) throw new AppError('FORBIDDEN');
      const now = clock.now();
      await db.transaction().execute(async (tx) => {
        await store.lockAccount(tx, accountId);
        const proof = await store.findProof(tx, accountId);
        if (proof?.state !== 'review') throw new AppError('NOT_FOUND');
        await store.lockNumber(tx, proof.id_number_index);
        let previousHolderId: string | undefined;
        if (accept) {
          requireMatch('idNumber', idNumber !== undefined && deps.indexOf(idNumber).equals(proof.id_number_index));
          requireMatch('dateOfBirth', dateOfBirth === deps.openBirthDate(proof));
          if (await deps.isBanned(tx, 'id_number', proof.id_number_index))
            throw new AppError('CONFLICT', { message: 'This ID number is banned. See the bans under Risk' });
          previousHolderId = await store.findHolder(tx, proof.id_number_index);
          if (previousHolderId === viewer.accountId) throw new AppError('FORBIDDEN');
          if (previousHolderId) await beginReview(tx, previousHolderId);
          await store.setAccepted(tx, accountId, now);
          await deps.markAgeVerified(tx, accountId, now);
          await deps.markIdentityChecked(tx, accountId, now);
        } else {
          await store.insertRefusedNumber(tx, accountId, proof.id_number_index, now);
          await store.deleteProof(tx, accountId);
        }
        await compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: accept ? 'age_review.accepted' : 'age_review.refused',
          targetType: 'account',
          targetId: accountId,
          reason,
          details: { cause: proof.review_reason, ...(previousHolderId ? { numberTakenFrom: previousHolderId } : {}) },
        });
      });
    },
  };
  return {
    ...reviews,
    settleLater: scheduleSettlement,
    reviewTasks: [jobTask(settleContestedKind, ({ accountId }) => settleContested(accountId))] as JobTask[],
  };
}

function requireMatch(field: 'idNumber' | 'dateOfBirth', same: boolean): void {
  if (same) return;
  const message = 'The document says something else than the account';
  throw new AppError('VALIDATION_FAILED', { message, details: { fields: { [field]: message } } });
}
