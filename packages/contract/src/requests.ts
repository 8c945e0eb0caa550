import * as z from 'zod/mini';
import { contentFile, contentView, mediaIds, oneWay } from './content.ts';
import { operation } from './operation.ts';
import { deliveryEstimates, disputeDays, offeredPriceRange, requestedShowAheadMs } from './rules/requests.ts';
import {
  creatorPrice,
  credits,
  cursorQuery,
  id,
  idParams,
  page,
  requiredText,
  starsBody,
  text,
  timestamp,
} from './schemas.ts';

export { deliveryEstimates, disputeDays, offeredPriceRange, requestedShowAheadMs };

export const requestContentTypes = ['photo', 'video', 'live_show'] as const;
/** `disputed` waits for staff, `resolved` was decided by staff; `withdrawn` and `lapsed` returned the money. */
export const requestStatuses = [
  'pending',
  'accepted',
  'completed',
  'declined',
  'withdrawn',
  'lapsed',
  'disputed',
  'resolved',
] as const;
export type RequestStatus = (typeof requestStatuses)[number];
export const deadlineChoices = ['24h', '3days', 'week', '2weeks', 'none'] as const;
/** Hours of each delivery estimate, from the acceptance. */
export const estimateHours = { today: 24, tomorrow: 48, '2-3days': 72, week: 168 } as const;
/** Hours of each deadline choice, from the request; `none` sets no deadline. */
export const deadlineHours = { '24h': 24, '3days': 72, week: 168, '2weeks': 336, none: null } as const;
/** Hours after the deadline, or else the estimated delivery, until a request lapses. */
export const lapseHours = 48;

/** What was delivered, accessible to requester and creator only: the first file, and all of several. */
export const requestDelivery = z.extend(
  z.pick(contentView, { mediaType: true, mediaUrl: true, sources: true, width: true, height: true, duration: true }),
  {
    mediaId: id,
    /** All files in order; absent for one. */
    files: z.optional(z.array(contentFile)),
    message: z.nullable(z.string()),
    deliveredAt: timestamp,
  },
);
export type RequestDelivery = z.output<typeof requestDelivery>;

/** Possible decisions: all to the creator, all to the requester, or a split. */
export const disputeDecisions = ['released', 'returned', 'split'] as const;
export type DisputeDecision = (typeof disputeDecisions)[number];

/** Outcome of a dispute, as both sides see it. */
export const disputeOutcome = z.object({
  decision: z.enum(disputeDecisions),
  /** Returned to the requester. */
  returnedCredits: credits,
  /** The creator's share of the rest. */
  creatorCredits: credits,
  reason: z.string(),
  decidedAt: timestamp,
});

export const contentRequest = z.object({
  id,
  requesterId: id,
  requester: z.object({ id, displayName: z.string(), avatar: z.string() }),
  creatorId: id,
  creator: z.object({ id, displayName: z.string(), avatar: z.string() }),
  title: z.string(),
  description: z.string(),
  contentType: z.enum(requestContentTypes),
  /** Before the premium of an exclusive request, like `acceptedPrice`. */
  offeredPrice: credits,
  isExclusive: z.boolean(),
  /** Credits in escrow. */
  heldPrice: credits,
  /** Set by an acceptance or a counter-offer. */
  acceptedPrice: z.nullable(credits),
  /** The requester's total: accepted or else offered price, with the premium. */
  totalPrice: credits,
  /** A counter-offer waits for the requester. */
  isCounterOffer: z.boolean(),
  estimatedDelivery: z.nullable(z.enum(deliveryEstimates)),
  additionalNotes: z.nullable(z.string()),
  /** What an offer of the menu said when the request was sent; null without one. */
  offer: z.nullable(z.object({ delivers: z.string(), days: z.int() })),
  status: z.enum(requestStatuses),
  deadline: z.nullable(timestamp),
  lapsesAt: z.nullable(timestamp),
  createdAt: timestamp,
  /** When a live show is to begin: as asked, or as the creator proposed. Null for other kinds. */
  showAt: z.nullable(timestamp),
  /** The private show, from the acceptance on. */
  liveId: z.nullable(id),
  delivery: z.nullable(requestDelivery),
  /** When the file was delivered, or the show was over. */
  deliveredAt: z.nullable(timestamp),
  /** Why it was declined or disputed. */
  reason: z.nullable(z.string()),
  /** The creator's statement on the dispute. */
  disputeAnswer: z.nullable(z.string()),
  outcome: z.nullable(disputeOutcome),
  /** The creator's share of `totalPrice`. */
  creatorShare: credits,
  /** The part of the creator's earnings that is held; 0 before payment. */
  creatorHeld: credits,
  /** The requester's own rating, visible to them only. */
  rating: z.nullable(z.int()),
  /** Sent by the caller; otherwise received. */
  isOwn: z.boolean(),
  version: z.int(),
});
export type ContentRequestView = z.output<typeof contentRequest>;

const showTime = z.iso.datetime({ offset: true });
const answer = z.object({ request: contentRequest, balance: credits });
const refusals = ['NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED'] as const;

export const requestsOperations = {
  listRequests: operation({
    method: 'GET',
    path: '/api/content-requests',
    summary: 'Sent or received requests, newest first',
    access: 'adult',
    query: z.extend(cursorQuery, {
      box: z._default(z.enum(['sent', 'received']), 'sent'),
      status: z.optional(z.enum(requestStatuses)),
    }),
    response: page(contentRequest),
  }),
  createRequest: operation({
    method: 'POST',
    path: '/api/content-requests',
    summary: 'Send a creator a request; the offer is held in escrow until it is delivered or ends',
    access: 'adult',
    sharedText: ['title', 'description'],
    idempotent: 'stored',
    purchase: { chosen: 'offeredPrice' },
    rate: 'write',
    body: z.strictObject({
      creatorId: id,
      title: requiredText(1, 100, 'Title is required', 'Title too long'),
      description: requiredText(1, 1_000, 'Description is required', 'Description too long'),
      contentType: z.enum(requestContentTypes),
      offeredPrice: creatorPrice,
      /** An offer of the creator's menu, with its title, kind and price. */
      offerId: z.optional(id),
      isExclusive: z._default(z.boolean(), false),
      /** The displayed escrow, with the premium; any other amount is `PRICE_CHANGED`. */
      totalPrice: z.optional(z.int()),
      deadline: z.optional(z.enum(deadlineChoices)),
      /** For a live show, which has this time instead of a deadline. */
      showAt: z.optional(showTime),
    }),
    response: answer,
    status: 201,
    errors: [
      ...refusals,
      'VALIDATION_FAILED',
      'PRICE_CHANGED',
      'VIP_REQUIRED',
      'INSUFFICIENT_CREDITS',
      'SPENDING_LIMIT_REACHED',
      'MEDIA_KIND_COMING',
    ],
  }),
  respondToRequest: operation({
    method: 'POST',
    path: '/api/content-requests/{id}/respond',
    summary:
      'Accept at or under the offer, or make a counter-offer above it or for another time; an accepted live show is planned',
    access: 'creator',
    sharedText: ['additionalNotes'],
    idempotent: 'stored',
    rate: 'write',
    params: idParams,
    body: z.strictObject({
      /** Before the premium; compared with `offeredPrice`. */
      acceptedPrice: creatorPrice,
      /** Confirms the request's exclusivity; the premium was added by the request. */
      isExclusive: z._default(z.boolean(), false),
      /** Left out for a live show only. */
      estimatedDelivery: z.optional(z.enum(deliveryEstimates)),
      additionalNotes: z.optional(text(500, 'Notes too long')),
      /** Another time for a live show; the requester must agree. */
      showAt: z.optional(showTime),
    }),
    response: contentRequest,
    errors: [...refusals, 'VALIDATION_FAILED', 'FORBIDDEN'],
  }),
  declineRequest: operation({
    method: 'POST',
    path: '/api/content-requests/{id}/decline',
    summary: 'Decline a request; the escrow is returned',
    access: 'creator',
    idempotent: 'stored',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ reason: z.optional(text(300, 'Reason too long')) }),
    response: contentRequest,
    errors: refusals,
  }),
  withdrawRequest: operation({
    method: 'POST',
    path: '/api/content-requests/{id}/withdraw',
    summary: 'Withdraw a pending request',
    access: 'adult',
    idempotent: 'stored',
    rate: 'write',
    params: idParams,
    response: answer,
    errors: refusals,
  }),
  acceptCounterOffer: operation({
    method: 'POST',
    path: '/api/content-requests/{id}/accept-counter',
    summary: 'Accept a counter-offer; the difference is added to the escrow',
    access: 'adult',
    idempotent: 'stored',
    purchase: { shown: 'price' },
    rate: 'write',
    params: idParams,
    /** The displayed `acceptedPrice` of the counter-offer. */
    body: z.strictObject({ price: creatorPrice }),
    response: answer,
    errors: [...refusals, 'PRICE_CHANGED', 'INSUFFICIENT_CREDITS', 'SPENDING_LIMIT_REACHED'],
  }),
  deliverRequest: operation({
    method: 'POST',
    path: '/api/content-requests/{id}/deliver',
    summary: 'Deliver ready files; releases the escrow 80/20. A live show is delivered by running',
    access: 'creator',
    sharedText: ['message'],
    idempotent: 'stored',
    rate: 'write',
    params: idParams,
    /** `mediaIds`, or `mediaId` for one. The first is of the kind that was asked for, the others of any. */
    body: z
      .strictObject({
        mediaId: z.optional(id),
        mediaIds: z.optional(mediaIds),
        message: z.optional(text(500, 'Message too long')),
      })
      .check(
        oneWay,
        z.refine((body) => body.mediaId !== undefined || body.mediaIds !== undefined, {
          path: ['mediaId'],
          error: 'Choose a file',
        }),
      ),
    response: contentRequest,
    errors: [...refusals, 'MEDIA_NOT_READY', 'MEDIA_KIND_COMING'],
  }),
  disputeRequest: operation({
    method: 'POST',
    path: '/api/content-requests/{id}/dispute',
    summary: 'Dispute a delivery, or a missing one; the escrow waits for the decision of staff',
    access: 'adult',
    idempotent: 'stored',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ reason: requiredText(1, 500, 'Please say what is wrong', 'Reason too long') }),
    response: contentRequest,
    errors: refusals,
  }),
  rateRequest: operation({
    method: 'POST',
    path: '/api/content-requests/{id}/rating',
    summary: 'Rate a delivery with one to five stars, or change the rating',
    access: 'adult',
    rate: 'write',
    params: idParams,
    body: starsBody,
    response: contentRequest,
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  answerDispute: operation({
    method: 'POST',
    path: '/api/content-requests/{id}/dispute-answer',
    summary: "Add the creator's statement to a dispute, once",
    access: 'creator',
    idempotent: 'stored',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ answer: requiredText(1, 500, 'Please say how you see it', 'Answer too long') }),
    response: contentRequest,
    errors: refusals,
  }),
};
