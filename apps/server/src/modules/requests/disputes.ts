import type { BodyOf } from '@vlam/contract/operation';
import {
  type disputeDetail,
  type disputeSummary,
  type disputesOperations,
  maxModeratedDispute,
} from '@vlam/contract/request-disputes';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Mail, Mailer } from '../../platform/mailer.ts';
import type { Notify } from '../../platform/notices.ts';
import { hasPermission, type Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { CreditsService } from '../credits/service.ts';
import type { IdentityService } from '../identity/service.ts';
import type { MediaService } from '../media/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import {
  countDisputes,
  type DisputePosition,
  type DisputeStatus,
  findDispute,
  listDisputes,
  recordStaffView,
} from './dispute-store.ts';
import { type DecidedRequest, decidedForCreatorMail, decidedForRequesterMail, disputedMail } from './mails.ts';
import { release, returnEscrow } from './money.ts';
import { noticesOf } from './notices.ts';
import { returnedBy, totalOf } from './policy.ts';
import { readShares } from './present.ts';
import type { RequestedShows } from './shows.ts';
import * as store from './store.ts';
import { toDelivery, toOutcome } from './view.ts';

type Summary = z.output<typeof disputeSummary>;
type Detail = z.output<typeof disputeDetail>;
type Decision = BodyOf<typeof disputesOperations.decideDispute>;

export interface Disputes {
  list(
    viewer: Viewer,
    wanted: { state?: DisputeStatus | undefined; cursor?: string | undefined; limit?: number | undefined },
  ): Promise<{ items: Summary[]; nextCursor: string | null }>;
  /** Open disputes that this member of staff may decide. */
  countWaiting(viewer: Viewer): Promise<number>;
  /**
   * Records the access, which opens the delivered file to this account for an hour. Throws `NOT_FOUND`, `FORBIDDEN` for
   * a price that needs `manage_money`.
   */
  open(viewer: Viewer, requestId: string): Promise<Detail>;
  /**
   * Ends a dispute for good: status, money, audit row and mails together. Throws `NOT_FOUND`, `FORBIDDEN` for the
   * viewer's own and for a price that needs `manage_money`, `CONFLICT` for one that is decided or has changed,
   * `VALIDATION_FAILED` for a split that leaves a side nothing. The same key decides once.
   */
  decide(viewer: Viewer, requestId: string, decision: Decision, key: string | null): Promise<Detail>;
}

export interface DisputeDependencies {
  config: Config;
  database: Database;
  clock: Clock;
  mailer: Pick<Mailer, 'queue'>;
  notify: Notify;
  identity: Pick<IdentityService, 'getAccount' | 'listStaff'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
  profiles: Pick<ProfilesService, 'cards' | 'findAccountId'>;
  shows: RequestedShows;
  media: Pick<MediaService, 'listByIds' | 'addressesFor' | 'playAddressFor'>;
  credits: Pick<CreditsService, 'transact' | 'move' | 'promotionalIn' | 'sharesOf' | 'creatorPercent'>;
}

const pageSize = 20;
const position = z.tuple([z.iso.datetime(), z.uuid()]);

/** Mails and notifications about disputes, queued in the caller's transaction; erased members get none. */
export function createDisputeMessages({
  config,
  mailer,
  notify,
  identity,
  profiles,
}: Omit<DisputeDependencies, 'media' | 'credits' | 'shows'>) {
  async function queueMail(tx: Db, accountId: string | null, mail: (to: string) => Mail): Promise<void> {
    const account = accountId === null ? null : await identity.getAccount(tx, accountId).catch(() => null);
    if (account?.holdsEmail) await mailer.queue(tx, mail(account.email));
  }
  return {
    async mailDisputed(tx: Db, row: store.RequestRow, reason: string): Promise<void> {
      const accountId = await profiles.findAccountId(tx, row.creator_id);
      await queueMail(tx, accountId, (to) => disputedMail(to, config.publicUrl, { title: row.title, reason }));
    },
    /** Notifies the staff who may decide it, except its two sides. */
    async notifyStaff(tx: Db, row: store.RequestRow): Promise<void> {
      const needed = totalOf(row) > maxModeratedDispute ? 'manage_money' : 'decide_disputes';
      const [staff, creator] = [await identity.listStaff(tx, needed), await profiles.findAccountId(tx, row.creator_id)];
      await notify(
        tx,
        ...staff
          .filter((accountId) => accountId !== row.requester_account_id && accountId !== creator)
          .map((accountId) => ({ kind: 'dispute_waiting' as const, to: { accountId }, key: `dispute:${row.id}` })),
      );
    },
    async mailDecided(tx: Db, row: store.RequestRow, request: DecidedRequest): Promise<void> {
      await queueMail(tx, row.requester_account_id, (to) => decidedForRequesterMail(to, config.publicUrl, request));
      const creator = await profiles.findAccountId(tx, row.creator_id);
      await queueMail(tx, creator, (to) => decidedForCreatorMail(to, config.publicUrl, request));
    },
  };
}

const mayOpen = (viewer: Viewer, row: store.RequestRow): boolean =>
  totalOf(row) <= maxModeratedDispute || hasPermission(viewer, 'manage_money');

function requireMayOpen(viewer: Viewer, row: store.RequestRow): void {
  if (!mayOpen(viewer, row))
    throw new AppError('FORBIDDEN', {
      message: 'Disputes above 5,000 credits are decided by staff who manage money',
    });
}

/** Disputes as staff see and decide them; permission depends on the contract and on the price. */
export function createDisputes(deps: DisputeDependencies): Disputes {
  const { database, clock, compliance, profiles, media, credits } = deps;
  const { db } = database;
  const disputeMessages = createDisputeMessages(deps);

  const isParty = (viewer: Viewer, row: store.RequestRow): boolean =>
    row.requester_account_id === viewer.accountId ||
    (viewer.profileId !== null && [row.requester_id, row.creator_id].includes(viewer.profileId));

  async function summarise(viewer: Viewer, rows: readonly store.RequestRow[]): Promise<Summary[]> {
    const cards = await profiles.cards.list([...new Set(rows.flatMap((row) => [row.requester_id, row.creator_id]))]);
    const shareOf = await readShares(credits, rows);
    const names = new Map(cards.map(({ id, displayName }) => [id, displayName]));
    const sideOf = (id: string) => ({ id, displayName: names.get(id) ?? '' });
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      contentType: row.content_type as Summary['contentType'],
      isExclusive: row.is_exclusive,
      totalPrice: totalOf(row),
      status: row.status as DisputeStatus,
      requester: sideOf(row.requester_id),
      creator: sideOf(row.creator_id),
      heldPrice: row.held,
      isDelivered: row.delivered_at !== null,
      disputedAt: (row.disputed_at ?? row.created_at).toISOString(),
      isParty: isParty(viewer, row),
      mayOpen: mayOpen(viewer, row),
      outcome: toOutcome(row, shareOf(row).credits),
    }));
  }

  async function presentDetail(viewer: Viewer, row: store.RequestRow): Promise<Detail> {
    const [summary] = await summarise(viewer, [row]);
    if (!summary) throw new AppError('NOT_FOUND');
    const wanted = row.status === 'disputed' ? ((await store.listFiles(db, [row.id])).get(row.id) ?? []) : [];
    const files = await media.listByIds(db, wanted);
    return {
      ...summary,
      description: row.description,
      additionalNotes: row.additional_notes,
      createdAt: row.created_at.toISOString(),
      deadline: row.deadline?.toISOString() ?? null,
      reason: row.reason ?? '',
      answer: row.dispute_answer,
      liveId: row.live_id,
      // With the watermark of the staff member, as on every copy shown to others.
      delivery: toDelivery(
        row,
        wanted.flatMap((id) => files.get(id) ?? []),
        (file) => ({
          ...media.addressesFor(viewer, file, { premium: true }),
          playUrl: media.playAddressFor(viewer, file),
        }),
      ),
      version: row.version,
    };
  }

  async function applyDecision(tx: Db, row: store.RequestRow, viewer: Viewer, sent: Decision, key: string | null) {
    const { decision, reason } = sent;
    const returned = returnedBy(decision, row.held, sent.returnCredits);
    if (returned === null) {
      const message = `Return at least 1 and at most ${row.held - 1} credits`;
      throw new AppError('VALIDATION_FAILED', { message, details: { fields: { returnCredits: message } } });
    }
    const rest = row.held - returned;
    const now = clock.now();
    const moves = [
      ...(await returnEscrow(tx, credits, row, returned, 'decided')),
      ...(rest > 0 ? [release({ ...row, held: rest }, 'decided')] : []),
    ];
    const changed = await store.updateRequest(tx, row.id, {
      status: 'resolved',
      held: 0,
      decision,
      returned,
      decision_reason: reason,
      decided_at: now,
      decided_by: viewer.accountId,
      last_key: key,
    });
    await compliance.recordAction(tx, {
      actorId: viewer.accountId,
      action: `dispute.${decision}`,
      targetType: 'request',
      targetId: row.id,
      reason,
      details: { held: row.held, returned, released: rest, delivered: row.delivered_at !== null },
    });
    const { title } = row;
    const isDelivered = row.delivered_at !== null;
    // What was paid back in full belongs to no requester.
    if (decision === 'returned' && row.live_id) await deps.shows.closeReplay(tx, row.live_id);
    await deps.notify(tx, ...noticesOf(changed, 'decide'));
    await credits.move(tx, moves);
    const sale = { ownerId: row.requester_account_id, reference: row.id };
    const { creator = 0, held = 0 } = (await credits.sharesOf('request', [sale], tx)).get(row.id) ?? {};
    await disputeMessages.mailDecided(tx, row, {
      title,
      decision,
      returned,
      earned: { credits: creator, held },
      reason,
      isDelivered,
    });
    return changed;
  }

  return {
    async list(viewer, { state: status = 'disputed', cursor, limit = pageSize }) {
      const after: DisputePosition | null = decodeCursor(position, cursor);
      const rows = await listDisputes(db, { status, after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const at = last && (status === 'disputed' ? last.disputed_at : last.decided_at);
      return {
        items: await summarise(viewer, shown),
        nextCursor: rows.length > limit && last && at ? encodeCursor([at.toISOString(), last.id]) : null,
      };
    },
    countWaiting: (viewer) => countDisputes(db, hasPermission(viewer, 'manage_money') ? null : maxModeratedDispute),
    async open(viewer, requestId) {
      const row = await db.transaction().execute(async (tx) => {
        const found = await findDispute(tx, requestId);
        if (!found) throw new AppError('NOT_FOUND');
        requireMayOpen(viewer, found);
        await recordStaffView(tx, requestId, viewer.accountId, clock.now());
        await compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'dispute.seen',
          targetType: 'request',
          targetId: requestId,
        });
        return found;
      });
      return presentDetail(viewer, row);
    },
    async decide(viewer, requestId, sent, key) {
      const row = await credits.transact(async (tx) => {
        const before = await store.lockRequest(tx, requestId);
        if (!before || (before.status !== 'disputed' && before.status !== 'resolved')) throw new AppError('NOT_FOUND');
        if (isParty(viewer, before))
          throw new AppError('FORBIDDEN', { message: 'Another member of staff must decide a dispute of your own' });
        requireMayOpen(viewer, before);
        if (key !== null && before.last_key === key && before.status === 'resolved') return before;
        if (before.status === 'resolved') throw new AppError('CONFLICT', { message: 'This dispute has been decided' });
        if (before.version !== sent.version) throw new AppError('CONFLICT');
        return applyDecision(tx, before, viewer, sent, key);
      });
      return presentDetail(viewer, row);
    },
  };
}
