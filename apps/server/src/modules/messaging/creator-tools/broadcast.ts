import { isDeepStrictEqual } from 'node:util';
import type { MessageMediaType } from '@vlam/contract/messaging';
import {
  type Audience,
  type Broadcast,
  broadcastsPerDay,
  type creatorMessagesOperations,
} from '@vlam/contract/messaging-creators';
import type { BodyOf } from '@vlam/contract/operation';
import * as z from 'zod/mini';
import { afterCommit, transact } from '../../../platform/after-commit.ts';
import { type Clock, johannesburgDay, startOfDay } from '../../../platform/clock.ts';
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
import type { Outgoing } from '../types.ts';
import { audienceOf, type FollowersOf } from './audience.ts';
import * as store from './broadcast-store.ts';

type Wanted = BodyOf<typeof creatorMessagesOperations.sendBroadcast>;

export interface Broadcasts {
  countAudience(viewer: Viewer, audience: Audience): Promise<number>;
  /**
   * Stores the recipients; a job writes the messages. The same client id is one broadcast, and `IDEMPOTENCY_KEY_REUSED` for
   * a different one. Throws `QUOTA_REACHED` past the day's number, `CONFLICT` when it would reach
   * no one, `NOT_FOUND` and `MEDIA_NOT_READY` for its media.
   */
  sendBroadcast(viewer: Viewer, wanted: Wanted): Promise<Broadcast>;
  /** Throws `NOT_FOUND`; a finished broadcast is unchanged. */
  cancelBroadcast(viewer: Viewer, id: string): Promise<Broadcast>;
  listBroadcasts(
    viewer: Viewer,
    page: { cursor?: string | undefined; limit?: number | undefined },
  ): Promise<{ items: Broadcast[]; nextCursor: string | null }>;
  /** Writes to all waiting recipients; any number of processes may run it. */
  work(id: string): Promise<void>;
  tasks: JobTask[];
}

export interface BroadcastDependencies {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  profiles: Pick<ProfilesService, 'findAccountId'>;
  media: Pick<MessageMedia, 'requireOwn' | 'presentOwn' | 'isHeld'>;
  messaging: Pick<MessagingService, 'postWithin' | 'publishCreated'>;
  followerIds: FollowersOf;
}

const workKind = jobKind<{ id: string }>('messaging.broadcast');
const resumeBroadcastsKind = jobKind('messaging.resume-broadcasts', { maxAttempts: 2 });
const batchLength = 100;
const pageLength = 20;
/** A broadcast without progress for this long is taken over by another process. */
const stalledAfterMs = 60_000;
const position = z.tuple([z.uuid()]);

export function createBroadcasts(deps: BroadcastDependencies): Broadcasts {
  const { clock, jobs, media, messaging, profiles } = deps;
  const { db } = deps.database;
  const reach = (creatorId: string, audience: Audience) =>
    audienceOf(creatorId, audience, { now: clock.now(), followerIds: deps.followerIds });

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
        state: row.state as Broadcast['state'],
        recipients: row.recipients,
        ...{ sent, skipped, read, unlocked, earned },
        createdAt: row.created_at.toISOString(),
      };
    });
  }

  async function presentOne(viewer: Viewer, row: store.BroadcastRow): Promise<Broadcast> {
    const [view] = await present(viewer, [row]);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  const itemOf = (row: store.BroadcastRow, receiver: string): Outgoing => ({
    id: newId(),
    sender: row.profile_id,
    receiver,
    // Derived from the broadcast alone, so the process that takes over sends no duplicates.
    clientId: `broadcast:${row.id}`,
    content: row.content,
    mediaId: row.attachment_id,
    mediaType: row.media_type as MessageMediaType | null,
    price: row.price,
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
      const items = isHeld ? [] : turn.map((receiver) => itemOf(row, receiver));
      const posted = await messaging.postWithin(tx, row.profile_id, items);
      await store.recordOutcomes(
        tx,
        id,
        turn.map((profileId, index) => ({ profileId, outcome: posted[index] ? 'sent' : 'skipped' })),
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

  async function work(id: string): Promise<void> {
    const row = await db.transaction().execute((tx) => store.lockBroadcast(tx, id));
    const accountId = row && (await profiles.findAccountId(db, row.profile_id));
    if (!accountId) return;
    while (await workOnce(id, accountId)) await store.recordWork(db, id, clock.now());
    await store.finish(db, id);
  }

  return {
    work,
    countAudience: (viewer, audience) => store.countAudience(db, reach(requireProfileId(viewer), audience)),
    async sendBroadcast(viewer, wanted) {
      const { clientId, content = '', mediaId, price = 0, audience } = wanted;
      const profileId = requireProfileId(viewer);
      const before = await store.findByClient(db, profileId, clientId);
      if (before) return presentOne(viewer, requireSame(before, wanted));
      const mediaType = mediaId ? await media.requireOwn(viewer, mediaId, price) : null;
      const now = clock.now();
      const row = await db.transaction().execute(async (tx) => {
        await store.lockCreator(tx, profileId);
        const repeated = await store.findByClient(tx, profileId, clientId);
        if (repeated) return requireSame(repeated, wanted);
        if ((await store.countSince(tx, profileId, startOfDay(johannesburgDay(now)))) >= broadcastsPerDay)
          throw new AppError('QUOTA_REACHED', {
            message: say`You can write to many ${broadcastsPerDay} times a day. Try again tomorrow`,
          });
        const made = await store.insertBroadcast(
          tx,
          {
            id: newId(now.getTime()),
            profile_id: profileId,
            client_id: clientId,
            content,
            attachment_id: mediaId ?? null,
            media_type: mediaType,
            price,
            audience,
            last_progress_at: now,
            created_at: now,
          },
          reach(profileId, audience),
        );
        if (made.recipients === 0) throw new AppError('CONFLICT', { message: 'This would reach no one' });
        await jobs.enqueue(tx, workKind, { id: made.id }, { key: `messaging.broadcast:${made.id}` });
        return made;
      });
      return presentOne(viewer, row);
    },
    async cancelBroadcast(viewer, id) {
      const row = await store.cancel(db, requireProfileId(viewer), id);
      if (!row) throw new AppError('NOT_FOUND');
      return presentOne(viewer, row);
    },
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

/** The broadcast of this client id; throws `IDEMPOTENCY_KEY_REUSED` when the content differs. */
function requireSame(row: store.BroadcastRow, wanted: Wanted): store.BroadcastRow {
  const { content = '', mediaId = null, price = 0, audience } = wanted;
  if (row.content !== content || row.attachment_id !== mediaId || row.price !== price)
    throw new AppError('IDEMPOTENCY_KEY_REUSED');
  if (!isDeepStrictEqual(row.audience, audience)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return row;
}
