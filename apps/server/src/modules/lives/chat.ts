import type { GiftId } from '@vlam/contract/gifts';
import type { LiveMessage } from '@vlam/contract/lives';
import { liveHistoryLength } from '@vlam/contract/rules/lives';
import { afterCommit } from '../../platform/after-commit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { hasPermission, type Viewer } from '../../platform/viewer.ts';
import { type CreditsService, purchasePosting } from '../credits/service.ts';
import { type ProfilesService, requireProfileId, restrictedMessage } from '../profiles/service.ts';
import type { Seen } from './access.ts';
import * as store from './message-store.ts';
import { addTip, isRemoved } from './money-store.ts';
import { type LiveRow, lockLive } from './store.ts';
import { returnKind } from './tickets.ts';

/** Texts of one viewer in ten seconds. */
const textsAtOnce = 8;
const windowMs = 10_000;

/** A gift that is paid for in the same transaction. */
export interface LiveGift {
  senderId: string;
  recipientId: string;
  giftId: GiftId;
  credits: number;
  saleId: string;
  at: Date;
}

export interface Chat {
  /** Throws `FORBIDDEN` for a viewer who may not watch. */
  list(viewer: Viewer, seen: Seen, after: string | null): Promise<LiveMessage[]>;
  /** Throws `FORBIDDEN`, `CONFLICT` when the show is over, `QUOTA_REACHED`. */
  sendMessage(viewer: Viewer, seen: Seen, text: string): Promise<LiveMessage>;
  /** Charges a tip; idempotent by `key`. Throws as `say`, and `INSUFFICIENT_CREDITS`, `IDEMPOTENCY_KEY_REUSED`. */
  tip(viewer: Viewer, seen: Seen, tip: { credits: number; key: string }): Promise<void>;
  /** Adds a paid gift within the paying transaction. Throws as `say`, and `CONFLICT` when it is for another creator. */
  give(tx: Db, seen: Seen, gift: LiveGift): Promise<void>;
  /** Removes a viewer from an own show and returns their ticket. Throws `CONFLICT` when the show is over. */
  remove(seen: Seen, profileId: string): Promise<void>;
}

export function createChat(deps: {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  credits: Pick<CreditsService, 'transact' | 'postAll'>;
  profiles: Pick<ProfilesService, 'cards' | 'findAccountId' | 'isRestrictedBy'>;
  /** Viewers of the show refetch. */
  onChanged(liveId: string): void;
}): Chat {
  const { db, clock, jobs, credits, profiles, onChanged } = deps;

  async function present(creatorId: string, rows: readonly store.MessageRow[]): Promise<LiveMessage[]> {
    const cards = await profiles.cards.list([...new Set(rows.map(({ profile_id }) => profile_id))]);
    const nameOf = new Map(cards.map(({ id, displayName }) => [id, displayName]));
    return rows.map((row) => ({
      id: row.id,
      kind: row.kind as LiveMessage['kind'],
      profileId: row.profile_id,
      displayName: nameOf.get(row.profile_id) ?? '',
      isCreator: row.profile_id === creatorId,
      text: row.text,
      credits: row.credits,
      giftId: row.gift_id as LiveMessage['giftId'],
      timestamp: row.at.toISOString(),
    }));
  }

  function requireUnderWay({ row, canWatch }: Seen): void {
    if (!canWatch) throw new AppError('FORBIDDEN');
    if (row.ended_at) throw new AppError('CONFLICT', { message: 'This show is over' });
    if (row.is_planned) throw new AppError('CONFLICT', { message: 'This show has not begun' });
  }

  /** Waits for others who pay in the show. Throws unless it is under way and the viewer was not removed. */
  async function lockUnderWay(tx: Db, seen: Seen, profileId: string): Promise<LiveRow> {
    const live = await lockLive(tx, seen.row.id, 'update');
    requireUnderWay(seen);
    if (!live || live.ended_at) throw new AppError('CONFLICT', { message: 'This show is over' });
    if (await isRemoved(tx, live.id, profileId)) throw new AppError('FORBIDDEN');
    return live;
  }

  return {
    async list(viewer, { row, canWatch }, after) {
      if (!canWatch) throw new AppError('FORBIDDEN');
      const rows = await store.listMessages(db, {
        liveId: row.id,
        creatorId: row.creator_id,
        viewerId: viewer.profileId,
        moderates: hasPermission(viewer, 'moderate_content'),
        after,
        limit: liveHistoryLength,
      });
      return present(row.creator_id, rows);
    },

    async sendMessage(viewer, seen, text) {
      requireUnderWay(seen);
      const at = clock.now();
      const profileId = requireProfileId(viewer);
      const { id: liveId, creator_id: creatorId } = seen.row;
      if (await profiles.isRestrictedBy(creatorId, profileId))
        throw new AppError('FORBIDDEN', { message: restrictedMessage });
      if ((await store.countSince(db, liveId, profileId, new Date(at.getTime() - windowMs))) >= textsAtOnce)
        throw new AppError('QUOTA_REACHED', { message: 'Please wait a moment before the next message' });
      const written = { id: newId(at.getTime()), live_id: liveId, profile_id: profileId, kind: 'text', text, at };
      const row = await store.insertMessage(db, written);
      if (!row) throw new AppError('CONFLICT');
      onChanged(liveId);
      const [message] = await present(creatorId, [row]);
      if (!message) throw new AppError('NOT_FOUND');
      return message;
    },

    async tip(viewer, seen, { credits: amount, key }) {
      if (seen.isOwn) throw new AppError('CONFLICT', { message: 'You cannot tip yourself' });
      const profileId = requireProfileId(viewer);
      const liveId = seen.row.id;
      await credits.transact(async (tx) => {
        // Locked first, so that a concurrent retry finds the tip.
        await lockLive(tx, liveId, 'update');
        const before = await store.findTip(tx, viewer.accountId, key);
        if (before) {
          if (before.live_id !== liveId || before.credits !== amount) throw new AppError('IDEMPOTENCY_KEY_REUSED');
          return;
        }
        const live = await lockUnderWay(tx, seen, profileId);
        const at = clock.now();
        const saleId = newId();
        const row = await store.insertMessage(tx, {
          id: newId(at.getTime()),
          live_id: liveId,
          profile_id: profileId,
          kind: 'tip',
          credits: amount,
          account_id: viewer.accountId,
          key,
          sale_id: saleId,
          at,
        });
        // The key paid for a tip of another show at this moment.
        if (!row) throw new AppError('IDEMPOTENCY_KEY_REUSED');
        await addTip(tx, liveId, amount);
        await credits.postAll(tx, [
          purchasePosting({
            kind: 'tip',
            payerId: viewer.accountId,
            payeeId: live.creator_id,
            price: amount,
            reference: row.id,
            key,
            groupId: saleId,
            description: `Tip in a live show: ${live.title}`,
          }),
        ]);
        afterCommit(tx, () => onChanged(liveId));
      });
    },

    async give(tx, seen, { senderId, recipientId, giftId, credits: amount, saleId, at }) {
      const live = await lockUnderWay(tx, seen, senderId);
      if (live.creator_id !== recipientId) throw new AppError('CONFLICT', { message: 'This show is by somebody else' });
      const row = { id: newId(at.getTime()), live_id: live.id, profile_id: senderId, kind: 'gift', at };
      await store.insertMessage(tx, { ...row, gift_id: giftId, credits: amount, sale_id: saleId });
      await addTip(tx, live.id, amount);
      afterCommit(tx, () => onChanged(live.id));
    },

    async remove({ row }, profileId) {
      if (profileId === row.creator_id) throw new AppError('VALIDATION_FAILED', { message: 'This show is your own' });
      const accountId = await profiles.findAccountId(db, profileId);
      if (!accountId) throw new AppError('NOT_FOUND');
      await credits.transact(async (tx) => {
        // A ticket bought at this moment is committed before, or refused after.
        const live = await lockLive(tx, row.id, 'update');
        if (!live || live.ended_at) throw new AppError('CONFLICT', { message: 'This show is over' });
        if (live.request_id) throw new AppError('CONFLICT', { message: 'This show is for them alone. End it instead' });
        if (!(await store.insertRemoved(tx, row.id, profileId, clock.now()))) return;
        await jobs.enqueue(
          tx,
          returnKind,
          { liveId: row.id, accountId },
          { key: `live-removed:${row.id}:${profileId}` },
        );
        afterCommit(tx, () => onChanged(row.id));
      });
    },
  };
}
