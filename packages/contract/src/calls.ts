import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { callBands, callEndings, callRates, callSorts, isSdp } from './rules/calls.ts';
import { credits, cursorQuery, id, idParams, page, shownCredits, starsBody, startNow, timestamp } from './schemas.ts';

const rate = z.int().check(z.gte(callRates.lowest), z.lte(callRates.highest));

/** A creator who takes video calls. */
export const callPartner = z.object({
  id,
  displayName: z.string(),
  profileImage: z.string(),
  portraitUrl: z.string(),
  age: z.nullable(z.int()),
  isVerified: z.boolean(),
  isOnline: z.boolean(),
  /** In another call at this moment. */
  isBusy: z.boolean(),
  creditsPerMinute: z.int(),
  /** Calls go through a relay, so that neither side learns the other's IP address. */
  relayed: z.boolean(),
  category: z.string(),
  location: z.string(),
  /** Mean of callers' star ratings, to one decimal; null without any. */
  rating: z.nullable(z.number()),
  ratings: z.int(),
  /** Usual seconds until they answer; null before three answered calls. */
  responseTime: z.nullable(z.int()),
});
export type CallPartner = z.output<typeof callPartner>;

export const callStates = ['ringing', 'accepted', 'active', 'ended'] as const;

/** A call as one of its two participants sees it. */
export const callView = z.object({
  id,
  /** The creator, who is called and paid. */
  partnerId: id,
  role: z.enum(['caller', 'partner']),
  /** The other participant. */
  other: z.object({
    id,
    displayName: z.string(),
    age: z.nullable(z.int()),
    isVerified: z.boolean(),
    avatarUrl: z.string(),
    portraitUrl: z.string(),
  }),
  state: z.enum(callStates),
  ending: z.nullable(z.enum(callEndings)),
  creditsPerMinute: z.int(),
  /** The call goes through a relay, so that neither side learns the other's IP address. */
  relayed: z.boolean(),
  /** Length of a billed minute in milliseconds, by the server's clock. */
  minuteMs: z.int(),
  /** When it becomes missed unless it is answered. */
  ringsUntil: timestamp,
  /** When both were connected and the first minute began; null before. */
  startTime: z.nullable(timestamp),
  endTime: z.nullable(timestamp),
  /** Whole seconds since it began. */
  duration: z.int(),
  isActive: z.boolean(),
  startedMinutes: z.int(),
  /** Credits for its minutes so far, less refunds. */
  totalCost: credits,
  /** Credits of tips and gifts in it so far. */
  given: credits,
  /** The creator's share of minutes, tips and gifts; null for the caller. */
  earned: z.nullable(credits),
  /** The part of it that is held because it was paid with promotional credits. */
  earnedHeld: credits,
  /** The caller's star rating. */
  rating: z.nullable(z.int()),
});
export type CallView = z.output<typeof callView>;

export const callReceipt = z.object({
  call: callView,
  minutes: z.array(
    z.object({
      minute: z.int(),
      startedAt: timestamp,
      credits,
      /** Refunded. */
      returned: z.boolean(),
    }),
  ),
  /** Tips and gifts in this call, in order. */
  tipsAndGifts: z.array(
    z.object({ kind: z.enum(['tip', 'gift']), giftId: z.nullable(z.string()), credits, givenAt: timestamp }),
  ),
  charged: credits,
  returned: credits,
  given: credits,
  /** Credits for minutes, less refunds, plus tips and gifts. */
  paid: credits,
  /** Shares of the creator and the platform; null for the caller. */
  creatorShare: z.nullable(credits),
  platformShare: z.nullable(credits),
  /** The held part of the creator's share. */
  creatorHeld: credits,
});

/** One of the caller's own past calls. */
export const pastCall = z.object({
  id,
  role: z.enum(['caller', 'partner']),
  other: z.object({ id, displayName: z.string(), avatarUrl: z.string() }),
  ending: z.enum(callEndings),
  /** When it rang. */
  createdAt: timestamp,
  /** Billed seconds. */
  duration: z.int(),
  /** Credits the caller paid, including tips and gifts, less refunds. */
  totalCost: credits,
  /** The creator's share and its held part; null and 0 for the caller. */
  earned: z.nullable(credits),
  earnedHeld: credits,
});
export type PastCall = z.output<typeof pastCall>;

export const callSettings = z.object({
  available: z.boolean(),
  creditsPerMinute: z.int(),
  rating: z.nullable(z.number()),
  ratings: z.int(),
});

/** Signalling between the two browsers, as JSON in a `call.signal`. `from` changes when a tab starts again. */
export const callSignal = z.strictObject({
  from: z.string().check(z.regex(/^[a-z0-9]{8,16}$/)),
  hello: z.optional(z.enum(['ask', 'answer'])),
  description: z.optional(
    z.strictObject({
      type: z.enum(['offer', 'answer']),
      sdp: z.string().check(z.maxLength(24_000), z.refine(isSdp)),
    }),
  ),
  candidates: z.optional(
    z
      .array(
        z.strictObject({
          candidate: z.string().check(z.maxLength(600), z.regex(/^(candidate:[^\r\n]*)?$/)),
          sdpMid: z.optional(z.nullable(z.string().check(z.maxLength(32)))),
          sdpMLineIndex: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(31)))),
          usernameFragment: z.optional(z.nullable(z.string().check(z.maxLength(256)))),
        }),
      )
      .check(z.maxLength(40)),
  ),
});
export type CallSignal = z.output<typeof callSignal>;

export const callsOperations = {
  listCallPartners: operation({
    method: 'GET',
    path: '/api/calls/partners',
    summary: 'Creators who are online and take video calls: best rated, cheapest or quickest to answer first',
    access: 'adult',
    rate: 'search',
    query: z.strictObject({
      sort: z.optional(z.enum(callSorts)),
      band: z.optional(z.enum(callBands)),
      /** Only those who are in no call. */
      free: z.optional(z.literal('yes')),
      ...cursorQuery.shape,
    }),
    response: page(callPartner),
    errors: ['VALIDATION_FAILED'],
  }),
  getCallPartner: operation({
    method: 'GET',
    path: '/api/calls/partners/{id}',
    summary: 'One creator who takes video calls, online or not; null if they take none',
    access: 'adult',
    params: idParams,
    response: z.nullable(callPartner),
    errors: ['NOT_FOUND'],
  }),
  getCallSettings: operation({
    method: 'GET',
    path: '/api/calls/settings',
    summary: 'Whether the member takes video calls, and at which rate',
    access: 'creator',
    response: callSettings,
  }),
  setCallSettings: operation({
    method: 'PUT',
    path: '/api/calls/settings',
    summary: 'Set whether the member takes video calls, and the credits per started minute',
    access: 'creator',
    rate: 'write',
    body: z.strictObject({ available: z.boolean(), creditsPerMinute: rate }),
    response: callSettings,
    errors: ['VALIDATION_FAILED'],
  }),
  startCall: operation({
    method: 'POST',
    path: '/api/calls',
    summary: 'Call a creator; nothing is charged before both are connected',
    access: 'adult',
    idempotent: 'stored',
    purchase: { shown: 'creditsPerMinute' },
    rate: 'write',
    body: z.strictObject({
      profileId: id,
      creditsPerMinute: shownCredits,
      startNow,
    }),
    response: callView,
    status: 201,
    errors: [
      'NOT_FOUND',
      'VALIDATION_FAILED',
      'CONFLICT',
      'PRICE_CHANGED',
      'INSUFFICIENT_CREDITS',
      'SPENDING_LIMIT_REACHED',
      'IDEMPOTENCY_KEY_REUSED',
      'REQUEST_IN_PROGRESS',
    ],
  }),
  listCalls: operation({
    method: 'GET',
    path: '/api/calls',
    summary: 'Own past calls, newest first, without those with people who are no longer visible',
    access: 'adult',
    query: cursorQuery,
    response: page(pastCall),
    errors: ['VALIDATION_FAILED'],
  }),
  currentCall: operation({
    method: 'GET',
    path: '/api/calls/current',
    summary: "The caller's current or ringing call, or null",
    access: 'adult',
    response: z.object({ call: z.nullable(callView) }),
  }),
  callIceServers: operation({
    method: 'GET',
    path: '/api/calls/ice-servers',
    summary: 'Relay credentials for the active call, valid for at most ten minutes',
    access: 'adult',
    rate: 'write',
    response: z.object({
      iceServers: z.array(z.object({ urls: z.array(z.string()), username: z.string(), credential: z.string() })),
      /** True when both sides see the relay's IP address only; false without a relay, where each sees the other's. */
      relayOnly: z.boolean(),
      expiresAt: z.nullable(timestamp),
    }),
    errors: ['NOT_FOUND'],
  }),
  acceptCall: operation({
    method: 'POST',
    path: '/api/calls/{id}/accept',
    summary: 'Accept a ringing call',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: callView,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  declineCall: operation({
    method: 'POST',
    path: '/api/calls/{id}/decline',
    summary: 'Decline a ringing call',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: callView,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  joinCall: operation({
    method: 'POST',
    path: '/api/calls/{id}/tab',
    summary: 'Move a call to this tab; the previous tab is notified and its signals are ignored',
    access: 'adult',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ tabId: id }),
    response: callView,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  }),
  endCall: operation({
    method: 'POST',
    path: '/api/calls/{id}/end',
    summary: 'End a call; idempotent',
    access: 'adult',
    rate: 'write',
    params: idParams,
    /** The tab that hangs up: refused after the call moved to another tab. Without it the member hangs up. */
    query: z.strictObject({ tabId: z.optional(id) }),
    response: callView,
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  rateCall: operation({
    method: 'POST',
    path: '/api/calls/{id}/rating',
    summary: 'Rate the creator with one to five stars after a call, or change the rating',
    access: 'adult',
    rate: 'write',
    params: idParams,
    body: starsBody,
    response: callView,
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  callReceipt: operation({
    method: 'GET',
    path: '/api/calls/{id}/receipt',
    summary: 'The cost of a call, minute by minute',
    access: 'adult',
    params: idParams,
    response: callReceipt,
    errors: ['NOT_FOUND'],
  }),
};
