import type { MessageMediaType, MessageView } from '@vlam/contract/messaging';
import type { creatorMessagesOperations, WelcomeAudience } from '@vlam/contract/messaging-creators';
import type { BodyOf, ResponseOf } from '@vlam/contract/operation';
import { afterCommit, transact } from '../../../platform/after-commit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { type ProfilesService, requireProfileId } from '../../profiles/service.ts';
import type { MessageMedia } from '../media/media.ts';
import { chatActor } from '../posting/chat-actor.ts';
import type { MessagingService } from '../service.ts';
import { endRequests } from '../threads/thread-store.ts';
import type { Outgoing } from '../types.ts';
import { type FollowersOf, mayGreetFollower } from './audience.ts';
import { findWelcome, lockWelcome, putWelcome, type WelcomeRow } from './welcome-store.ts';

type WelcomeView = ResponseOf<typeof creatorMessagesOperations.welcomeMessage>;
type Wanted = BodyOf<typeof creatorMessagesOperations.setWelcomeMessage>;

export interface Welcomes {
  getWelcome(viewer: Viewer, audience?: WelcomeAudience): Promise<WelcomeView>;
  /** Throws `VALIDATION_FAILED` for an empty message or a price without media, `NOT_FOUND` and `MEDIA_NOT_READY` for its media. */
  setWelcome(viewer: Viewer, wanted: Wanted): Promise<WelcomeView>;
  /**
   * Enqueues, in the transaction, a job that sends the welcome message and moves earlier requests between the two to their
   * inboxes.
   */
  queueWelcomes(tx: Db, pairs: readonly { creatorId: string; subscriberId: string }[]): Promise<void>;
  /** Enqueues, in the transaction, a job that greets a new follower, unless the two have a subscription or a thread already. */
  queueFollowerWelcome(tx: Db, pair: { creatorId: string; followerId: string }): Promise<void>;
  tasks: JobTask[];
}

export interface WelcomeDependencies {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  profiles: Pick<ProfilesService, 'findAccountId'>;
  media: Pick<MessageMedia, 'requireOwn' | 'presentOwn' | 'releaseFiles' | 'isHeld'>;
  messaging: Pick<MessagingService, 'postWithin' | 'publishCreated'>;
  followerIds: FollowersOf;
}

const greetKind = jobKind<{ creatorId: string; subscriberId: string }>('messaging.welcome');
/** One welcome message per thread, also after further subscriptions. */
const greeting = 'welcome-message';
const greetFollowerKind = jobKind<{ creatorId: string; followerId: string }>('messaging.welcome-follower');
const followerGreeting = 'welcome-follower';

export function createWelcomes(deps: WelcomeDependencies): Welcomes {
  const { clock, jobs, media, messaging, profiles } = deps;
  const { db } = deps.database;

  async function toView(viewer: Viewer, row: WelcomeRow | undefined): Promise<WelcomeView> {
    const id = row?.attachment_id ?? null;
    const shown: MessageView['media'] = id ? ((await media.presentOwn(viewer, [id])).get(id) ?? null) : null;
    return { enabled: row?.enabled ?? false, content: row?.content ?? '', media: shown, price: row?.price ?? 0 };
  }

  async function greet({ creatorId, subscriberId }: { creatorId: string; subscriberId: string }): Promise<void> {
    const accountId = await profiles.findAccountId(db, creatorId);
    if (!accountId) return;
    await transact(db, async (tx) => {
      await endRequests(tx, creatorId, subscriberId);
      await send(tx, { accountId, creatorId, receiver: subscriberId, audience: 'subscriber' });
    });
  }

  async function greetFollower({ creatorId, followerId }: { creatorId: string; followerId: string }): Promise<void> {
    const accountId = await profiles.findAccountId(db, creatorId);
    if (!accountId) return;
    await transact(db, async (tx) => {
      if (!(await mayGreetFollower(tx, { creatorId, followerId, now: clock.now(), followerIds: deps.followerIds })))
        return;
      await send(tx, { accountId, creatorId, receiver: followerId, audience: 'follower' });
    });
  }

  async function send(
    tx: Db,
    to: { accountId: string; creatorId: string; receiver: string; audience: WelcomeAudience },
  ): Promise<void> {
    const { creatorId, receiver, audience } = to;
    const welcome = await findWelcome(tx, creatorId, audience);
    if (!welcome?.enabled) return;
    // A file that was held after it was chosen stays where it is; the words are sent.
    const file = welcome.attachment_id && !(await media.isHeld(tx, welcome.attachment_id)) ? welcome : null;
    if (!file && !welcome.content) return;
    const item: Outgoing = {
      id: newId(),
      sender: creatorId,
      receiver,
      clientId: audience === 'follower' ? followerGreeting : greeting,
      content: welcome.content,
      mediaId: file?.attachment_id ?? null,
      mediaType: (file?.media_type ?? null) as MessageMediaType | null,
      price: file?.price ?? 0,
      // As a broadcast: a thread with each new follower would bury the creator's inbox.
      broadcastId: audience === 'follower' ? creatorId : null,
      payerAccountId: null,
    };
    const [posted] = await messaging.postWithin(tx, creatorId, [item]);
    if (!posted || posted.repeated) return;
    const actor = chatActor(to.accountId, creatorId);
    afterCommit(tx, async () => void (await messaging.publishCreated(actor, item, posted)));
  }

  return {
    getWelcome: async (viewer, audience = 'subscriber') =>
      toView(viewer, await findWelcome(db, requireProfileId(viewer), audience)),
    async setWelcome(viewer, { audience = 'subscriber', enabled, content, mediaId, price = 0 }) {
      const profileId = requireProfileId(viewer);
      const mediaType = mediaId ? await media.requireOwn(viewer, mediaId, price) : null;
      const row = await db.transaction().execute(async (tx) => {
        const before = await lockWelcome(tx, profileId, audience);
        const kept = mediaId === undefined ? before : undefined;
        const next: WelcomeRow = {
          profile_id: profileId,
          enabled,
          content,
          attachment_id: kept ? kept.attachment_id : (mediaId ?? null),
          media_type: kept ? kept.media_type : mediaType,
          price,
          updated_at: clock.now(),
        };
        if (enabled && !content && !next.attachment_id) refuse('content', 'Write a message first');
        if (price > 0 && !next.attachment_id) refuse('price', 'Only a photo or a video can have a price');
        await putWelcome(tx, next, audience);
        if (before?.attachment_id && before.attachment_id !== next.attachment_id)
          await media.releaseFiles(tx, [before.attachment_id]);
        return next;
      });
      return toView(viewer, row);
    },
    queueWelcomes: async (tx, pairs) => {
      if (pairs.length === 0) return;
      await jobs.enqueueAll(
        tx,
        greetKind,
        pairs.map((pair) => ({ key: `messaging.welcome:${pair.creatorId}:${pair.subscriberId}`, payload: pair })),
      );
    },
    async queueFollowerWelcome(tx, { creatorId, followerId }) {
      if (!(await findWelcome(tx, creatorId, 'follower'))?.enabled) return;
      const key = `messaging.welcome-follower:${creatorId}:${followerId}`;
      await jobs.enqueue(tx, greetFollowerKind, { creatorId, followerId }, { key });
    },
    tasks: [jobTask(greetKind, greet), jobTask(greetFollowerKind, greetFollower)],
  };
}

function refuse(field: string, message: string): never {
  throw new AppError('VALIDATION_FAILED', { message, details: { fields: { [field]: message } } });
}
