import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { callEndings, callRates, isSdp } from './rules/calls.ts';
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
  /** Calls go through a relay, so that neither side learns the other's address. */
  relayed: z.boolean(),
  category: z.string(),
  location: z.string(),
  /** Mean of the stars that callers gave, to one decimal; null without any. */
  rating: z.nullable(z.number()),
  ratings: z.int(),
  /** Seconds in which they usually take a call; null until they took three. */
  responseTime: z.nullable(z.int()),
});
export type CallPartner = z.output<typeof callPartner>;

export const callStates = ['ringing', 'accepted', 'active', 'ended'] as const;

/** A call as one of its two sides sees it. */
export const callView = z.object({
  id,
  /** The creator who is called and paid. */
  partnerId: id,
  role: z.enum(['caller', 'partner']),
  /** The other side. */
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
  /** It goes through a relay, so that neither side learns the other's address. */
  relayed: z.boolean(),
  /** Length of a billed minute in milliseconds, by the server's clock. */
  minuteMs: z.int(),
  /** When it is missed, unless it is taken. */
  ringsUntil: timestamp,
  /** When both were connected and the first minute began; null before. */
  startTime: z.nullable(timestamp),
  endTime: z.nullable(timestamp),
  /** Whole seconds since it began. */
  duration: z.int(),
  isActive: z.boolean(),
  startedMinutes: z.int(),
  /** What its minutes cost so far, less what came back. */
  totalCost: credits,
  /** Tips and gifts in it so far. */
  given: credits,
  /** What the creator keeps of minutes, tips and gifts; null for the caller. */
  earned: z.nullable(credits),
  /** How much of that is held because free credits paid it. */
  earnedHeld: credits,
  /** The stars its caller gave. */
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
      /** Given back. */
      returned: z.boolean(),
    }),
  ),
  /** Tips and gifts in this call, in their order. */
  givings: z.array(
    z.object({ kind: z.enum(['tip', 'gift']), giftId: z.nullable(z.string()), credits, givenAt: timestamp }),
  ),
  charged: credits,
  returned: credits,
  given: credits,
  /** Minutes, less what came back, and all that was given. */
  paid: credits,
  /** What the creator keeps of it, and what the platform; null for the caller. */
  creatorShare: z.nullable(credits),
  platformShare: z.nullable(credits),
  /** How much of the creator's is held. */
  creatorHeld: credits,
});

/** One of one's own calls that are over, in one line. */
export const pastCall = z.object({
  id,
  role: z.enum(['caller', 'partner']),
  other: z.object({ id, displayName: z.string(), avatarUrl: z.string() }),
  ending: z.enum(callEndings),
  /** When it rang. */
  createdAt: timestamp,
  /** Whole seconds in which it was billed. */
  duration: z.int(),
  /** What its caller paid, tips and gifts included, less what came back. */
  totalCost: credits,
  /** What its creator kept of that, and how much is held; null and 0 for the caller. */
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

/** What the two browsers tell each other, as JSON in a `call.signal`. `from` changes when a page starts anew. */
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
    summary: 'Creators who are online and take video calls, the best rated first',
    access: 'adult',
    rate: 'search',
    query: cursorQuery,
    response: page(callPartner),
    errors: ['VALIDATION_FAILED'],
  }),
  getCallPartner: operation({
    method: 'GET',
    path: '/api/calls/partners/{id}',
    summary: 'One creator who takes video calls, online or not; null for somebody who takes none',
    access: 'adult',
    params: idParams,
    response: z.nullable(callPartner),
    errors: ['NOT_FOUND'],
  }),
  getCallSettings: operation({
    method: 'GET',
    path: '/api/calls/settings',
    summary: 'Whether the caller of this takes video calls, and for how much',
    access: 'creator',
    response: callSettings,
  }),
  setCallSettings: operation({
    method: 'PUT',
    path: '/api/calls/settings',
    summary: 'Take video calls or not, and the credits for a started minute',
    access: 'creator',
    rate: 'write',
    body: z.strictObject({ available: z.boolean(), creditsPerMinute: rate }),
    response: callSettings,
    errors: ['VALIDATION_FAILED'],
  }),
  startCall: operation({
    method: 'POST',
    path: '/api/calls',
    summary: 'Ring a creator; nothing is charged before both are connected',
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
    summary: 'The own calls that are over, the latest first; without those with people who are not there any more',
    access: 'adult',
    query: cursorQuery,
    response: page(pastCall),
    errors: ['VALIDATION_FAILED'],
  }),
  currentCall: operation({
    method: 'GET',
    path: '/api/calls/current',
    summary: 'The call one is in, or that rings',
    access: 'adult',
    response: z.object({ call: z.nullable(callView) }),
  }),
  callIceServers: operation({
    method: 'GET',
    path: '/api/calls/ice-servers',
    summary: 'Credentials of the relay for the call one is in, for ten minutes at most',
    access: 'adult',
    rate: 'write',
    response: z.object({
      iceServers: z.array(z.object({ urls: z.array(z.string()), username: z.string(), credential: z.string() })),
      /** Both sides see the relay's address only; false where no relay is set up, and each sees the other's. */
      relayOnly: z.boolean(),
      expiresAt: z.nullable(timestamp),
    }),
    errors: ['NOT_FOUND'],
  }),
  acceptCall: operation({
    method: 'POST',
    path: '/api/calls/{id}/accept',
    summary: 'Take a call that rings',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: callView,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  declineCall: operation({
    method: 'POST',
    path: '/api/calls/{id}/decline',
    summary: 'Do not take a call that rings',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: callView,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  joinCall: operation({
    method: 'POST',
    path: '/api/calls/{id}/page',
    summary: 'Go on with a call on this page; the page that took part before is told, and heard no more',
    access: 'adult',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ page: id }),
    response: callView,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  }),
  endCall: operation({
    method: 'POST',
    path: '/api/calls/{id}/end',
    summary: 'Hang up; a call that has ended stays as it ended',
    access: 'adult',
    rate: 'write',
    params: idParams,
    /** The page that hangs up: refused once the call goes on elsewhere. Without it the person does. */
    query: z.strictObject({ page: z.optional(id) }),
    response: callView,
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  rateCall: operation({
    method: 'POST',
    path: '/api/calls/{id}/rating',
    summary: 'Give the creator one to five stars after a call, or other stars than before',
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
    summary: 'What a call cost, minute by minute',
    access: 'adult',
    params: idParams,
    response: callReceipt,
    errors: ['NOT_FOUND'],
  }),
};
