import * as z from 'zod/mini';
import { cities } from './constants.ts';
import { personCard } from './discovery-people.ts';
import { operation } from './operation.ts';
import { eventCategories, tonightCategories } from './rules/meeting.ts';
import { cursorQuery, id, idParams, isoDate, page, queryInteger, requiredText, text, timestamp } from './schemas.ts';

export const eventStates = ['published', 'cancelled', 'removed'] as const;
export const eventView = z.object({
  id,
  title: z.string(),
  description: z.string(),
  venue: z.string(),
  address: z.string(),
  city: z.enum(cities),
  startsAt: timestamp,
  /** Date and time in Johannesburg. */
  date: isoDate,
  time: z.string(),
  category: z.enum(eventCategories),
  attendees: z.int(),
  maxAttendees: z.int(),
  /** Entry price in rand, paid on site. */
  price: z.number(),
  priceCents: z.int(),
  ageRange: z.string(),
  dresscode: z.string(),
  organizer: z.object({ id, displayName: z.string(), avatarUrl: z.string(), isVerified: z.boolean() }),
  isVerified: z.boolean(),
  tags: z.array(z.string()),
  state: z.enum(eventStates),
  isAttending: z.boolean(),
  isOwn: z.boolean(),
});
export type EventView = z.output<typeof eventView>;

export const newEvent = z.strictObject({
  title: requiredText(3, 100, 'Give the event a title', 'Title too long'),
  description: requiredText(10, 1000, 'Say a little more about it', 'Description too long'),
  venue: requiredText(2, 100, 'Where is it?'),
  address: text(200),
  city: z.enum(cities, 'Please choose a city'),
  /** ISO 8601 with offset, in the future. */
  startsAt: z.string().check(z.maxLength(40)),
  category: z.enum(eventCategories, 'Please choose a category'),
  maxAttendees: z.int().check(z.gte(2, 'At least 2 people'), z.lte(5000, 'At most 5,000 people')),
  priceCents: z.optional(z.int().check(z.gte(0), z.lte(10_000_000))),
  minimumAge: z.optional(z.int().check(z.gte(18, 'Everybody here is 18 or older'), z.lte(99))),
  dresscode: z.optional(text(80)),
  tags: z.optional(z.array(requiredText(2, 24, 'Use two letters or more')).check(z.maxLength(6))),
});

export const travelPlan = z.object({
  /** Home city at the time the plan was made. */
  currentCity: z.string(),
  visitingCity: z.enum(cities),
  arrivalDate: isoDate,
  departureDate: isoDate,
  lookingFor: z.string(),
  /** Now is between arrival and departure, by the Johannesburg calendar. */
  isThere: z.boolean(),
});

export const traveller = z.object({ person: personCard, ...travelPlan.shape, bio: z.string() });
export type Traveller = z.output<typeof traveller>;

export const tonightRequest = z.object({
  id,
  person: personCard,
  text: z.string(),
  /** The destination. */
  location: z.enum(cities),
  category: z.enum(tonightCategories),
  timePosted: timestamp,
  lapsesAt: timestamp,
  responseCount: z.int(),
  responded: z.boolean(),
  isOwn: z.boolean(),
});
export type TonightRequest = z.output<typeof tonightRequest>;

export const tonightResponse = z.object({ id, person: personCard, message: z.string(), createdAt: timestamp });

/** A plan shared with a contact who needs no account; `alerted` means the contact was notified of a missed check-in. */
export const safetyPlan = z.object({
  id,
  about: z.enum(['event', 'tonight', 'travel', 'date']),
  aboutId: z.nullable(id),
  title: z.string(),
  place: z.string(),
  startsAt: timestamp,
  backBy: timestamp,
  contactName: z.string(),
  contactEmail: z.string(),
  note: z.string(),
  state: z.enum(['open', 'safe', 'overdue', 'alerted', 'cancelled']),
  /** Link for the contact, without an account. Shown to the owner only. */
  shareUrl: z.string(),
  createdAt: timestamp,
});
export type SafetyPlan = z.output<typeof safetyPlan>;

const token = z.strictObject({ token: z.string().check(z.regex(/^[\w-]{32,64}$/)) });

export const locationsOperations = {
  listEvents: operation({
    method: 'GET',
    path: '/api/events',
    summary: 'Future events, soonest first',
    access: 'adult',
    query: z.strictObject({
      city: z.optional(z.enum(cities)),
      category: z.optional(z.enum(eventCategories)),
      mine: z.optional(z.enum(['attending', 'organizing'])),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z.optional(queryInteger(1, 50)),
    }),
    response: page(eventView),
  }),
  eventCities: operation({
    method: 'GET',
    path: '/api/events/cities',
    summary: 'Number of future events per city',
    access: 'adult',
    response: z.array(z.object({ city: z.enum(cities), events: z.int() })),
  }),
  getEvent: operation({
    method: 'GET',
    path: '/api/events/{id}',
    summary: 'An event',
    access: 'adult',
    params: idParams,
    response: eventView,
    errors: ['NOT_FOUND'],
  }),
  createEvent: operation({
    method: 'POST',
    path: '/api/events',
    summary: 'Announce an event; for verified members',
    access: 'adult',
    sharedText: ['title', 'description', 'venue', 'address', 'dresscode', 'tags'],
    idempotent: 'once',
    rate: 'write',
    body: newEvent,
    response: eventView,
    status: 201,
    errors: [
      'VALIDATION_FAILED',
      'CONFLICT',
      'QUOTA_REACHED',
      'FORBIDDEN',
      'IDEMPOTENCY_KEY_REUSED',
      'REQUEST_IN_PROGRESS',
    ],
  }),
  cancelEvent: operation({
    method: 'DELETE',
    path: '/api/events/{id}',
    summary: "Cancel one of the caller's events; attendees are notified",
    access: 'adult',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  attendEvent: operation({
    method: 'POST',
    path: '/api/events/{id}/attendance',
    summary: 'Attend an event while places are left',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: eventView,
    errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
  }),
  leaveEvent: operation({
    method: 'DELETE',
    path: '/api/events/{id}/attendance',
    summary: 'Stop attending an event',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: eventView,
    errors: ['NOT_FOUND'],
  }),
  removeEvent: operation({
    method: 'POST',
    path: '/api/admin/events/{id}/remove',
    summary: 'Remove an event with a reason',
    access: { permission: 'moderate_content' },
    rate: 'write',
    params: idParams,
    body: z.strictObject({ reason: requiredText(3, 500, 'Say why') }),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  }),
  ownTravel: operation({
    method: 'GET',
    path: '/api/travel/me',
    summary: "The caller's travel plan, or null",
    access: 'adult',
    response: z.object({ plan: z.nullable(travelPlan) }),
  }),
  setTravel: operation({
    method: 'PUT',
    path: '/api/travel/me',
    summary: 'Be shown in another city between two dates',
    access: 'adult',
    sharedText: ['lookingFor'],
    rate: 'write',
    body: z.strictObject({
      visitingCity: z.enum(cities, 'Please choose a city'),
      arrivalDate: isoDate,
      departureDate: isoDate,
      lookingFor: text(120),
    }),
    response: z.object({ plan: z.nullable(travelPlan) }),
    errors: ['VALIDATION_FAILED', 'CONFLICT'],
  }),
  endTravel: operation({
    method: 'DELETE',
    path: '/api/travel/me',
    summary: "End the caller's travel plan",
    access: 'adult',
    rate: 'write',
  }),
  travellers: operation({
    method: 'GET',
    path: '/api/travel',
    summary: 'People who travel to a city, soonest first',
    access: 'adult',
    query: z.strictObject({
      city: z.enum(cities),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z.optional(queryInteger(1, 50)),
    }),
    response: page(traveller),
  }),
  tonight: operation({
    method: 'GET',
    path: '/api/tonight',
    summary: "Tonight's requests, nearest city first, then newest first",
    access: 'adult',
    query: z.strictObject({
      city: z.optional(z.enum(cities)),
      category: z.optional(z.enum(tonightCategories)),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z.optional(queryInteger(1, 50)),
    }),
    response: page(tonightRequest),
  }),
  postTonight: operation({
    method: 'POST',
    path: '/api/tonight',
    summary: 'Post a request for tonight; it lapses at 06:00',
    access: 'adult',
    sharedText: ['text'],
    rate: 'write',
    body: z.strictObject({
      text: requiredText(3, 280, 'Write a few words first', 'Please keep it under 280 characters'),
      category: z.enum(tonightCategories, 'Please choose a category'),
      city: z.optional(z.enum(cities)),
    }),
    response: tonightRequest,
    status: 201,
    errors: ['VALIDATION_FAILED', 'CONFLICT', 'QUOTA_REACHED'],
  }),
  deleteTonight: operation({
    method: 'DELETE',
    path: '/api/tonight/{id}',
    summary: "Delete the caller's request for tonight",
    access: 'adult',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  respondTonight: operation({
    method: 'POST',
    path: '/api/tonight/{id}/respond',
    summary: 'Respond to a request; only its author can read the response',
    access: 'adult',
    sharedText: ['message'],
    rate: 'write',
    params: idParams,
    body: z.strictObject({ message: requiredText(1, 280, 'Write a few words first') }),
    response: z.object({ responded: z.boolean(), responseCount: z.int() }),
    status: 201,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'CONFLICT', 'QUOTA_REACHED'],
  }),
  tonightResponses: operation({
    method: 'GET',
    path: '/api/tonight/{id}/responses',
    summary: "Responses to the caller's request for tonight",
    access: 'adult',
    params: idParams,
    query: cursorQuery,
    response: page(tonightResponse),
    errors: ['NOT_FOUND'],
  }),
  listSafetyPlans: operation({
    method: 'GET',
    path: '/api/safety/plans',
    summary: 'Own safety plans, newest first',
    access: 'adult',
    response: z.array(safetyPlan),
  }),
  createSafetyPlan: operation({
    method: 'POST',
    path: '/api/safety/plans',
    summary: 'Share a safety plan with a contact, who is notified of a missed check-in',
    access: 'adult',
    idempotent: 'once',
    rate: 'write',
    body: z.strictObject({
      about: z.enum(['event', 'tonight', 'travel', 'date']),
      aboutId: z.optional(id),
      title: requiredText(2, 100, 'What are you doing?'),
      place: requiredText(2, 200, 'Where will you be?'),
      startsAt: z.string().check(z.maxLength(40)),
      backBy: z.string().check(z.maxLength(40)),
      contactName: requiredText(2, 60, 'Who should know?'),
      contactEmail: z.email('Please enter a valid email address').check(z.maxLength(254)),
      note: z.optional(text(500)),
    }),
    response: safetyPlan,
    status: 201,
    errors: ['VALIDATION_FAILED', 'QUOTA_REACHED', 'NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'REQUEST_IN_PROGRESS'],
  }),
  checkInSafetyPlan: operation({
    method: 'POST',
    path: '/api/safety/plans/{id}/check-in',
    summary: 'Check in, or extend the plan',
    access: 'adult',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ extendMinutes: z.optional(z.int().check(z.gte(15), z.lte(720))) }),
    response: safetyPlan,
    errors: ['NOT_FOUND', 'CONFLICT', 'VALIDATION_FAILED'],
  }),
  cancelSafetyPlan: operation({
    method: 'DELETE',
    path: '/api/safety/plans/{id}',
    summary: 'Stop sharing a plan',
    access: 'adult',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  sharedPlan: operation({
    method: 'GET',
    path: '/api/safety/shared/{token}',
    summary: 'A plan as its contact sees it, without an account',
    access: 'public',
    rate: 'search',
    params: token,
    response: z.object({
      firstName: z.string(),
      title: z.string(),
      place: z.string(),
      startsAt: timestamp,
      backBy: timestamp,
      note: z.string(),
      state: z.enum(['open', 'safe', 'overdue', 'alerted', 'cancelled']),
    }),
    errors: ['NOT_FOUND'],
  }),
  stopSharedPlans: operation({
    method: 'POST',
    path: '/api/safety/shared/{token}/stop',
    summary: 'Opt the contact out; no more mail is sent to their address',
    access: 'public',
    rate: 'mail',
    params: token,
    errors: ['NOT_FOUND'],
  }),
};
