import * as z from 'zod/mini';
import { classifications } from './content.ts';
import { giftIds } from './gifts.ts';
import { operation } from './operation.ts';
import { isSdp } from './rules/calls.ts';
import { liveEndings, liveReplays, liveTextLength, maxLiveSdpLength } from './rules/lives.ts';
import { messageText } from './rules/message-text.ts';
import {
  creatorPrice,
  credits,
  earned,
  id,
  idParams,
  requiredText,
  shownCredits,
  startNow,
  tierNumber,
  timestamp,
} from './schemas.ts';

/** Who watches: holders of a ticket and subscribers, subscribers only, or every adult. */
export const liveAudiences = ['tickets', 'subscribers', 'free'] as const;
export type LiveAudience = (typeof liveAudiences)[number];
/** A private show is for the member who requested it. */
export const shownAudiences = [...liveAudiences, 'private'] as const;
export const liveCategories = ['talk', 'music', 'dance', 'fitness', 'art', 'other'] as const;
export type LiveCategory = (typeof liveCategories)[number];
/** Film-board classes of a show; X18 is not broadcast. */
export const liveClassifications = ['13', '16', '18'] as const satisfies readonly (typeof classifications)[number][];
/** `planned`: its creator has not begun it; `waiting`: no picture has arrived yet; `interrupted`: none for some seconds. */
export const liveStates = ['planned', 'waiting', 'running', 'interrupted', 'over'] as const;
export type LiveState = (typeof liveStates)[number];

export const liveView = z.object({
  id,
  title: z.string(),
  category: z.enum(liveCategories),
  audience: z.enum(shownAudiences),
  /** The lowest tier that opens the show to subscribers; absent for the first. */
  fromTier: z.optional(tierNumber),
  /** Its name, with `fromTier`. */
  tierName: z.optional(z.string()),
  /** The request of a private show. */
  requestId: z.nullable(id),
  /** Price of a ticket; null where none is sold. */
  ticketCredits: z.nullable(credits),
  classification: z.enum(classifications),
  creator: z.object({
    id,
    displayName: z.string(),
    age: z.nullable(z.int()),
    isVerified: z.boolean(),
    avatarUrl: z.string(),
    portraitUrl: z.string(),
  }),
  state: z.enum(liveStates),
  startedAt: timestamp,
  /** When a show is to begin that its creator has not begun; null otherwise. */
  plannedFor: z.nullable(timestamp),
  /** Whether the caller is notified when it begins. */
  isReminded: z.boolean(),
  endedAt: z.nullable(timestamp),
  ending: z.nullable(z.enum(liveEndings)),
  /** People watching now. */
  watching: z.int(),
  /** Tips and gifts in credits so far. */
  tips: credits,
  goal: z.nullable(z.object({ title: z.string(), credits })),
  /** A show of the sample world: no one broadcasts it, and it cannot be opened. */
  isSample: z.boolean(),
  isOwn: z.boolean(),
  isFollowed: z.boolean(),
  /** With a tier that opens the show. */
  isSubscribed: z.boolean(),
  /** Null without a ticket; `returned` when its credits went back. */
  ticket: z.nullable(z.enum(['held', 'returned'])),
  /** Address of the stream while the viewer may watch, else null. */
  playlistUrl: z.nullable(z.string()),
  /** Who may watch the show again: holders of a ticket, subscribers too, or no one; `none` without a replay. */
  replayFor: z.enum(liveReplays),
  /** After the end, for a viewer who may watch again; removed by its creator or a moderator at any time. */
  replay: z.nullable(z.object({ playlistUrl: z.string(), until: timestamp, seconds: z.int() })),
});
export type LiveView = z.output<typeof liveView>;

/** A show as its creator sees it. */
export const liveOwnFigures = z.object({
  tickets: z.int(),
  /** Tickets whose credits went back. */
  returned: z.int(),
  /** People who tipped or sent a gift. */
  tippers: z.int(),
  peak: z.int(),
  earned,
});

export const liveDetails = z.extend(liveView, {
  own: z.nullable(liveOwnFigures),
  /** The creator's portrait for the whole window, tall and wide; without glass for who may watch. */
  poster: z.optional(z.object({ tall: z.string(), wide: z.string() })),
  /** The caller may stop it as a moderator. */
  canStop: z.boolean(),
  /** The server has an SFU: who sends the show sends it there too, and who may watch tries it first. */
  isDirect: z.boolean(),
});
export type LiveDetails = z.output<typeof liveDetails>;

export const liveMessage = z.object({
  id,
  kind: z.enum(['text', 'tip', 'gift']),
  profileId: id,
  displayName: z.string(),
  isCreator: z.boolean(),
  /** Empty for a tip or a gift. */
  text: z.string(),
  /** Of a tip or a gift; 0 for a text. */
  credits,
  giftId: z.nullable(z.enum(giftIds)),
  timestamp,
});
export type LiveMessage = z.output<typeof liveMessage>;

const ingest = z.object({ id, ingestUrl: z.string(), ingestKey: z.string() });
const paid = z.object({ balance: credits, live: liveDetails });
const sdp = z.string().check(z.maxLength(maxLiveSdpLength), z.refine(isSdp));
const iceServers = z.array(z.object({ urls: z.array(z.string()), username: z.string(), credential: z.string() }));
const directConnectionParams = z.strictObject({ id, connectionId: id });
/** What a creator decides before a show. */
const startBody = {
  title: requiredText(1, 120, 'Title is required', 'Title too long'),
  category: z._default(z.enum(liveCategories), 'talk'),
  audience: z.enum(liveAudiences),
  /** The lowest tier that opens it to subscribers; the first one when left out. */
  fromTier: z.optional(tierNumber),
  /** 25 when left out. Only for an audience of tickets. */
  ticketCredits: z.optional(creatorPrice),
  classification: z._default(z.enum(liveClassifications), '18'),
  goal: z.optional(
    z.strictObject({
      title: requiredText(1, 80, 'Say what the goal is for', 'Please keep it under 80 characters'),
      credits: creatorPrice,
    }),
  ),
  /** `holders` with tickets, else `none`, when left out. `holders` only with tickets. */
  replay: z.optional(z.enum(liveReplays)),
};

export const livesOperations = {
  listLives: operation({
    method: 'GET',
    path: '/api/lives',
    summary:
      'Shows that run now, most watched first, then the sample shows of a demo; at most 60. And planned shows, and the replays open to the caller',
    access: 'adult',
    query: z.strictObject({ category: z.optional(z.enum(liveCategories)) }),
    response: z.object({
      items: z.array(liveView),
      /** Shows that run now, in every category. */
      running: z.int(),
      /** Sample shows of a demo; 0 elsewhere. */
      samples: z.int(),
      /** Shows that are planned, the next first; at most 20. */
      planned: z.array(liveView),
      /** Shows that are over and that the caller may watch again, the latest first; at most 20. */
      replays: z.array(liveView),
    }),
    errors: ['VALIDATION_FAILED'],
  }),
  ownLive: operation({
    method: 'GET',
    path: '/api/lives/own',
    summary: 'The show that the caller has under way, or null',
    access: 'creator',
    response: z.object({ live: z.nullable(liveDetails) }),
  }),
  getLive: operation({
    method: 'GET',
    path: '/api/lives/{id}',
    summary: 'One show, with the address of its stream for those who may watch',
    access: 'adult',
    params: idParams,
    response: liveDetails,
    errors: ['NOT_FOUND'],
  }),
  startLive: operation({
    method: 'POST',
    path: '/api/lives',
    summary: 'Begin a show; its pictures arrive over the socket of ingestUrl',
    access: 'creator',
    sharedText: ['title', 'goal.title'],
    rate: 'write',
    body: z.strictObject(startBody),
    response: ingest,
    status: 201,
    errors: ['VALIDATION_FAILED', 'CONFLICT', 'FORBIDDEN'],
  }),
  planLive: operation({
    method: 'POST',
    path: '/api/lives/planned',
    summary:
      'Announce a show of the next six days; its tickets are sold from now on, and go back when it does not begin',
    access: 'creator',
    sharedText: ['title', 'goal.title'],
    rate: 'write',
    body: z.strictObject({ ...startBody, startsAt: z.iso.datetime({ offset: true }) }),
    response: liveDetails,
    status: 201,
    errors: ['VALIDATION_FAILED', 'CONFLICT', 'FORBIDDEN'],
  }),
  beginPlannedLive: operation({
    method: 'POST',
    path: '/api/lives/{id}/begin',
    summary: 'Begin an own planned show, from 15 minutes before its time',
    access: 'creator',
    rate: 'write',
    params: idParams,
    response: ingest,
    errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
  }),
  remindOfLive: operation({
    method: 'POST',
    path: '/api/lives/{id}/reminder',
    summary: 'Be notified when a planned show begins, or no longer',
    access: 'adult',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ isWanted: z.boolean() }),
    response: liveDetails,
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  openLiveIngest: operation({
    method: 'POST',
    path: '/api/lives/{id}/ingest',
    summary: 'A new key for sending an own show, which ends the one before; for a reload or another device',
    access: 'creator',
    rate: 'write',
    params: idParams,
    response: ingest,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  liveIceServers: operation({
    method: 'GET',
    path: '/api/lives/{id}/direct',
    summary: 'Relay credentials for sending an own show to the SFU, valid for at most ten minutes',
    access: 'creator',
    rate: 'write',
    params: idParams,
    response: z.object({ iceServers }),
    errors: ['NOT_FOUND'],
  }),
  sendLiveDirect: operation({
    method: 'POST',
    path: '/api/lives/{id}/direct/send',
    summary:
      'Send an own show to the SFU as well, with its valid ingest key; the answer is null while there is none or it cannot be reached',
    access: 'creator',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ ingestKey: z.string().check(z.minLength(1), z.maxLength(64)), offer: sdp }),
    response: z.object({ answer: z.nullable(z.string()) }),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  watchLiveDirect: operation({
    method: 'POST',
    path: '/api/lives/{id}/direct',
    summary: 'Watch a show from the SFU; null while that is not possible and the playlist is the only way',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: z.object({
      direct: z.nullable(z.object({ connectionId: id, offer: z.string(), iceServers })),
    }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),
  answerLiveDirect: operation({
    method: 'POST',
    path: '/api/lives/{id}/direct/{connectionId}',
    summary: 'Answer the offer of an own connection to the SFU, once, within fifteen seconds',
    access: 'adult',
    rate: 'write',
    params: directConnectionParams,
    body: z.strictObject({ answer: sdp }),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  }),
  endLive: operation({
    method: 'POST',
    path: '/api/lives/{id}/end',
    summary: 'End an own show, or call off a planned one',
    access: 'creator',
    rate: 'write',
    params: idParams,
    response: liveDetails,
    errors: ['NOT_FOUND'],
  }),
  deleteLiveReplay: operation({
    method: 'DELETE',
    path: '/api/lives/{id}/replay',
    summary: 'Remove the replay of an own show, for everybody',
    access: 'creator',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  buyLiveTicket: operation({
    method: 'POST',
    path: '/api/lives/{id}/ticket',
    summary: 'Buy a ticket at the price shown; at most once per member and show',
    access: 'adult',
    idempotent: 'ledger',
    purchase: { shown: 'price' },
    rate: 'write',
    params: idParams,
    body: z.strictObject({ price: shownCredits, startNow }),
    response: paid,
    status: 201,
    errors: [
      'NOT_FOUND',
      'VALIDATION_FAILED',
      'PRICE_CHANGED',
      'CONFLICT',
      'INSUFFICIENT_CREDITS',
      'IDEMPOTENCY_KEY_REUSED',
      'SPENDING_LIMIT_REACHED',
    ],
  }),
  tipLive: operation({
    method: 'POST',
    path: '/api/lives/{id}/tip',
    summary: 'Tip during a show, towards its goal',
    access: 'adult',
    idempotent: 'ledger',
    purchase: { chosen: 'credits' },
    rate: 'write',
    params: idParams,
    body: z.strictObject({ credits: creatorPrice }),
    response: paid,
    status: 201,
    errors: [
      'NOT_FOUND',
      'FORBIDDEN',
      'VALIDATION_FAILED',
      'CONFLICT',
      'INSUFFICIENT_CREDITS',
      'IDEMPOTENCY_KEY_REUSED',
      'SPENDING_LIMIT_REACHED',
    ],
  }),
  listLiveMessages: operation({
    method: 'GET',
    path: '/api/lives/{id}/messages',
    summary:
      'The latest messages of a show, oldest first, for those who may watch; with after, those since it and of the ten seconds before',
    access: 'adult',
    params: idParams,
    query: z.strictObject({ after: z.optional(id) }),
    response: z.array(liveMessage),
    errors: ['NOT_FOUND', 'FORBIDDEN', 'VALIDATION_FAILED'],
  }),
  sendLiveMessage: operation({
    method: 'POST',
    path: '/api/lives/{id}/messages',
    summary: 'Say something in a show',
    access: 'adult',
    sharedText: ['text'],
    rate: 'message',
    params: idParams,
    body: z.strictObject({
      text: messageText(liveTextLength, 'Please keep it under 300 characters').check(z.minLength(1, 'Say something')),
    }),
    response: liveMessage,
    status: 201,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'VALIDATION_FAILED', 'CONFLICT', 'QUOTA_REACHED'],
  }),
  removeFromLive: operation({
    method: 'POST',
    path: '/api/lives/{id}/remove',
    summary: 'Remove a viewer from an own show; their ticket goes back',
    access: 'creator',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ profileId: id }),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'CONFLICT'],
  }),
  stopLive: operation({
    method: 'POST',
    path: '/api/admin/lives/{id}/stop',
    summary: 'Stop a show at once, and every ticket goes back; or remove the replay of one that is over; audited',
    access: { permission: 'moderate_content' },
    rate: 'write',
    params: idParams,
    body: z.strictObject({ reason: requiredText(3, 500, 'Say why', 'Please keep it under 500 characters') }),
    response: liveDetails,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
};
