import type { BodyOf } from '@vlam/contract/operation';
import type { ContentRequestView, RequestStatus, requestsOperations } from '@vlam/contract/requests';
import { exclusivePrice } from '@vlam/contract/rules/exclusive-price';
import * as z from 'zod/mini';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { JobTask } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import { requireShownCredits } from '../../platform/shown-price.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { requireNotHeld } from '../content/service.ts';
import type { CreditsService } from '../credits/service.ts';
import type { Media, MediaService } from '../media/service.ts';
import { type ProfileCard, type ProfilesService, requireProfileId } from '../profiles/service.ts';
import { createDisputeMessages, createDisputes, type DisputeDependencies, type Disputes } from './disputes.ts';
import { lapseTask } from './jobs.ts';
import { hold, reclaim, release, returnEscrow } from './money.ts';
import { noticesOf } from './notices.ts';
import { addDaysTo, canRate, deadlineOf, lapseOf, totalOf } from './policy.ts';
import { createPresent } from './present.ts';
import { agreeShow, type EndedShow, isShow, parseShowTime, refused, settleShow, showTimeOf } from './shows.ts';
import { createSteps, type StepWork } from './steps.ts';
import * as store from './store.ts';
import { createTerms, type Terms, type TermsDependencies } from './terms.ts';

export { hasSentRequest, isOpenDelivery } from './store.ts';

type BodyFor<Name extends keyof typeof requestsOperations> = BodyOf<(typeof requestsOperations)[Name]>;
/** The caller's idempotency key; null without one. */
type Key = string | null;
type RequestWithBalance = { request: ContentRequestView; balance: number };

export interface RequestsService extends Pick<Terms, 'getRequestTerms' | 'ownRequestTerms' | 'setRequestTerms'> {
  list(
    viewer: Viewer,
    wanted: {
      box: 'sent' | 'received';
      status?: RequestStatus | undefined;
      cursor?: string | undefined;
      limit?: number | undefined;
    },
  ): Promise<{ items: ContentRequestView[]; nextCursor: string | null }>;
  /**
   * Sends a request and holds the offer, with the premium of an exclusive one. Throws `VIP_REQUIRED`,
   * `MEDIA_KIND_COMING` while videos cannot be delivered, `NOT_FOUND` for the creator, `VALIDATION_FAILED` for
   * oneself or an ambiguous name, `INSUFFICIENT_CREDITS`, `SPENDING_LIMIT_REACHED`. The same key sends once.
   */
  create(viewer: Viewer, request: BodyFor<'createRequest'>, key: Key): Promise<RequestWithBalance>;
  // All of these throw `NOT_FOUND` unless the viewer is the side that may take the step, and `CONFLICT` out of order.
  /**
   * At or under the offer it is agreed and the rest is returned; above it, or for another time of a show, the requester
   * must agree. A show that is agreed is planned.
   */
  respond(viewer: Viewer, requestId: string, body: BodyFor<'respondToRequest'>, key: Key): Promise<ContentRequestView>;
  /**
   * Holds the difference too. Throws `PRICE_CHANGED` unless the creator's current price was shown, or as `create` for
   * money.
   */
  acceptCounter(viewer: Viewer, requestId: string, price: number, key: Key): Promise<RequestWithBalance>;
  decline(viewer: Viewer, requestId: string, reason: string | undefined, key: Key): Promise<ContentRequestView>;
  withdraw(viewer: Viewer, requestId: string, key: Key): Promise<RequestWithBalance>;
  /**
   * Opens the creator's own file to the requester and pays the creator. Throws `NOT_FOUND` and `MEDIA_NOT_READY` for
   * the file.
   */
  deliver(viewer: Viewer, requestId: string, body: BodyFor<'deliverRequest'>, key: Key): Promise<ContentRequestView>;
  /** Held credits stay held until staff decide; credits released by a delivery are held again. */
  dispute(viewer: Viewer, requestId: string, reason: string, key: Key): Promise<ContentRequestView>;
  /** The creator's statement on a dispute, once. */
  answerDispute(viewer: Viewer, requestId: string, statement: string, key: Key): Promise<ContentRequestView>;
  /** Stars of the requester for the delivery; replaces an earlier rating. */
  rate(viewer: Viewer, requestId: string, stars: number): Promise<ContentRequestView>;
  /** In the transaction that ends a private show: it was delivered, or the escrow goes back. */
  settleShow(tx: Db, ended: EndedShow): Promise<void>;
  /** Sum and number of the stars for one creator's requests, or for all. */
  requestStars(creatorId: string | null): Promise<{ stars: number; ratings: number }>;
  disputes: Disputes;
  /** The other party of a request of the viewer's; null for requests of others. */
  otherParty(viewer: Viewer, requestId: string): Promise<string | null>;
  /** Whether a file was delivered. */
  isDelivered(on: Db, mediaId: string): Promise<boolean>;
  /** Whether one of these rows of a file was delivered exclusively, and not refunded. */
  isDeliveredExclusively(on: Db, mediaIds: readonly string[]): Promise<boolean>;
  tasks: JobTask[];
}

/** When a creator means to deliver: the time of a show, or an estimate for a file. */
interface Proposal {
  showAt: Date | null;
  estimate: NonNullable<BodyFor<'respondToRequest'>['estimatedDelivery']> | null;
}

const pageSize = 20;
const position = z.tuple([z.uuid()]);

interface RequestsDependencies extends DisputeDependencies, Pick<TermsDependencies, 'subscriptions'> {
  logger: Logger;
  profiles: Pick<ProfilesService, 'requireCreator' | 'cards' | 'findAccountId'>;
  media: Pick<
    MediaService,
    | 'findReady'
    | 'listByIds'
    | 'addressesFor'
    | 'playAddressFor'
    | 'clipsWork'
    | 'listCopies'
    | 'markFilms'
    | 'removeFiles'
  >;
  /** Whether one of these files is used outside requests. */
  isFileUsed(on: Db, mediaIds: readonly string[]): Promise<boolean>;
  /** Whether a file is published, or is a photo of its owner. */
  isFileShown(on: Db, mediaId: string): Promise<boolean>;
  credits: Pick<CreditsService, 'transact' | 'move' | 'promotionalIn' | 'balance' | 'sharesOf' | 'creatorPercent'>;
  /** Throws `SPENDING_LIMIT_REACHED` during a cool-off of the member. */
  requireMayBuy(accountId: string): Promise<void>;
  /** Whether an account's membership includes requests. */
  mayRequestContent(accountId: string): Promise<boolean>;
}

export function createRequestsService(deps: RequestsDependencies): RequestsService {
  const { clock, logger, profiles, media, credits } = deps;
  const { db } = deps.database;
  const present = createPresent(deps);
  const steps = createSteps(deps);
  const { take, lapse } = steps;
  const terms = createTerms(deps);
  const disputeMessages = createDisputeMessages(deps);

  async function presentOne(viewer: Viewer, row: store.RequestRow): Promise<ContentRequestView> {
    const [view] = await present(viewer, [row]);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }
  const presentWithBalance = async (viewer: Viewer, row: store.RequestRow): Promise<RequestWithBalance> => ({
    request: await presentOne(viewer, row),
    balance: (await credits.balance(viewer.accountId)).balance,
  });

  async function findCreator(viewer: Viewer, creatorId: string): Promise<ProfileCard> {
    const creator = await profiles.requireCreator(viewer, creatorId);
    if (creator.id !== viewer.profileId) return creator;
    const message = 'You cannot send yourself a request';
    throw new AppError('VALIDATION_FAILED', { message, details: { fields: { creatorId: message } } });
  }

  /** Ends a request and returns everything. */
  const endAs =
    (status: 'declined' | 'withdrawn' | 'lapsed', reason: string | null = null): StepWork =>
    async (tx, row) => ({
      change: { status, reason, held: 0, is_counter_offer: false },
      moves: await returnEscrow(tx, credits, row, row.held, 'ended'),
    });

  async function readProposal(
    before: store.RequestRow,
    { showAt, estimatedDelivery }: BodyFor<'respondToRequest'>,
    now: Date,
  ) {
    if (!before.show_at) {
      if (!estimatedDelivery) throw refused('estimatedDelivery', 'Say when you can deliver it');
      return { showAt: null, isOtherTime: false, estimate: estimatedDelivery };
    }
    await deps.shows.requireChecked(before.creator_id);
    const at = showAt === undefined ? before.show_at : parseShowTime(showAt, now);
    return { showAt: at, isOtherTime: at.getTime() !== before.show_at.getTime(), estimate: null };
  }

  /** What both sides have agreed to: a show that is planned, or a file by a deadline. */
  const agree = async (tx: Db, before: store.RequestRow, { showAt, estimate }: Proposal, now: Date) =>
    showAt
      ? agreeShow(tx, deps.shows, before, showAt, now)
      : {
          estimated_delivery: estimate,
          lapses_at: lapseOf(before.deadline, estimate ? { at: now, estimate } : undefined),
        };

  /** For a file with other uses. An exclusive delivery also removes what could be used later. */
  async function requireUnshared(tx: Db, copies: readonly string[], exclusively: boolean): Promise<void> {
    if (await store.isDeliveredExclusively(tx, copies))
      throw new AppError('CONFLICT', { message: 'This file was delivered to another member already' });
    if (!exclusively) return;
    if (await deps.isFileUsed(tx, copies))
      throw new AppError('CONFLICT', {
        message: 'This request is exclusive, and the file is used elsewhere. Deliver one that was made for it',
      });
    for (const id of copies) await media.removeFiles(tx, id);
  }

  async function requireDeliverable(
    tx: Db,
    fileId: string,
    together: readonly string[],
    exclusively: boolean,
  ): Promise<void> {
    await requireNotHeld(tx, fileId);
    // A published file is not exclusive to anyone, and its creator may delete it.
    if (await deps.isFileShown(tx, fileId))
      throw new AppError('CONFLICT', { message: 'This file is published. Deliver one that was made for this request' });
    // The same picture twice in one delivery is no other use.
    const copies = (await media.listCopies(tx, fileId)).filter((id) => !together.includes(id));
    if (copies.length > 0) await requireUnshared(tx, copies, exclusively);
    if (await store.conflictsWithDelivery(tx, fileId, exclusively))
      throw new AppError('CONFLICT', { message: 'This file was delivered to another member already' });
  }

  return {
    ...terms,
    async list({ profileId, ...viewer }, { box, status, cursor, limit = pageSize }) {
      const [after] = decodeCursor(position, cursor) ?? [null];
      if (!profileId) return { items: [], nextCursor: null };
      const rows = await store.listRequests(db, { profileId, box, status, after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: await present({ profileId, ...viewer }, shown),
        nextCursor: rows.length > limit && last ? encodeCursor([last.id]) : null,
      };
    },

    async create(viewer, request, key) {
      const requesterId = requireProfileId(viewer);
      if (request.contentType === 'video' && !(await media.clipsWork())) {
        const message = 'Videos cannot be delivered at the moment. Photos can be asked for today';
        throw new AppError('MEDIA_KIND_COMING', { message, details: { fields: { contentType: message } } });
      }
      const total = exclusivePrice(request.offeredPrice, request.isExclusive);
      requireShownCredits(request.totalPrice ?? total, total);
      await deps.requireMayBuy(viewer.accountId);
      const creator = await findCreator(viewer, request.creatorId);
      await terms.requireMayAsk(viewer, creator.id);
      const intent = key ?? newId();
      const now = clock.now();
      const offer = await terms.readOffer(creator.id, request);
      const showAt = showTimeOf(request, now);
      const deadline = showAt ?? (offer ? addDaysTo(now, offer.days) : deadlineOf(request.deadline, now));
      const row = await credits.transact(async (tx) => {
        const made = await store.insertRequest(tx, {
          id: newId(now.getTime()),
          requester_account_id: viewer.accountId,
          requester_id: requesterId,
          creator_id: creator.id,
          title: request.title,
          description: request.description,
          content_type: request.contentType,
          offered_price: request.offeredPrice,
          is_exclusive: request.isExclusive,
          offer_delivers: offer?.delivers ?? null,
          offer_days: offer?.days ?? null,
          held: total,
          status: 'pending',
          show_at: showAt,
          deadline,
          lapses_at: lapseOf(deadline),
          key: intent,
          created_at: now,
        });
        if (!made) return store.getByKey(tx, viewer.accountId, intent);
        await deps.notify(tx, ...noticesOf(made, 'create'));
        await credits.move(tx, [hold(made, made.held, 'offer')]);
        return made;
      });
      return presentWithBalance(viewer, row);
    },

    async respond(viewer, requestId, body, key) {
      const row = await take(viewer, { requestId, side: 'creator', step: 'respond', key }, async (tx, before, now) => {
        const { acceptedPrice, estimatedDelivery, additionalNotes } = body;
        const offer = { accepted_price: acceptedPrice, additional_notes: additionalNotes || null };
        const agreed = totalOf({ ...before, accepted_price: acceptedPrice });
        const proposed = await readProposal(before, body, now);
        if (agreed > before.held || proposed.isOtherTime) {
          const lapse = proposed.isOtherTime ? { deadline: proposed.showAt, lapses_at: lapseOf(proposed.showAt) } : {};
          const change = { show_at: proposed.showAt, estimated_delivery: estimatedDelivery ?? null, ...lapse };
          return { change: { ...offer, ...change, is_counter_offer: true }, moves: [] };
        }
        return {
          change: { ...offer, ...(await agree(tx, before, proposed, now)), status: 'accepted', held: agreed },
          moves: await returnEscrow(tx, credits, before, before.held - agreed, 'agreed'),
        };
      });
      return presentOne(viewer, row);
    },

    async acceptCounter(viewer, requestId, price, key) {
      await deps.requireMayBuy(viewer.accountId);
      const target = { requestId, side: 'requester', step: 'acceptCounter', key } as const;
      const row = await take(viewer, target, async (tx, before, now) => {
        requireShownCredits(price, before.accepted_price ?? 0);
        const agreed = totalOf(before);
        const estimate = before.estimated_delivery as Proposal['estimate'];
        const terms = await agree(tx, before, { showAt: before.show_at, estimate }, now);
        const more = agreed - before.held;
        return {
          change: { ...terms, status: 'accepted', is_counter_offer: false, held: agreed },
          // A counter-offer for another time may cost less.
          moves:
            more > 0 ? [hold(before, more, 'counter-offer')] : await returnEscrow(tx, credits, before, -more, 'agreed'),
        };
      });
      return presentWithBalance(viewer, row);
    },

    async decline(viewer, requestId, reason, key) {
      const work = endAs('declined', reason || null);
      return presentOne(viewer, await take(viewer, { requestId, side: 'creator', step: 'decline', key }, work));
    },
    async withdraw(viewer, requestId, key) {
      const work = endAs('withdrawn');
      return presentWithBalance(
        viewer,
        await take(viewer, { requestId, side: 'requester', step: 'withdraw', key }, work),
      );
    },

    async deliver(viewer, requestId, { mediaId, mediaIds, message }, key) {
      const row = await take(viewer, { requestId, side: 'creator', step: 'deliver', key }, async (tx, before, now) => {
        const files = mediaIds ?? (mediaId ? [mediaId] : []);
        for (const [place, id] of files.entries()) {
          const file = await media.findReady(tx, viewer.accountId, id, 'taken');
          // The others are of any kind.
          if (place === 0) requireKind(file, before);
          await requireDeliverable(tx, file.id, files, before.is_exclusive);
        }
        await media.markFilms(tx, files);
        await store.addFiles(tx, before.id, files.slice(1));
        return {
          change: {
            status: 'completed',
            held: 0,
            delivery_media_id: files[0] ?? null,
            delivery_message: message || null,
            delivered_at: now,
          },
          moves: [release(before)],
        };
      });
      return presentOne(viewer, row);
    },
    async dispute(viewer, requestId, reason, key) {
      const target = { requestId, side: 'requester', step: 'dispute', key } as const;
      const row = await take(viewer, target, async (tx, before, now) => {
        if (isShow(before) && !before.delivered_at)
          throw new AppError('CONFLICT', {
            message: 'If this show does not take place, your credits come back by themselves',
          });
        await disputeMessages.mailDisputed(tx, before, reason);
        await disputeMessages.notifyStaff(tx, before);
        const isPaid = before.held === 0;
        return {
          change: { status: 'disputed', reason, disputed_at: now, ...(isPaid ? { held: totalOf(before) } : {}) },
          moves: isPaid ? await reclaim(tx, before) : [],
        };
      });
      return presentOne(viewer, row);
    },
    async answerDispute(viewer, requestId, statement, key) {
      const target = { requestId, side: 'creator', step: 'answer', key } as const;
      const row = await take(viewer, target, async () => ({ change: { dispute_answer: statement }, moves: [] }));
      return presentOne(viewer, row);
    },
    async rate(viewer, requestId, stars) {
      const row = await credits.transact(async (tx) => {
        const before = await store.lockRequest(tx, requestId);
        if (!before || before.requester_id !== viewer.profileId) throw new AppError('NOT_FOUND');
        if (!canRate(before))
          throw new AppError('CONFLICT', { message: 'Only what was delivered to you can be rated' });
        return store.setStars(tx, requestId, stars);
      });
      return presentOne(viewer, row);
    },
    settleShow: (tx, ended) => settleShow(tx, { steps, credits }, ended),
    requestStars: (creatorId) => store.sumStars(db, creatorId),
    disputes: createDisputes(deps),

    async otherParty({ profileId }, requestId) {
      const row = profileId ? await store.findRequest(db, requestId) : undefined;
      if (row?.requester_id === profileId) return row?.creator_id ?? null;
      return row?.creator_id === profileId ? (row?.requester_id ?? null) : null;
    },
    isDelivered: store.isDelivered,
    isDeliveredExclusively: store.isDeliveredExclusively,
    tasks: [lapseTask({ db, clock, logger, lapse: (id) => lapse(id, endAs('lapsed')) })],
  };
}

/** The delivery must be of the requested kind. */
function requireKind(file: Pick<Media, 'kind'>, { content_type }: Pick<store.RequestRow, 'content_type'>): void {
  if (content_type === 'live_show')
    throw new AppError('CONFLICT', { message: 'This request asks for a live show. Begin it at its time' });
  if (content_type === 'photo' && file.kind !== 'image')
    throw new AppError('CONFLICT', { message: 'This request asks for a photo' });
  if (content_type === 'video' && file.kind !== 'video')
    throw new AppError('CONFLICT', { message: 'This request asks for a video' });
}
