import { randomInt } from 'node:crypto';
import type { ageReviewDecision } from '@vlam/contract/age-verification';
import * as z from 'zod/mini';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { reviewMail } from './mails.ts';
import type { AgeVerificationDependencies } from './parts.ts';
import * as store from './store.ts';

const settleKind = jobKind<{ accountId: string }>('age.settle');
const hourMs = 3_600_000;
const listed = 25;
const position = z.tuple([z.iso.datetime(), z.uuid()]);

export interface AgeReview {
  id: string;
  firstName: string;
  lastName: string;
  documentType: string;
  reason: store.ReviewReason;
  since: string;
  /** The account that uses the same number, when there is one. */
  heldBy: { id: string; firstName: string; lastName: string; since: string } | null;
}

export interface AgeReviews {
  list(wanted: {
    cursor?: string | undefined;
    limit?: number | undefined;
  }): Promise<{ items: AgeReview[]; nextCursor: string | null }>;
  countWaiting(): Promise<number>;
  /**
   * Decides by what staff read in the document. Accepting takes the number from the account that used it, which then
   * waits in turn. Throws `NOT_FOUND`, `FORBIDDEN` for one's own, `VALIDATION_FAILED` when the document says other things.
   */
  decide(viewer: Viewer, accountId: string, decision: z.output<typeof ageReviewDecision>): Promise<void>;
}

export function createAgeReviews(
  deps: AgeVerificationDependencies & {
    indexOf(idNumber: string): Buffer;
    birthDateOf(proof: { account_id: string; date_of_birth_sealed: Buffer }): string;
  },
) {
  const { config, db, clock, jobs, mailer, compliance, identity } = deps;

  async function beginReview(tx: Db, accountId: string): Promise<void> {
    await store.setReview(tx, accountId, 'number_in_use', clock.now());
    await deps.markAgeUnverified(tx, accountId);
    const { email, holdsEmail } = await identity.getAccount(tx, accountId);
    if (holdsEmail) await mailer.queue(tx, reviewMail(email, config));
  }

  /** What an hour hid comes out: a second account of a number waits for a person. */
  async function settle(accountId: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await store.lockAccount(tx, accountId);
      const proof = await store.findProof(tx, accountId);
      if (proof?.state !== 'contested') return;
      await store.lockNumber(tx, proof.id_number_index);
      if (await store.findHolder(tx, proof.id_number_index)) await beginReview(tx, accountId);
      else await store.setAccepted(tx, accountId, null);
    });
  }

  async function present(row: Awaited<ReturnType<typeof store.listReviews>>[number]): Promise<AgeReview> {
    const nameOf = async (accountId: string) => {
      const { id, firstName, lastName } = await identity.getAccount(db, accountId);
      return { id, firstName, lastName };
    };
    return {
      ...(await nameOf(row.account_id)),
      documentType: row.document_type,
      reason: row.review_reason as store.ReviewReason,
      since: (row.review_since as Date).toISOString(),
      heldBy:
        row.holder_id && row.holder_since
          ? { ...(await nameOf(row.holder_id)), since: row.holder_since.toISOString() }
          : null,
    };
  }

  /** For every proof alike, known number or not. */
  const settleLater = (tx: Db, accountId: string): Promise<void> =>
    jobs.enqueue(
      tx,
      settleKind,
      { accountId },
      { runAt: new Date(clock.now().getTime() + hourMs + randomInt(hourMs)) },
    );

  const reviews: AgeReviews = {
    async list({ cursor, limit = listed }) {
      const rows = await store.listReviews(db, decodeCursor(position, cursor), limit + 1);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: await Promise.all(shown.map(present)),
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
        let from: string | undefined;
        if (accept) {
          requireSame('idNumber', idNumber !== undefined && deps.indexOf(idNumber).equals(proof.id_number_index));
          requireSame('dateOfBirth', dateOfBirth === deps.birthDateOf(proof));
          from = await store.findHolder(tx, proof.id_number_index);
          if (from === viewer.accountId) throw new AppError('FORBIDDEN');
          if (from) await beginReview(tx, from);
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
          details: { cause: proof.review_reason, ...(from ? { numberTakenFrom: from } : {}) },
        });
      });
    },
  };
  return {
    ...reviews,
    settleLater,
    reviewTasks: [jobTask(settleKind, ({ accountId }) => settle(accountId))] as JobTask[],
  };
}

function requireSame(field: 'idNumber' | 'dateOfBirth', same: boolean): void {
  if (same) return;
  const message = 'The document says something else than the account';
  throw new AppError('VALIDATION_FAILED', { message, details: { fields: { [field]: message } } });
}
