import * as z from 'zod/mini';
import { cities, interestCategories, relationshipStatuses } from './constants.ts';
import { operation } from './operation.ts';
import { ageRanges } from './rules/discovery.ts';
import { id, idParams, page, queryInteger, timestamp } from './schemas.ts';

export {
  type AgeRange,
  ageRanges,
  availableDistance,
  availableForMs,
  flameUndoMs,
  maxAvailableShown,
  searchRadii,
} from './rules/discovery.ts';

/** Time band of the last visit; nothing more exact is ever sent. */
export const lastActiveBands = ['now', 'hour', 'today', 'week', 'earlier'] as const;

/** A person in a list. Location is a city and whole kilometres between cells, at least 2. */
export const personCard = z.object({
  id,
  displayName: z.string(),
  age: z.nullable(z.int()),
  /** The displayed city. */
  location: z.string(),
  /** Whole kilometres from the caller's location or else profile city; null when the other person shares no location. */
  distance: z.nullable(z.int()),
  relationshipStatus: z.nullable(z.enum(relationshipStatuses)),
  /** The latest mood of today, or null. */
  mood: z.nullable(z.string()),
  lookingFor: z.array(z.string()),
  isOnline: z.boolean(),
  isAvailable: z.boolean(),
  lastActive: z.enum(lastActiveBands),
  /** Their usual response time in minutes, the median of thirty days; null before enough people have written. */
  responseTime: z.nullable(z.int()),
  isVerified: z.boolean(),
  /** A moderator compared the first photo with a selfie. */
  isPhotoChecked: z.boolean(),
  isCreator: z.boolean(),
  portraitUrl: z.string(),
  avatarUrl: z.string(),
  flamed: z.boolean(),
  /** Both have sent the other a flame. */
  matched: z.boolean(),
});
export type PersonCard = z.output<typeof personCard>;

const relationship = z.optional(z.enum(['all', ...relationshipStatuses]));
/** Centre of the search, instead of the caller's location. */
const city = z.optional(z.enum(cities));
const filters = {
  radius: z.optional(queryInteger(1, 50)),
  ageRange: z.optional(z.enum(ageRanges)),
  relationship,
  /** `yes` filters; other values are rejected. */
  online: z.optional(z.literal('yes')),
  verified: z.optional(z.literal('yes')),
  interest: z.optional(z.enum(interestCategories)),
};

export const ownLocation = z.object({
  /** Null when no location is shared. */
  city: z.nullable(z.enum(cities)),
  /** H3 cell of resolution 7, the finest the server stores. */
  cell: z.nullable(z.string()),
  source: z.nullable(z.enum(['device', 'city'])),
  changedAt: z.nullable(timestamp),
  /** Changes left today. */
  changesLeft: z.int(),
});

export const flameDirections = ['in', 'out', 'mutual'] as const;

/** Map cells around the caller, with the people active in the last minutes; a cell with fewer than ten has a null count. */
export const nearbyCell = z.object({
  cell: z.string(),
  /** Corners as [latitude, longitude]. */
  boundary: z.array(z.tuple([z.number(), z.number()])),
  people: z.nullable(z.int()),
  /** The caller's displayed location is inside. */
  isOwn: z.boolean(),
});

/** Lists and map of people around the caller. */
export const nearbyOperations = {
  nearby: operation({
    method: 'GET',
    path: '/api/discovery/nearby',
    summary: 'People by distance, then boost, then recency; needs a location',
    access: 'adult',
    rate: 'search',
    query: z.strictObject({
      ...filters,
      /** `distance`, then boost, then recency; or `recency`, then boost. */
      sort: z.optional(z.enum(['distance', 'recency'])),
      cursor: z.optional(z.string().check(z.maxLength(400))),
      limit: z.optional(queryInteger(1, 48)),
      city,
    }),
    response: z.object({
      ...page(personCard).shape,
      /** False when the caller shares no location; the list then uses their profile's city. */
      located: z.boolean(),
    }),
    errors: ['QUOTA_REACHED', 'VALIDATION_FAILED'],
  }),
  nearbyCells: operation({
    method: 'GET',
    path: '/api/discovery/nearby/cells',
    summary: 'The Nearby map: counts per cell, never positions of people',
    access: 'adult',
    rate: 'search',
    query: z.strictObject({ radius: z.optional(queryInteger(1, 50)), city }),
    response: z.object({ cells: z.array(nearbyCell), located: z.boolean() }),
  }),
  available: operation({
    method: 'GET',
    path: '/api/discovery/available',
    summary: 'Up to twelve people who are available now',
    access: 'adult',
    rate: 'search',
    query: z.strictObject({ maxDistance: z.optional(queryInteger(1, 50)), relationship }),
    response: z.array(personCard),
    errors: ['QUOTA_REACHED'],
  }),
};

/** The caller's own availability and location, and flames. */
export const peopleOperations = {
  ownAvailability: operation({
    method: 'GET',
    path: '/api/discovery/availability',
    summary: 'Whether the caller shows as available, and until when',
    access: 'adult',
    response: z.object({ available: z.boolean(), until: z.nullable(timestamp) }),
  }),
  setAvailability: operation({
    method: 'PUT',
    path: '/api/discovery/availability',
    summary: 'Show as available for two hours, or stop',
    access: 'adult',
    rate: 'write',
    body: z.strictObject({ available: z.boolean() }),
    response: z.object({ available: z.boolean(), until: z.nullable(timestamp) }),
    errors: ['NOT_FOUND'],
  }),
  ownLocation: operation({
    method: 'GET',
    path: '/api/location',
    summary: "The caller's stored location",
    access: 'adult',
    response: ownLocation,
  }),
  setLocation: operation({
    method: 'PUT',
    path: '/api/location',
    summary: 'Choose a city, or send a position, of which only the cell is stored',
    access: 'adult',
    rate: 'write',
    body: z
      .strictObject({
        city: z.optional(z.enum(cities)),
        latitude: z.optional(z.number().check(z.gte(-90), z.lte(90))),
        longitude: z.optional(z.number().check(z.gte(-180), z.lte(180))),
      })
      .check(
        z.refine(
          ({ city, latitude, longitude }) =>
            (city === undefined) === (latitude !== undefined) && (latitude === undefined) === (longitude === undefined),
          { message: 'Choose a city, or send a latitude and a longitude', path: ['city'] },
        ),
      ),
    response: ownLocation,
    errors: ['VALIDATION_FAILED', 'QUOTA_REACHED', 'CONFLICT', 'NOT_FOUND'],
  }),
  forgetLocation: operation({
    method: 'DELETE',
    path: '/api/location',
    summary: "Delete the caller's location",
    access: 'adult',
    rate: 'write',
  }),
  sendFlame: operation({
    method: 'POST',
    path: '/api/profiles/{id}/flame',
    summary: 'Send a flame, one per person per day; mutual flames match',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: z.object({
      flamed: z.boolean(),
      matched: z.boolean(),
      conversationId: z.optional(id),
      /** Until when it can be taken back. */
      undoUntil: timestamp,
    }),
    errors: ['NOT_FOUND', 'CONFLICT', 'QUOTA_REACHED'],
  }),
  undoFlame: operation({
    method: 'DELETE',
    path: '/api/profiles/{id}/flame',
    summary: 'Take a flame back within ten seconds',
    access: 'adult',
    rate: 'write',
    params: idParams,
    response: z.object({ flamed: z.boolean(), matched: z.boolean() }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  listFlames: operation({
    method: 'GET',
    path: '/api/flames',
    summary: 'People who sent the caller a flame, were sent one, or both (matches)',
    access: 'adult',
    query: z.strictObject({
      direction: z.enum(flameDirections),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z.optional(queryInteger(1, 50)),
    }),
    response: page(z.object({ ...personCard.shape, flamedAt: timestamp })),
  }),
};
