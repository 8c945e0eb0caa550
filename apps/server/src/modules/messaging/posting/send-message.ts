import { extraMessageCredits, type MessageView, type messagingOperations } from '@vlam/contract/messaging';
import type { BodyOf } from '@vlam/contract/operation';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { SenderSession } from '../../../platform/realtime.ts';
import { requireShownCredits } from '../../../platform/shown-price.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { accountOf, type CreditsService, type Move, platformIncome } from '../../credits/service.ts';
import { type ProfilesService, requireProfileId } from '../../profiles/service.ts';
import type { VipService } from '../../vip/service.ts';
import { findSent } from '../messages/message-store.ts';
import {
  type Accepted,
  findVisibility,
  markThreadsWritten,
  openThreads,
  unmarkThreadsWritten,
} from '../threads/thread-store.ts';
import type { Box, MessageMediaPort, Outgoing, Posted } from '../types.ts';
import type { ListQuotaExempt, Poster, PostOutcome, Sender } from './post.ts';
import type { MessagePublisher } from './publish.ts';

type Wanted = BodyOf<typeof messagingOperations.sendMessage>;

export interface SendDependencies {
  database: Database;
  clock: Clock;
  credits: Pick<CreditsService, 'transact' | 'move'>;
  profiles: Pick<ProfilesService, 'addAcquaintance'>;
  media: Pick<MessageMediaPort, 'requireOwn'>;
  vip: Pick<VipService, 'getMessagesPerDay'>;
  /** Throws `SPENDING_LIMIT_REACHED` while the member has paused buying. */
  requireMayBuy(accountId: string): Promise<void>;
  /** Those of `profileIds` that know `who`: they sent `who` a flame, or a subscription runs between the two. */
  knownTo(on: Db, who: string, profileIds: readonly string[]): Promise<ReadonlySet<string>>;
  listQuotaExempt: ListQuotaExempt;
}

export interface Sending {
  /**
   * Sends once per client id. Throws `UNAUTHORIZED` for a message queued by another account, `NOT_FOUND` for a person the
   * sender may not see and for a reply to a message of another thread (a reply to a deleted one is sent without its
   * quote), `CONFLICT` while the sender's profile is hidden, `MESSAGE_QUOTA_USED` with the cost unless `payCredits` agrees
   * to it, `CREATOR_PROFILE_REQUIRED` for a price, `INSUFFICIENT_CREDITS`, `SPENDING_LIMIT_REACHED`, and what
   * `media.requireOwn` throws.
   */
  send(viewer: Viewer, otherId: string, wanted: Wanted, from?: SenderSession): Promise<MessageView>;
  /**
   * Writes messages in the caller's transaction, before it locks anything else. Messages of strangers become requests.
   * Returns results in order; null for receivers who cannot be reached. Pass the results to `publishCreated` after the
   * commit.
   */
  postWithin(tx: Db, ownId: string, items: readonly Outgoing[]): Promise<(Posted | null)[]>;
}

export function createSending(deps: SendDependencies & { poster: Poster; publisher: MessagePublisher }): Sending {
  const { credits, poster, publisher } = deps;
  const { db } = deps.database;

  /** Receivers with the box that gets the sender's first message. */
  async function boxesFor(on: Db, sender: string, receivers: readonly string[]): Promise<{ id: string; box: Box }[]> {
    const known = await deps.knownTo(on, sender, receivers);
    return receivers.map((id) => ({ id, box: known.has(id) ? 'inbox' : 'request' }));
  }

  /** Opens missing threads; returns the sides this changed. */
  async function open(tx: Db, ownId: string, others: readonly { id: string; box: Box }[]): Promise<Accepted[]> {
    const threads = others.map((other) => ({ ...other, conversationId: newId() }));
    await openThreads(tx, ownId, threads, deps.clock.now());
    return markThreadsWritten(
      tx,
      ownId,
      others.map(({ id }) => id),
    );
  }

  /** Lets reached receivers see the sender from now on, and undoes `open` for the others. */
  async function close(tx: Db, ownId: string, accepted: readonly Accepted[], reached: ReadonlySet<string>) {
    await unmarkThreadsWritten(
      tx,
      ownId,
      accepted.filter(({ otherId }) => !reached.has(otherId)),
    );
    for (const { otherId } of accepted)
      if (reached.has(otherId)) await deps.profiles.addAcquaintance(tx, ownId, otherId);
  }

  const quotaUsed = async ({ accountId }: Viewer) => {
    const perDay = await deps.vip.getMessagesPerDay(accountId);
    return new AppError('MESSAGE_QUOTA_USED', { details: { cost: extraMessageCredits, perDay } });
  };

  async function refuse(item: Outgoing, outcome: Exclude<PostOutcome, Posted>): Promise<never> {
    if (outcome !== 'not_allowed') throw new AppError('NOT_FOUND');
    const { sees, isShown } = await findVisibility(db, item.sender, item.receiver);
    if (sees && !isShown)
      throw new AppError('CONFLICT', { message: 'Your profile is hidden. Show it again to write to people' });
    throw new AppError('NOT_FOUND');
  }

  /**
   * Posts in a transaction of its own what a batch cannot: the first message of a thread, and a paid message. Throws every
   * refusal, so that it rolls back: `MESSAGE_QUOTA_USED` when the quota is used and `pays` is false.
   */
  async function sendAlone(viewer: Viewer, item: Outgoing, pays: boolean): Promise<Posted> {
    const [{ sees, isShown }, boxes] = await Promise.all([
      findVisibility(db, item.sender, item.receiver),
      boxesFor(db, item.sender, [item.receiver]),
    ]);
    if (!sees || !isShown) return refuse(item, 'not_allowed');
    return credits.transact(async (tx) => {
      const accepted = await open(tx, item.sender, boxes);
      const posted = await postAlone(tx, viewer, item, pays);
      await close(tx, item.sender, accepted, new Set([item.receiver]));
      return posted;
    });
  }

  async function postAlone(tx: Db, viewer: Viewer, item: Outgoing, pays: boolean): Promise<Posted> {
    const [first] = await poster.within(tx, [item]);
    if (first && typeof first === 'object') return first;
    if (first !== 'quota_used') return refuse(item, first ?? 'not_allowed');
    if (!pays) throw await quotaUsed(viewer);
    const [paid] = await poster.within(tx, [{ ...item, sendCost: extraMessageCredits }]);
    if (!paid || typeof paid !== 'object') return refuse(item, paid ?? 'not_allowed');
    await credits.move(tx, [chargeFor(viewer, item, paid)]);
    return { ...paid, sendCost: paid.repeated ? 0 : extraMessageCredits };
  }

  /** Concurrent first messages of a pair: one call opens the thread, the others follow in a batch. */
  const openingPairs = new Map<string, Promise<unknown>>();
  async function openAndSend(viewer: Viewer, item: Outgoing, sender: Sender): Promise<Posted> {
    const pair = `${item.sender} ${item.receiver}`;
    const earlier = openingPairs.get(pair);
    if (earlier) {
      await earlier.catch(() => {});
      const outcome = await poster.send(item, sender);
      if (typeof outcome === 'object') return outcome;
      if (outcome === 'quota_used') throw await quotaUsed(viewer);
      if (outcome !== 'not_open') return refuse(item, outcome);
    }
    const turn = sendAlone(viewer, item, false);
    openingPairs.set(pair, turn);
    try {
      return await turn;
    } finally {
      if (openingPairs.get(pair) === turn) openingPairs.delete(pair);
    }
  }

  async function post(
    viewer: Viewer,
    item: Outgoing,
    agreed: number | undefined,
    from?: SenderSession,
  ): Promise<Posted> {
    const sender = { accountId: viewer.accountId, isCreator: viewer.isCreator, from };
    const outcome = await poster.send(item, sender);
    if (typeof outcome === 'object') return outcome;
    if (outcome !== 'quota_used' && outcome !== 'not_open') return refuse(item, outcome);
    try {
      if (outcome === 'not_open') return await openAndSend(viewer, item, sender);
      throw await quotaUsed(viewer);
    } catch (error) {
      if (agreed === undefined || !isQuotaUsed(error)) throw error;
    }
    requireShownCredits(agreed, extraMessageCredits);
    await deps.requireMayBuy(viewer.accountId);
    return sendAlone(viewer, item, true);
  }

  async function openAndPost(tx: Db, ownId: string, items: readonly Outgoing[]): Promise<(Posted | null)[]> {
    const others = [...new Set(items.map(({ receiver }) => receiver))].sort();
    const accepted = await open(tx, ownId, await boxesFor(tx, ownId, others));
    const outcomes = await poster.within(tx, items);
    const reached = items.filter((_, index) => typeof outcomes[index] === 'object');
    await close(tx, ownId, accepted, new Set(reached.map(({ receiver }) => receiver)));
    return outcomes.map((outcome) => (typeof outcome === 'object' ? outcome : null));
  }

  return {
    async send(viewer, otherId, wanted, from) {
      // A queued message may be sent under the cookie of the next account on the device.
      if (wanted.accountId && wanted.accountId !== viewer.accountId) throw new AppError('UNAUTHORIZED');
      const own = requireProfileId(viewer);
      if (own === otherId) throw new AppError('NOT_FOUND');
      const { content = '', mediaId = null, price = 0, replyToId = null } = wanted;
      if (price > 0 && !viewer.isCreator) throw new AppError('CREATOR_PROFILE_REQUIRED');
      const item: Outgoing = {
        id: newId(),
        sender: own,
        receiver: otherId,
        clientId: wanted.clientId,
        content,
        replyTo: replyToId,
        mediaId,
        mediaType: null,
        price,
        isRetry: wanted.again === true,
        payerAccountId: viewer.accountId,
      };
      try {
        if (mediaId) item.mediaType = await deps.media.requireOwn(viewer, mediaId, price);
      } catch (error) {
        // The file was deleted with the message that an earlier attempt stored.
        const earlier = item.isRetry && (await findSent(db, { senderId: own, otherId, clientId: item.clientId }));
        if (!earlier) throw error;
        return publisher.publishCreated(viewer, item, asRepeat(earlier, deps.clock.now()), from);
      }
      const posted = await post(viewer, item, wanted.payCredits, from);
      return publisher.publishCreated(viewer, item, posted, from);
    },
    postWithin: openAndPost,
  };
}

const asRepeat = (earlier: { conversationId: string; seq: bigint; deleted: boolean }, at: Date): Posted => ({
  ...earlier,
  expiresAt: null,
  replyToSeq: null,
  receiversBox: 'inbox',
  repeated: true,
  at,
});

const isQuotaUsed = (error: unknown) => error instanceof AppError && error.code === 'MESSAGE_QUOTA_USED';

/** Platform income only; promotional credits are spent last. */
const chargeFor = ({ accountId }: Viewer, item: Outgoing, posted: Posted): Move => ({
  kind: 'message',
  ownerId: accountId,
  key: `message ${posted.conversationId} ${item.clientId}`,
  reference: item.id,
  description: "Message past the day's quota",
  amount: extraMessageCredits,
  from: accountOf(accountId, 'wallet'),
  reserve: accountOf(accountId, 'wallet_promotional'),
  to: platformIncome('credits'),
});
