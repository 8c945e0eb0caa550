import type { contentRulesOperations, ReviewedContent } from '@vlam/contract/content-rules';
import type { BodyOf, QueryOf, ResponseOf } from '@vlam/contract/operation';
import type { DecisionAction } from '@vlam/contract/rules/community';
import * as z from 'zod/mini';
import { transact } from '../../platform/after-commit.ts';
import type { Clock } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Notify } from '../../platform/notices.ts';
import type { Batch } from '../../platform/staff-batches.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { CreditsService } from '../credits/service.ts';
import type { IdentityService } from '../identity/service.ts';
import type { MediaService } from '../media/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { insertApproval, listApprovals, listWaitingClasses } from './approvals-store.ts';
import { listClassifications } from './classification.ts';
import { listFiles, listFormerFileIds } from './files-store.ts';
import type { People } from './people.ts';
import { approvalsNeeded, type ContentState } from './policy.ts';
import type { Presenter } from './present.ts';
import type { Publishing } from './publish.ts';
import { createReviewBatches, type ReviewBatches } from './review-batches.ts';
import { countByState, listByState } from './rules-store.ts';
import { findItem, type ItemRow, lockItem } from './store.ts';

type Operations = typeof contentRulesOperations;
type Decision = BodyOf<Operations['refuseContent']>;
type Deletion = BodyOf<Operations['deleteContent']>;

export interface Review extends ReviewBatches {
  listWaiting(
    viewer: Viewer,
    query: QueryOf<Operations['listWaitingContent']>,
  ): Promise<ResponseOf<Operations['listWaitingContent']>>;
  /** Number of items that wait for a moderator, those held back included. */
  countWaiting(): Promise<number>;
  /** An item that waits or is held back, with its record. Throws `NOT_FOUND`. */
  openReview(viewer: Viewer, contentId: string): Promise<ReviewedContent>;
  /**
   * Publishes an item that waits, with an audit row; of X18 only the second moderator's approval does. Throws `NOT_FOUND`,
   * or `CONFLICT` for one that does not wait, is the moderator's own, was approved by them already, or still lacks
   * something.
   */
  approve(viewer: Viewer, decision: Decision): Promise<{ isPublished: boolean }>;
  /** Makes a waiting item a draft again, whose creator reads the reason. Throws as `approve`. */
  refuse(viewer: Viewer, decision: Decision): Promise<void>;
  /**
   * Holds an item back until a moderator decides. Throws `NOT_FOUND`, or `CONFLICT` for the moderator's own and for one
   * that is held back or removed already.
   */
  flag(viewer: Viewer, decision: Decision): Promise<void>;
  /** Who approved each of these items that waits, and whether the viewer did. */
  describeApprovals(viewer: Viewer, contentIds: readonly string[]): Promise<ReadonlyMap<string, Approvals>>;
  /**
   * Removes an item for good and blocks its files, or with `mediaId` one of several files. Throws as `approve`, and
   * `CONFLICT` for the last file.
   */
  deleteByStaff(viewer: Viewer, decision: Deletion): Promise<void>;
}

type Approvals = Pick<ReviewedContent, 'approvals' | 'approvalsNeeded' | 'hasApproved'>;
type Action = 'approved' | 'approved_first' | 'refused' | 'flagged' | 'removed' | 'file_removed';

const statementOf: Record<Exclude<Action, 'approved' | 'approved_first'>, DecisionAction> = {
  refused: 'not_published',
  flagged: 'held_back',
  removed: 'removed',
  file_removed: 'file_removed',
};

const pageSize = 20;
const position = z.tuple([z.iso.datetime(), z.uuid()]);
const conflict = (message: string) => new AppError('CONFLICT', { message });
const isWaiting = (state: string) => state === 'review' || state === 'flagged';

export function createReview(deps: {
  database: Database;
  clock: Clock;
  compliance: Pick<ComplianceService, 'recordAction' | 'recordDecision' | 'decisions'>;
  identity: Pick<IdentityService, 'listFirstNames'>;
  profiles: Pick<ProfilesService, 'findAccountId'>;
  media: Pick<MediaService, 'block'>;
  credits: Pick<CreditsService, 'listUnlockSales'>;
  notify: Notify;
  present: Presenter['present'];
  setState: Publishing['setState'];
  keepFiles: Publishing['keepFiles'];
  describePeople: People['describePeople'];
}): Review {
  const { db } = deps.database;

  /** Throws `CONFLICT` unless another member of staff may decide about the item. */
  function requireDecidable(viewer: Viewer, item: ItemRow, state: string): void {
    if (!isWaiting(state)) throw conflict('This item does not wait for a moderator');
    if (item.profile_id === viewer.profileId) throw conflict('Another member of staff decides about your own items');
  }

  /** Writes the audit row and the notice of a decision; returns the id of its statement, if it is against a member. */
  async function record(
    tx: Db,
    viewer: Viewer,
    { contentId, reason, rule }: Decision,
    { action, before, mediaId, batch }: { action: Action; before: string; mediaId?: string; batch?: Batch | undefined },
  ): Promise<string | null> {
    const after = await findItem(tx, contentId);
    if (!after) throw new AppError('NOT_FOUND');
    const row = {
      actorId: viewer.accountId,
      action: `content.${action}`,
      targetType: 'content',
      targetId: contentId,
      reason,
      details: {
        classification: after.classification,
        rating: after.fpb_rating,
        before,
        ...(rule ? { rule } : {}),
        ...(mediaId ? { mediaId } : {}),
        ...(batch ? { batch: batch.id } : {}),
      },
    };
    const isAgainst = action !== 'approved' && action !== 'approved_first';
    if (!isAgainst) await deps.compliance.recordAction(tx, row);
    const statement = isAgainst
      ? await deps.compliance.recordDecision(tx, row, {
          accountId: (await deps.profiles.findAccountId(tx, after.profile_id)) ?? null,
          action: statementOf[action],
          rule,
          subject: after.title,
          isNotified: action !== 'flagged',
        })
      : null;
    // A draft that is given back was held without a word to its creator, and is not published.
    const isSilent =
      action === 'flagged' || action === 'approved_first' || (action === 'approved' && after.state === 'draft');
    if (!isSilent)
      await deps.notify(tx, {
        kind: `content_${action}`,
        to: { profileId: after.profile_id },
        key: `content_${action}:${mediaId ?? contentId}:${deps.clock.now().getTime()}`,
        targetId: contentId,
        subject: after.title,
        ...batch?.notice(contentId),
      });
    return statement?.id ?? null;
  }

  /** Applies a decision about an item that waits: its state, an audit row and a notice to its creator. */
  async function decide(
    tx: Db,
    viewer: Viewer,
    decision: Decision,
    {
      to,
      action,
      batch,
    }: {
      to: Extract<ContentState, 'published' | 'draft' | 'removed'>;
      action: Exclude<Action, 'flagged' | 'approved_first'>;
      batch?: Batch;
    },
  ): Promise<{ item: ItemRow; statementId: string | null }> {
    const problem = `A moderator did not publish it: ${decision.reason}`;
    const later = batch?.notice(decision.contentId);
    const { item, before } = await deps.setState(tx, decision.contentId, to, { problem, later });
    requireDecidable(viewer, item, before);
    return { item, statementId: await record(tx, viewer, decision, { action, before, batch }) };
  }

  /** Records an approval; returns whether it is the last that the item needs. */
  async function approveOnce(tx: Db, viewer: Viewer, decision: Decision): Promise<boolean> {
    const { contentId } = decision;
    const item = await lockItem(tx, contentId);
    if (!item) throw new AppError('NOT_FOUND');
    requireDecidable(viewer, item, item.state);
    const needed = approvalsNeeded(item);
    if (needed === 1) return true;
    const approval = { content_id: contentId, account_id: viewer.accountId, approved_at: deps.clock.now() };
    if (!(await insertApproval(tx, approval)))
      throw conflict('You have approved it already. A second moderator decides now');
    if ((await listApprovals(tx, [contentId])).length >= needed) return true;
    await record(tx, viewer, decision, { action: 'approved_first', before: item.state });
    return false;
  }

  /** Who approved each of these items, as staff read it. */
  async function describeApprovals(
    viewer: Viewer,
    items: readonly Pick<ItemRow, 'id' | 'classification'>[],
  ): Promise<Map<string, Approvals>> {
    const all = await listApprovals(
      db,
      items.map(({ id }) => id),
    );
    const names = await deps.identity.listFirstNames(db, [...new Set(all.map((each) => each.account_id))]);
    return new Map(
      items.map((item) => {
        const given = all.filter((each) => each.content_id === item.id);
        const approvals = given.map((each) => ({
          name: names.get(each.account_id) ?? '',
          at: each.approved_at.toISOString(),
        }));
        const hasApproved = given.some((each) => each.account_id === viewer.accountId);
        return [item.id, { approvals, approvalsNeeded: approvalsNeeded(item), hasApproved }];
      }),
    );
  }
  const noApprovals = { approvals: [], approvalsNeeded: 1, hasApproved: false };

  /** Takes one file out of an item that waits, and blocks it. */
  async function deleteFile(tx: Db, viewer: Viewer, decision: Deletion & { mediaId: string }): Promise<void> {
    const { contentId, mediaId } = decision;
    const item = await lockItem(tx, contentId);
    if (!item) throw new AppError('NOT_FOUND');
    requireDecidable(viewer, item, item.state);
    const files = (await listFiles(tx, [contentId])).get(contentId) ?? [];
    const removed = files.filter((file) => file.mediaId === mediaId);
    if (removed.length === 0) throw new AppError('NOT_FOUND');
    if (files.length === 1) throw conflict('It has no other file: remove the item');
    await deps.media.block(tx, mediaId);
    await deps.keepFiles(
      tx,
      item,
      files.filter((file) => file.mediaId !== mediaId),
      removed,
    );
    await record(tx, viewer, decision, { action: 'file_removed', before: item.state, mediaId });
  }

  return {
    ...createReviewBatches({ ...deps, decide }),
    async listWaiting(viewer, { state, classification, cursor, limit = pageSize }) {
      const rows = await listByState(db, {
        state,
        classification,
        after: decodeCursor(position, cursor),
        limit: limit + 1,
      });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const [items, approvals] = await Promise.all([deps.present(viewer, shown), describeApprovals(viewer, shown)]);
      return {
        items: items.map((item) => ({ ...item, ...(approvals.get(item.id) ?? noApprovals) })),
        nextCursor: rows.length > limit && last ? encodeCursor([last.position, last.id]) : null,
      };
    },
    countWaiting: () => countByState(db),

    async openReview(viewer, contentId) {
      const row = await findItem(db, contentId);
      if (!row || !isWaiting(row.state)) throw new AppError('NOT_FOUND');
      const countStrikes = async () => {
        const accountId = await deps.profiles.findAccountId(db, row.profile_id);
        return accountId ? (await deps.compliance.decisions.countStrikes(db, [accountId])).get(accountId) : 0;
      };
      const [[item], ratings, people, approvals, strikes = 0] = await Promise.all([
        deps.present(viewer, [row], { whole: true }),
        listClassifications(db, contentId),
        deps.describePeople(contentId),
        describeApprovals(viewer, [row]),
        countStrikes(),
      ]);
      if (!item) throw new AppError('NOT_FOUND');
      return {
        item,
        classifications: ratings.map(({ answers, ...rating }) => ({
          classification: rating.classification as ReviewedContent['item']['classification'],
          warningLabels: rating.warning_labels as ReviewedContent['classifications'][number]['warningLabels'],
          answers: answers as ReviewedContent['classifications'][number]['answers'],
          at: rating.classified_at.toISOString(),
        })),
        people,
        strikes,
        isOwn: item.isOwn,
        ...(approvals.get(contentId) ?? noApprovals),
      };
    },

    async approve(viewer, decision) {
      return transact(db, async (tx) => {
        const isLast = await approveOnce(tx, viewer, decision);
        if (isLast) await decide(tx, viewer, decision, { to: 'published', action: 'approved' });
        return { isPublished: isLast };
      });
    },

    async refuse(viewer, decision) {
      await transact(db, async (tx) => {
        await decide(tx, viewer, decision, { to: 'draft', action: 'refused' });
      });
    },

    async flag(viewer, decision) {
      await transact(db, async (tx) => {
        const { item, before } = await deps.setState(tx, decision.contentId, 'flagged');
        if (before === 'flagged') throw conflict('This item is held back already');
        if (item.profile_id === viewer.profileId)
          throw conflict('Another member of staff decides about your own items');
        await record(tx, viewer, decision, { action: 'flagged', before });
      });
    },

    describeApprovals: async (viewer, contentIds) =>
      describeApprovals(viewer, await listWaitingClasses(db, contentIds)),

    async deleteByStaff(viewer, decision) {
      await transact(db, async (tx) => {
        const { mediaId } = decision;
        if (mediaId) return deleteFile(tx, viewer, { ...decision, mediaId });
        for (const id of await listFormerFileIds(tx, decision.contentId)) await deps.media.block(tx, id);
        await decide(tx, viewer, decision, { to: 'removed', action: 'removed' });
      });
    },
  };
}
