import { isDeepStrictEqual } from 'node:util';
import type { MessageMediaType } from '@vlam/contract/messaging';
import {
  type Audience,
  type Broadcast,
  broadcastDaysAhead,
  broadcastsPerDay,
  type creatorMessagesOperations,
} from '@vlam/contract/messaging-creators';
import type { BodyOf } from '@vlam/contract/operation';
import * as z from 'zod/mini';
import { afterCommit, transact } from '../../../platform/after-commit.ts';
import { addDays, type Clock, johannesburgDay, startOfDay } from '../../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { say } from '../../../platform/words.ts';
import { type ProfilesService, requireProfileId } from '../../profiles/service.ts';
import type { MessageMedia } from '../media/media.ts';
import { chatActor } from '../posting/chat-actor.ts';
import type { MessagingService } from '../service.ts';
import type { OnMessagesRead, Outgoing } from '../types.ts';
import { audienceOf, type FollowersOf, type MembersOfList, type PricedAudience, recipientsOf } from './audience.ts';
import * as store from './broadcast-store.ts';
import { createTakingBack, type TakingBack } from './take-back.ts';

type Wanted = BodyOf<typeof creatorMessagesOperations.sendBroadcast>;
type Preview = BodyOf<typeof creatorMessagesOperations.previewBroadcast>;

export interface Broadcasts extends Pick<TakingBack, 'takeBack'> {
  countAudience(viewer: Viewer, audience: Audience): Promise<number>;
  /** How many people would get it now, and at which price. */
  previewBroadcast(
    viewer: Viewer,
    wanted: Preview,
  ): Promise<{ recipients: number; prices: { price: number; recipients: number }[] }>;
  /**
   * Stores the recipients, of a scheduled one when it begins; a job writes the messages. The same client id is one broadcast, and `IDEMPOTENCY_KEY_REUSED` for
   * a different one. Throws `QUOTA_REACHED` past the day's number, `CONFLICT` when it would reach
   * no one, `NOT_FOUND` and `MEDIA_NOT_READY` for its media.
   */
  sendBroadcast(viewer: Viewer, wanted: Wanted): Promise<Broadcast>;
  /** Stops it, also before it begins. Throws `NOT_FOUND`; a finished broadcast is unchanged. */
  cancelBroadcast(viewer: Viewer, id: string): Promise<Broadcast>;
  /** Stops it and unsends it, in a job, for everyone who neither read nor bought it. Throws `NOT_FOUND`. */
  takeBackBroadcast(viewer: Viewer, id: string): Promise<Broadcast>;
  listBroadcasts(
    viewer: Viewer,
    page: { cursor?: string | undefined; limit?: number | undefined },
  ): Promise<{ items: Broadcast[]; nextCursor: string | null }>;
  /** Begins it when its time has come, and writes to all waiting recipients; any number of processes may run it. */
  work(id: string): Promise<void>;
  tasks: JobTask[];
}

export interface BroadcastDependencies {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  profiles: Pick<ProfilesService, 'findAccountId'>;
  media: Pick<MessageMedia, 'requireOwn' | 'presentOwn' | 'isHeld' | 'releaseFiles'>;
  onRead: OnMessagesRead;
  messaging: Pick<MessagingService, 'postWithin' | 'publishCreated' | 'publishChanged'>;
  followerIds: FollowersOf;
  membersOfList: MembersOfList;
}

const workKind = jobKind<{ id: string }>('messaging.broadcast');
const resumeBroadcastsKind = jobKind('messaging.resume-broadcasts', { maxAttempts: 2 });
const batchLength = 100;
const pageLength = 20;
const dayMs = 86_400_000;
/** A broadcast without progress for this long is taken over by another process. */
const stalledAfterMs = 60_000;
const position = z.tuple([z.uuid()]);

export function createBroadcasts(deps: BroadcastDependencies): Broadcasts {
  const { clock, jobs, media, messaging, profiles } = deps;
  const { db } = deps.database;
  const takingBack = createTakingBack(deps);
  const reads = () => ({ now: clock.now(), followerIds: deps.followerIds, membersOfList: deps.membersOfList });
  const recipients = (creatorId: string, wanted: Preview) => recipientsOf(creatorId, audiencesOf(wanted), reads());

  async function present(viewer: Viewer, rows: readonly store.BroadcastRow[]): Promise<Broadcast[]> {
    const [figures, shown] = await Promise.all([
      store.listFigures(
        db,
        rows.map(({ id }) => id),
      ),
      media.presentOwn(
        viewer,
        rows.flatMap(({ attachment_id }) => attachment_id ?? []),
      ),
    ]);
    return rows.map((row) => {
      const {
        sent = 0,
        skipped = 0,
        takenBack = 0,
        read = 0,
        unlocked = 0,
        earned = { credits: 0, held: 0 },
      } = figures.get(row.id) ?? {};
      return {
        id: row.id,
        content: row.content,
        mediaType: row.media_type as MessageMediaType | null,
        media: shown.get(row.attachment_id ?? '') ?? null,
        price: row.price,
        audience: row.audience as Audience,
        also: row.also as unknown as PricedAudience[],
        scheduledAt: row.scheduled_at?.toISOString() ?? null,
        isTakenBack: row.taken_back_at !== null,
        state: row.state as Broadcast['state'],
        recipients: row.recipients,
        ...{ sent, skipped, takenBack, read, unlocked, earned },
        createdAt: row.created_at.toISOString(),
      };
    });
  }

  async function presentOne(viewer: Viewer, row: store.BroadcastRow): Promise<Broadcast> {
    const [view] = await present(viewer, [row]);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  const itemOf = (row: store.BroadcastRow, receiver: string, price: number | null): Outgoing => ({
    id: newId(),
    sender: row.profile_id,
    receiver,
    // Derived from the broadcast alone, so the process that takes over sends no duplicates.
    clientId: `broadcast:${row.id}`,
    content: row.content,
    mediaId: row.attachment_id,
    mediaType: row.media_type as MessageMediaType | null,
    price: price ?? row.price,
    broadcastId: row.id,
    payerAccountId: null,
  });

  /** Writes to the next recipients in one commit; false when none are left. */
  async function workOnce(id: string, accountId: string): Promise<boolean> {
    return transact(db, async (tx) => {
      const row = await store.lockBroadcast(tx, id);
      if (row?.state !== 'sending') return false;
      const turn = await store.claimRecipients(tx, id, batchLength);
      if (turn.length === 0) return false;
      // A file that is held after it was chosen is sent to no further member.
      const isHeld = row.attachment_id !== null && (await media.isHeld(tx, row.attachment_id));
      const items = isHeld ? [] : turn.map(({ profileId, price }) => itemOf(row, profileId, price));
      const posted = await messaging.postWithin(tx, row.profile_id, items);
      await store.recordOutcomes(
        tx,
        id,
        turn.map(({ profileId }, index) => ({ profileId, outcome: posted[index] ? 'sent' : 'skipped' })),
      );
      const actor = chatActor(accountId, row.profile_id);
      afterCommit(tx, async () => {
        for (const [index, item] of items.entries()) {
          const written = posted[index];
          if (written && !written.repeated) await messaging.publishCreated(actor, item, written);
        }
      });
      return true;
    });
  }

  /** Chooses the recipients of a scheduled broadcast once its time has come; one whose writer sells no more is cancelled. */
  async function beginDue(id: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const now = clock.now();
      const row = await store.lockDue(tx, id, now);
      if (!row) return;
      if (!row.sells) return void (await store.cancel(tx, row.profile_id, id));
      const wanted = {
        audience: row.audience as Audience,
        price: row.price,
        also: row.also as unknown as PricedAudience[],
      };
      await store.begin(tx, id, recipients(row.profile_id, wanted), now);
    });
  }

  async function work(id: string): Promise<void> {
    await beginDue(id);
    const row = await db.transaction().execute((tx) => store.lockBroadcast(tx, id));
    if (row?.state !== 'sending') return;
    const accountId = await profiles.findAccountId(db, row.profile_id);
    if (!accountId) return;
    while (await workOnce(id, accountId)) await store.recordWork(db, id, clock.now());
    await store.finish(db, id);
  }

  return {
    work,
    countAudience: (viewer, audience) =>
      store.countAudience(db, audienceOf(requireProfileId(viewer), audience, reads())),
    async previewBroadcast(viewer, wanted) {
      const prices = await store.countByPrice(db, recipients(requireProfileId(viewer), wanted));
      return { recipients: prices.reduce((sum, one) => sum + one.recipients, 0), prices };
    },
    async sendBroadcast(viewer, wanted) {
      const { clientId, content = '', mediaId, price = 0, audience, also = [] } = wanted;
      const profileId = requireProfileId(viewer);
      const before = await store.findByClient(db, profileId, clientId);
      if (before) return presentOne(viewer, requireSame(before, wanted));
      const now = clock.now();
      const scheduledAt = requireTime(wanted.scheduledAt, now);
      const dearest = Math.max(price, ...also.map((one) => one.price));
      const mediaType = mediaId ? await media.requireOwn(viewer, mediaId, dearest) : null;
      const row = await db.transaction().execute(async (tx) => {
        await store.lockCreator(tx, profileId);
        const repeated = await store.findByClient(tx, profileId, clientId);
        if (repeated) return requireSame(repeated, wanted);
        const day = johannesburgDay(scheduledAt ?? now);
        if ((await store.countBetween(tx, profileId, startOfDay(day), startOfDay(addDays(day, 1)))) >= broadcastsPerDay)
          throw new AppError('QUOTA_REACHED', {
            message: scheduledAt
              ? say`You can write to many ${broadcastsPerDay} times a day. Choose another day`
              : say`You can write to many ${broadcastsPerDay} times a day. Try again tomorrow`,
          });
        const made = await store.insertBroadcast(tx, {
          id: newId(now.getTime()),
          profile_id: profileId,
          client_id: clientId,
          content,
          attachment_id: mediaId ?? null,
          media_type: mediaType,
          price,
          audience,
          also,
          state: scheduledAt ? 'scheduled' : 'sending',
          scheduled_at: scheduledAt,
          last_progress_at: now,
          created_at: now,
        });
        const job = { key: `messaging.broadcast:${made.id}`, ...(scheduledAt ? { runAt: scheduledAt } : {}) };
        await jobs.enqueue(tx, workKind, { id: made.id }, job);
        if (scheduledAt) return made;
        const begun = await store.begin(tx, made.id, recipients(profileId, wanted), now);
        if (begun.recipients === 0) throw new AppError('CONFLICT', { message: 'This would reach no one' });
        return begun;
      });
      return presentOne(viewer, row);
    },
    async cancelBroadcast(viewer, id) {
      const row = await store.cancel(db, requireProfileId(viewer), id);
      if (!row) throw new AppError('NOT_FOUND');
      return presentOne(viewer, row);
    },
    takeBackBroadcast: async (viewer, id) =>
      presentOne(viewer, await takingBack.beginTakingBack(requireProfileId(viewer), id)),
    takeBack: takingBack.takeBack,
    async listBroadcasts(viewer, { cursor, limit = pageLength }) {
      const [before] = decodeCursor(position, cursor) ?? [null];
      const rows = await store.listOwn(db, { profileId: requireProfileId(viewer), before, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: await present(viewer, shown),
        nextCursor: rows.length > limit && last ? encodeCursor([last.id]) : null,
      };
    },
    tasks: [
      ...takingBack.takeBackTasks,
      jobTask(workKind, ({ id }) => work(id)),
      jobTask(
        resumeBroadcastsKind,
        async () => {
          const before = new Date(clock.now().getTime() - stalledAfterMs);
          for (const id of await store.listStalled(db, before, pageLength)) await work(id);
        },
        { cron: '* * * * *' },
      ),
    ],
  };
}

const audiencesOf = ({ audience, price = 0, also = [] }: Preview): PricedAudience[] => [{ audience, price }, ...also];

/** When it begins; null for at once. Throws `VALIDATION_FAILED` for a time that is over or too far ahead. */
function requireTime(at: string | undefined, now: Date): Date | null {
  if (at === undefined) return null;
  const time = new Date(at);
  if (time <= now) throw refusedTime('Choose a time that is not over yet');
  if (time.getTime() > now.getTime() + broadcastDaysAhead * dayMs) throw refusedTime('Choose a time within 60 days');
  return time;
}

const refusedTime = (message: string) =>
  new AppError('VALIDATION_FAILED', { message, details: { fields: { scheduledAt: message } } });

/** The broadcast of this client id; throws `IDEMPOTENCY_KEY_REUSED` when the content differs. */
function requireSame(row: store.BroadcastRow, wanted: Wanted): store.BroadcastRow {
  const { content = '', mediaId = null, price = 0, audience, also = [], scheduledAt = null } = wanted;
  const time = scheduledAt === null ? null : new Date(scheduledAt).getTime();
  if (row.content !== content || row.attachment_id !== mediaId || row.price !== price)
    throw new AppError('IDEMPOTENCY_KEY_REUSED');
  if ((row.scheduled_at?.getTime() ?? null) !== time) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  if (!isDeepStrictEqual(row.audience, audience) || !isDeepStrictEqual(row.also, also))
    throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return row;
}
