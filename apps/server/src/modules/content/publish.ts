import type { createContentBody, updateContentBody } from '@vlam/contract/content';
import { x18Refusal } from '@vlam/contract/rules/film-board';
import type * as z from 'zod/mini';
import { transact } from '../../platform/after-commit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Jobs, type JobTask, jobTask } from '../../platform/jobs.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import type { Notify } from '../../platform/notices.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { FilmBoardService } from '../film-board/service.ts';
import type { MediaService } from '../media/service.ts';
import { type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { requireOwnTier } from '../subscriptions/service.ts';
import { deleteApprovals } from './approvals-store.ts';
import { createChangeState, type Later, lockOwn } from './change-state.ts';
import { isMilder, readClassification, readNewRating, recordClassification, unstated } from './classification.ts';
import { consentNotice, lastDayToAnswer } from './consent-requests.ts';
import { toCents, toTags } from './fields.ts';
import { listFileIds, listFiles } from './files-store.ts';
import { createItemFiles, type ItemFiles, type MediaType } from './item-files.ts';
import type { LinkedNames } from './linked-names.ts';
import { askAgain } from './people-store.ts';
import { type ContentState, findProblem, firstState, isArchived, stateWithPeople } from './policy.ts';
import * as rules from './rules-store.ts';
import { expireDueKind, publishDueKind, readTimes, scheduleTimes, sweepDueKind } from './schedule.ts';
import * as store from './store.ts';

type NewContent = z.output<typeof createContentBody>;

export interface Publishing {
  /**
   * Publishes a verified creator's file, and queues others' for review; a draft, or an item with a later time, is
   * only stored. Throws `NOT_FOUND` and `MEDIA_NOT_READY` for the file, `VALIDATION_FAILED` for an
   * address or a time, `CONFLICT` for a file that is published or was delivered, or for what publishing still lacks.
   */
  publish(viewer: Viewer, body: NewContent): Promise<store.ItemRow>;
  /**
   * Throws `NOT_FOUND` unless the item is the viewer's own, and `CONFLICT` for a change that only a draft allows.
   */
  update(viewer: Viewer, contentId: string, body: z.output<typeof updateContentBody>): Promise<store.ItemRow>;
  /** Publishes the viewer's own draft now. Idempotent. Throws `NOT_FOUND`, or `CONFLICT` for what it still lacks. */
  publishDraft(viewer: Viewer, contentId: string): Promise<store.ItemRow>;
  /**
   * Deletes the viewer's own item for good: the row stays as a tombstone, the files are deleted. Throws `NOT_FOUND`,
   * or `CONFLICT` while it is flagged.
   */
  remove(viewer: Viewer, contentId: string): Promise<void>;
  /**
   * Applies a decision in the caller's transaction, begun by `transact`. Removing is final and deletes the files. An item
   * that was a draft when it was held back is a draft again instead of published. Returns the item as it was, and its
   * earlier state. Throws `NOT_FOUND`, or `CONFLICT` for a move that is not allowed.
   */
  setState(
    db: Db,
    contentId: string,
    state: Exclude<ContentState, 'processing'>,
    /** `problem`, for a draft: why it was not published, which its creator reads. */
    options?: { problem?: string; later?: Later | undefined },
  ): Promise<{ item: store.ItemRow; before: ContentState }>;
  /**
   * Throws `CONFLICT` or `MEDIA_NOT_READY` with the first thing that publishing a locked item lacks. Returns the columns
   * of its X18 lock.
   */
  requirePublishable(
    tx: Db,
    item: store.ItemRow,
  ): Promise<{ lock: Pick<store.ItemRow, 'x18_registration_id' | 'x18_lock'> }>;
  /** Takes files out of a locked item whose rows are blocked already; one of them stays. */
  keepFiles: ItemFiles['keep'];
  /**
   * In the caller's transaction, begun by `transact`: hides the X18 items that rely on a registration, or puts them under
   * another one of their creator.
   */
  endExemption(tx: Db, registrationId: string): Promise<void>;
  /** Publishes a draft whose time has come; what it lacks is stored with it. Idempotent. */
  publishDue(contentId: string): Promise<void>;
  /**
   * Marks the film of a draft that is for sale once it is ready, and publishes what waited for it; when the file has
   * failed, the item keeps the reason.
   */
  fileSettled(mediaId: string): Promise<void>;
  tasks: JobTask[];
}

const missingFile: Record<MediaType, string> = {
  image: 'Add a picture first',
  video: 'Add a video first',
  audio: 'Add a sound first',
};
const conflict = (message: string) => new AppError('CONFLICT', { message });

interface PublishingDependencies {
  database: Database;
  clock: Clock;
  config: Pick<Config, 'publicUrl'>;
  names: LinkedNames;
  jobs: Jobs;
  logger: Logger;
  profiles: Pick<ProfilesService, 'cards' | 'addPublished' | 'findAccountId' | 'publishesAtOnce'>;
  compliance: Pick<ComplianceService, 'decisions'>;
  filmBoard: Pick<FilmBoardService, 'lockExemption'>;
  notify: Notify;
  realtime: Pick<Realtime, 'toTopic'>;
  media: Pick<
    MediaService,
    'findPublishable' | 'importFromUrl' | 'isUnsettled' | 'listHashes' | 'markFilms' | 'prepareImport' | 'removeFiles'
  >;
  /** Whether a file was sent, delivered, or is a photo of its owner. */
  isUsedElsewhere(on: Db, mediaId: string): Promise<boolean>;
}

export function createPublishing(deps: PublishingDependencies): Publishing {
  const { clock, profiles, media, jobs } = deps;
  const { db } = deps.database;
  const itemFiles = createItemFiles(deps);
  const changeState = createChangeState(deps);

  /** The columns of the X18 lock for a creator and a class; the registration is null where there is none. */
  async function lockOf(tx: Db, profileId: string, classification: string) {
    const found = classification === 'X18' ? await deps.filmBoard.lockExemption(tx, profileId) : null;
    return { x18_registration_id: found, x18_lock: found ? true : null };
  }

  /** For another file: a yes to the earlier one does not count. */
  async function askEveryoneAgain(tx: Db, item: store.ItemRow, mediaId: string): Promise<void> {
    const times = { askedAt: clock.now(), expiresAt: lastDayToAnswer(clock) };
    const asked = await askAgain(tx, item.id, times);
    await deps.notify(
      tx,
      ...asked.flatMap((person) => (person.account_id ? [consentNotice(item, person.account_id, mediaId)] : [])),
    );
  }

  /** Throws `CONFLICT` with the first thing that publishing lacks; returns the columns of the X18 lock and the people. */
  async function requirePublishable(tx: Db, item: store.ItemRow) {
    const files = (await listFiles(tx, [item.id])).get(item.id) ?? [];
    if (files.length === 0) throw conflict(missingFile[item.media_type as MediaType]);
    const { durationMs } = await itemFiles.requireReady(
      tx,
      (await profiles.findAccountId(tx, item.profile_id)) ?? '',
      files,
    );
    const lock = await lockOf(tx, item.profile_id, item.classification);
    const people = (await rules.listDepicted(tx, item.id)).map((row) => ({ ...row, name: deps.names.nameOf(row) }));
    const problem = findProblem(item, { people, registrationId: lock.x18_registration_id });
    if (problem) throw conflict(problem);
    const hashes = await media.listHashes(
      tx,
      files.map(({ mediaId }) => mediaId),
    );
    if (await rules.isRefusedFile(tx, { item, hashes }))
      throw conflict('It cannot be published: a person in it did not agree');
    return { lock, people, durationMs };
  }

  /** Read before the transaction, which would hold one connection while it waits for another. */
  async function firstStateOf(viewer: Pick<Viewer, 'accountId' | 'profileId'>): Promise<'published' | 'review'> {
    const profileId = requireProfileId(viewer);
    const [creator, publishesAtOnce, strikes] = await Promise.all([
      profiles.cards.find(profileId),
      profiles.publishesAtOnce(profileId),
      deps.compliance.decisions.countStrikes(db, [viewer.accountId]),
    ]);
    if (!creator) throw new AppError('NOT_FOUND');
    return firstState(publishesAtOnce, strikes.get(viewer.accountId) ?? 0);
  }

  /** Moves a draft to its first state. Throws `CONFLICT` for what it lacks. */
  async function release(tx: Db, item: store.ItemRow, state: 'published' | 'review'): Promise<store.ItemRow> {
    const { lock, people, durationMs } = await requirePublishable(tx, item);
    await itemFiles.markSold(tx, item);
    const next = item.needs_review ? 'review' : stateWithPeople(state, people);
    return changeState(tx, item, next, {
      ...(next === 'published' ? lock : {}),
      publish_at: null,
      publish_problem: null,
      duration_ms: durationMs,
      ...(item.expires_at && item.expires_at <= clock.now() ? { expires_at: null } : {}),
    });
  }

  async function publishDue(contentId: string): Promise<void> {
    const due = await store.findItem(db, contentId);
    if (due?.state !== 'draft') return;
    const creator = await profiles.cards.find(due.profile_id);
    if (!creator) {
      await store.updateItem(db, contentId, { publish_problem: 'This profile cannot publish' });
      return;
    }
    const state = await firstStateOf({
      profileId: due.profile_id,
      accountId: (await profiles.findAccountId(db, due.profile_id)) ?? '',
    });
    await transact(db, async (tx) => {
      const item = await store.lockItem(tx, contentId);
      if (item?.state !== 'draft' || !item.publish_at || item.publish_at > clock.now()) return;
      try {
        await requirePublishable(tx, item);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // It is published when its file is there.
        if (error.code === 'MEDIA_NOT_READY' && (await isWaiting(tx, item.id))) return;
        await store.updateItem(tx, item.id, { publish_problem: error.message });
        return;
      }
      await release(tx, item, state);
    });
  }

  const isWaiting = async (tx: Db, contentId: string) => media.isUnsettled(tx, await listFileIds(tx, contentId));

  async function expireDue(contentId: string): Promise<void> {
    await transact(db, async (tx) => {
      const item = await store.lockItem(tx, contentId);
      if (!item?.expires_at || item.expires_at > clock.now()) return;
      if (item.state === 'published' || item.state === 'review') await changeState(tx, item, 'draft');
    });
  }

  /** For jobs that ran early, by a clock ahead of ours. An item that fails does not keep the others waiting. */
  async function sweepDue(): Promise<void> {
    const due = await rules.listDue(db, clock.now(), 200);
    for (const id of due.publish)
      await publishDue(id).catch(async (error) => {
        deps.logger.error('an item was not published at its time', { contentId: id, ...errorFields(error) });
        await store.updateItem(db, id, { publish_problem: 'It could not be published. Publish it yourself' });
      });
    for (const id of due.expire)
      await expireDue(id).catch((error) =>
        deps.logger.error('an item was not hidden at its end', { contentId: id, ...errorFields(error) }),
      );
  }

  async function endExemption(tx: Db, registrationId: string): Promise<void> {
    for (const item of await rules.lockByRegistration(tx, registrationId)) {
      const other = await deps.filmBoard.lockExemption(tx, item.profile_id, registrationId);
      if (other) await store.updateItem(tx, item.id, { x18_registration_id: other });
      else await changeState(tx, item, 'draft', { publish_problem: x18Refusal });
    }
  }

  return {
    async fileSettled(mediaId) {
      const contentId = await rules.findDraftByFile(db, mediaId);
      if (!contentId) return;
      // Also of a draft that stays one: the people asked for their consent play it.
      await transact(db, async (tx) => {
        const item = await store.lockItem(tx, contentId);
        if (item?.state === 'draft') await itemFiles.markSold(tx, item);
      });
      await publishDue(contentId);
    },
    ...{ publishDue, endExemption, requirePublishable, keepFiles: itemFiles.keep },

    async publish(viewer, body) {
      const profileId = requireProfileId(viewer);
      const times = readTimes(body, clock);
      const isDraft = body.state === 'draft' || Boolean(times.publish_at);
      const classified = readClassification(body) ?? (body.state === 'draft' ? null : unstated());
      const state = await firstStateOf(viewer);
      const { mediaIds, beginImport } = await itemFiles.readIds(viewer, body);
      const now = clock.now();
      if (beginImport && !isDraft) times.publish_at = now;
      return transact(db, async (tx) => {
        await requireOwnTier(tx, profileId, body.fromTier);
        const files = beginImport
          ? [{ mediaId: await beginImport(tx), mediaType: body.mediaType, durationMs: null }]
          : await itemFiles.findForNew(tx, viewer.accountId, mediaIds, body.mediaType);
        const [cover] = files;
        const inserted = await store.insertItem(tx, {
          id: newId(now.getTime()),
          profile_id: profileId,
          title: body.title,
          description: body.description,
          media_type: body.mediaType,
          ...(cover ? { media_id: cover.mediaId, duration_ms: cover.durationMs } : {}),
          preview_seconds: body.previewSeconds ?? 0,
          is_premium: body.isPremium,
          from_tier: body.fromTier ?? 1,
          is_exclusive: body.isExclusive,
          price_credits: body.isPremium ? body.price : 0,
          tip_goal_cents: toCents(body.tipGoal ?? null),
          ...(classified?.columns ?? { classification: '18' }),
          tags: toTags(body.tags),
          depicts: body.depicts ?? 'me',
          ...times,
          state: 'draft',
          created_at: now,
        });
        if (!inserted) throw conflict('This file is published already');
        const item = await itemFiles.storeMore(tx, inserted, files);
        await itemFiles.markSold(tx, item);
        if (classified) await recordClassification(tx, item.id, classified, { accountId: viewer.accountId, at: now });
        await scheduleTimes(tx, jobs, item);
        return isDraft || beginImport ? item : release(tx, item, state);
      });
    },

    async update(viewer, contentId, body) {
      return transact(db, async (tx) => {
        const item = await lockOwn(tx, viewer, contentId);
        await requireOwnTier(tx, item.profile_id, body.fromTier);
        const isDraft = item.state === 'draft' && !isArchived(item);
        const depictsOthers = body.depicts !== undefined && body.depicts !== (item.depicts ?? 'me');
        if (!isDraft && (body.mediaId !== undefined || depictsOthers || body.publishAt))
          throw conflict('Only a draft can be changed like this');
        const times = readTimes(body, clock, item);
        const classified = readNewRating(item, body);
        const isLowered = item.published_at !== null || !isDraft ? isMilder(item, classified) : false;
        if (isLowered && !classified?.answers) throw conflict('Answer the questions to lower the rating');
        const lock =
          item.state === 'published' &&
          classified &&
          (await lockOf(tx, item.profile_id, classified.columns.classification));
        if (lock && !lock.x18_lock && classified.columns.classification === 'X18') throw conflict(x18Refusal);
        const isPremium = body.isPremium ?? item.is_premium;
        const mediaIds = body.mediaIds ?? (body.mediaId ? [body.mediaId] : null);
        if (mediaIds) {
          const { added } = await itemFiles.change(tx, viewer.accountId, item, mediaIds);
          if (added[0]) await askEveryoneAgain(tx, item, added[0].mediaId);
        }
        const changed = await store.updateItem(tx, item.id, {
          title: body.title,
          description: body.description,
          is_premium: isPremium,
          ...(body.fromTier === undefined ? {} : { from_tier: body.fromTier }),
          price_credits: isPremium ? (body.price ?? item.price_credits) : 0,
          is_exclusive: body.isExclusive,
          ...(body.tipGoal === undefined ? {} : { tip_goal_cents: toCents(body.tipGoal) }),
          ...(body.tags === undefined ? {} : { tags: toTags(body.tags) }),
          ...(body.previewSeconds === undefined ? {} : { preview_seconds: body.previewSeconds }),
          ...(body.depicts === undefined ? {} : { depicts: body.depicts }),
          ...(classified?.columns ?? {}),
          ...(lock || {}),
          ...(isLowered ? { needs_review: true } : {}),
          ...times,
          ...(times.publish_at === undefined ? {} : { publish_problem: null }),
        });
        await itemFiles.markSold(tx, changed);
        // What was approved is not what waits now.
        await deleteApprovals(tx, item.id);
        if (classified)
          await recordClassification(tx, item.id, classified, { accountId: viewer.accountId, at: clock.now() });
        await scheduleTimes(tx, jobs, changed);
        return isLowered && changed.state === 'published' ? changeState(tx, changed, 'review') : changed;
      });
    },

    async publishDraft(viewer, contentId) {
      const state = await firstStateOf(viewer);
      return transact(db, async (tx) => {
        const item = await lockOwn(tx, viewer, contentId);
        if (item.state === 'published' || item.state === 'review') return item;
        if (item.state !== 'draft') throw conflict('A moderator decides about this item');
        return release(tx, item, state);
      });
    },

    async remove(viewer, contentId) {
      await transact(db, async (tx) => {
        const item = await lockOwn(tx, viewer, contentId);
        if (item.state === 'flagged') throw conflict('A moderator decides about this item');
        await changeState(tx, item, 'removed');
      });
    },

    async setState(tx, contentId, state, { problem, later } = {}) {
      const item = await store.lockItem(tx, contentId);
      if (!item) throw new AppError('NOT_FOUND');
      const isHeldDraft = state === 'published' && item.held_draft;
      const change = isHeldDraft
        ? { archived_at: item.archived_at, needs_review: false }
        : state === 'published'
          ? { ...(await requirePublishable(tx, item)).lock, needs_review: false }
          : state === 'draft'
            ? { publish_at: null, publish_problem: problem ?? null }
            : {};
      await changeState(tx, item, isHeldDraft ? 'draft' : state, change, later);
      return { item, before: item.state as ContentState };
    },

    tasks: [
      jobTask(publishDueKind, ({ contentId }) => publishDue(contentId)),
      jobTask(expireDueKind, ({ contentId }) => expireDue(contentId)),
      jobTask(sweepDueKind, sweepDue, { cron: '*/5 * * * *' }),
    ],
  };
}
