import * as z from 'zod/mini';
import { cities, creatorCategories, relationshipStatuses, signUpAgeRange, signUpPriceRange } from './constants.ts';
import { personCard } from './discovery-people.ts';
import { matchReason } from './matching.ts';
import { operation } from './operation.ts';
import { aboutLimits, hideableFields, orientations, promptNames } from './rules/about.ts';
import {
  cents,
  higherTier,
  id,
  idParams,
  page,
  queryInteger,
  rand,
  requiredText,
  text,
  tierNumber,
  timestamp,
} from './schemas.ts';

/** Rand a month. */
export const subscriptionPrice = z.number('Subscription price must be between R29.99 and R999.99').check(
  z.gte(signUpPriceRange.min, 'Subscription price must be between R29.99 and R999.99'),
  z.lte(signUpPriceRange.max, 'Subscription price must be between R29.99 and R999.99'),
  z.refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), 'Use at most two decimals'),
);
const age = z
  .int('You must be between 18 and 65 years old')
  .check(
    z.gte(signUpAgeRange.min, 'You must be between 18 and 65 years old'),
    z.lte(signUpAgeRange.max, 'You must be between 18 and 65 years old'),
  );
const lookingFor = z.array(requiredText(2, 40, 'Please choose from the list')).check(z.maxLength(8));

const pronouns = z.nullable(requiredText(2, aboutLimits.pronounsLength, 'At least two letters'));
const prompt = z.strictObject({
  prompt: z.enum(promptNames),
  answer: requiredText(2, aboutLimits.answerLength, 'Write a few words, or leave it out'),
});
const prompts = z.array(prompt).check(
  z.maxLength(aboutLimits.prompts, 'At most three'),
  z.refine((all) => new Set(all.map((each) => each.prompt)).size === all.length, 'Each one once'),
);
const hidden = z.array(z.enum(hideableFields)).check(z.maxLength(hideableFields.length));

const profileFields = {
  displayName: requiredText(3, 40, 'Display name must be at least 3 characters'),
  age,
  location: requiredText(2, 60, 'Location is required'),
  relationshipStatus: z.optional(z.nullable(z.enum(relationshipStatuses))),
  lookingFor: z.optional(lookingFor),
};

/** With category and price a creator, whose bio is required; without both a fan, whose bio is optional. */
export const createProfileBody = z
  .strictObject({
    ...profileFields,
    userId: z.optional(id),
    /** Of a new account: the handle or profile id of the creator whose link it used. Others are ignored. */
    referredBy: z.optional(z.string().check(z.maxLength(64))),
    bio: text(600),
    category: z.optional(z.enum(creatorCategories, 'Please select a category')),
    subscriptionPrice: z.optional(subscriptionPrice),
  })
  .check(
    z.superRefine(
      (profile, issues) => {
        const isCreator = profile.category !== undefined || profile.subscriptionPrice !== undefined;
        if (isCreator && profile.category === undefined)
          issues.addIssue({ code: 'custom', path: ['category'], message: 'Please select a category' });
        if (isCreator && typeof profile.bio === 'string' && profile.bio.length < 20)
          issues.addIssue({
            code: 'custom',
            path: ['bio'],
            message: 'Please write a brief bio (at least 20 characters)',
          });
      },
      // Also when other fields are wrong, so that all errors are returned together.
      { when: ({ value }) => typeof value === 'object' && value !== null },
    ),
  );

export const updateProfileBody = z.strictObject({
  displayName: z.optional(profileFields.displayName),
  bio: z.optional(text(600)),
  location: z.optional(profileFields.location),
  relationshipStatus: profileFields.relationshipStatus,
  lookingFor: profileFields.lookingFor,
  category: z.optional(z.enum(creatorCategories, 'Please select a category')),
  subscriptionPrice: z.optional(subscriptionPrice),
  showEarnings: z.optional(z.boolean()),
  pronouns: z.optional(pronouns),
  /** Kept only with the consent `orientation`. */
  orientation: z.optional(z.nullable(z.enum(orientations))),
  prompts: z.optional(prompts),
  /** All parts of the page that only the member sees. */
  hidden: z.optional(hidden),
});

const shownPrompts = z.array(z.object({ prompt: z.enum(promptNames), answer: z.string() }));

/** URLs of a person's portraits; `cover` has no person in it. */
export const portraits = z.object({
  /** 96 x 96 */
  avatar: z.string(),
  /** 328 x 438 */
  card: z.string(),
  /** 520 x 800 */
  slab: z.string(),
  /** 1176 x 520, figure right of the middle */
  wide: z.string(),
  /** 1176 x 520 */
  cover: z.string(),
});
export type Portraits = z.output<typeof portraits>;

/** A creator, as in the specification's operations; `totalEarnings` is null unless shared. */
export const creatorView = z.object({
  id,
  displayName: z.string(),
  bio: z.string(),
  location: z.string(),
  category: z.string(),
  isVerified: z.boolean(),
  subscriptionPrice: z.number(),
  subscriptionPriceCents: cents,
  /** False once the creator has stopped selling subscriptions. */
  sellsSubscriptions: z.boolean(),
  subscriberCount: z.int(),
  followerCount: z.int(),
  contentCount: z.int(),
  totalEarnings: z.nullable(z.number()),
  totalEarningsCents: z.nullable(cents),
  createdAt: timestamp,
  portraits,
});
export type CreatorView = z.output<typeof creatorView>;

/** A creator in the list of all. */
export const listedCreator = z.extend(creatorView, {
  isOnline: z.boolean(),
  /** Whether the viewer follows them. */
  following: z.boolean(),
});
export type ListedCreator = z.output<typeof listedCreator>;

/** The viewer's relation to a person. */
export const relation = z.object({
  following: z.boolean(),
  /** A flame sent today. */
  flamed: z.boolean(),
  /** Both have sent the other a flame. */
  matched: z.boolean(),
  /** The current subscription to this creator. */
  subscription: z.nullable(
    z.object({
      id,
      /** The tier that is open now. */
      tier: tierNumber,
      /** Empty where the creator gave it none. */
      tierName: z.string(),
      higherTier,
      /** Price of the next renewal, in rand. */
      amount: rand,
      amountCents: cents,
      /** End of the paid time. */
      until: timestamp,
      renews: z.boolean(),
      /** Free until then; paying goes on after it. */
      trial: z.boolean(),
    }),
  ),
});
export type Relation = z.output<typeof relation>;

const { distance, mood, isAvailable, lastActive, responseTime } = personCard.shape;

/** A person as others see them. */
export const profileView = z.object({
  id,
  /** Their address is `/@handle`; null until they choose one. */
  handle: z.nullable(z.string()),
  displayName: z.string(),
  age: z.nullable(z.int()),
  bio: z.string(),
  /** The displayed city: during a journey the destination. */
  location: z.string(),
  distance,
  mood,
  isAvailable,
  lastActive,
  responseTime,
  relationshipStatus: z.nullable(z.enum(relationshipStatuses)),
  lookingFor: z.array(z.string()),
  pronouns: z.nullable(z.string()),
  orientation: z.nullable(z.enum(orientations)),
  prompts: shownPrompts,
  isVerified: z.boolean(),
  isOnline: z.boolean(),
  createdAt: timestamp,
  portraits,
  /** Own photos that are shown, in their order, at the size of `slab`; none where the portrait is drawn. */
  photos: z.array(z.string()),
  /** A moderator has compared the first photo with a selfie. */
  isPhotoChecked: z.boolean(),
  isOwn: z.boolean(),
  stats: z.object({
    totalContent: z.int(),
    photos: z.int(),
    videos: z.int(),
    totalLikes: z.int(),
    /** Mean rating of their calls and bundles, 1 to 5; null before there are three. */
    rating: z.nullable(z.number()),
    /** Per cent of messages answered within a day; null before enough people have written. */
    responseRate: z.nullable(z.int()),
  }),
  creator: z.nullable(creatorView),
  /** They sell more than one tier. */
  hasTiers: z.boolean(),
  /** Null for one's own profile. */
  relation: z.nullable(relation),
  /** Match score of the viewer and this person; null for oneself, and when preferences exclude each other. */
  match: z.nullable(z.object({ score: z.int(), reasons: z.array(matchReason) })),
});
export type ProfileView = z.output<typeof profileView>;

export const ownProfile = z.object({
  id,
  displayName: z.string(),
  age: z.nullable(z.int()),
  bio: z.string(),
  location: z.string(),
  relationshipStatus: z.nullable(z.enum(relationshipStatuses)),
  lookingFor: z.array(z.string()),
  pronouns: z.nullable(z.string()),
  orientation: z.nullable(z.enum(orientations)),
  prompts: shownPrompts,
  hidden: z.array(z.enum(hideableFields)),
  showEarnings: z.boolean(),
  portraits,
  creator: z.nullable(creatorView),
});
export type OwnProfile = z.output<typeof ownProfile>;

export const searchResults = z.object({
  people: z.array(z.object({ id, displayName: z.string(), location: z.string(), avatar: z.string() })),
  creators: z.array(
    z.object({
      id,
      displayName: z.string(),
      category: z.string(),
      location: z.string(),
      avatar: z.string(),
      isVerified: z.boolean(),
    }),
  ),
  content: z.array(z.object({ id, title: z.string(), profileId: id, displayName: z.string(), mediaType: z.string() })),
  cities: z.array(z.enum(cities)),
});

export const creatorSorts = ['popular', 'newest', 'price'] as const;

export const profilesOperations = {
  createProfile: operation({
    method: 'POST',
    path: '/api/profiles',
    summary: "Create or complete the caller's profile; a category and a price make a creator",
    access: 'member',
    sharedText: ['displayName', 'location', 'bio', 'lookingFor'],
    beforeAgeCheck: true,
    rate: 'write',
    body: createProfileBody,
    response: ownProfile,
    status: 201,
    errors: ['CONSENT_REQUIRED', 'VALIDATION_FAILED', 'FORBIDDEN', 'CONFLICT'],
  }),
  ownProfile: operation({
    method: 'GET',
    path: '/api/profiles/me',
    summary: "The caller's profile",
    access: 'member',
    beforeAgeCheck: true,
    response: ownProfile,
    errors: ['NOT_FOUND'],
  }),
  updateProfile: operation({
    method: 'PATCH',
    path: '/api/profiles/me',
    summary: "Change fields of the caller's profile",
    access: 'adult',
    sharedText: ['displayName', 'location', 'bio', 'lookingFor', 'pronouns', 'prompts.answer'],
    rate: 'write',
    body: updateProfileBody,
    response: ownProfile,
    errors: ['CONSENT_REQUIRED', 'VALIDATION_FAILED', 'NOT_FOUND'],
  }),
  featuredProfiles: operation({
    method: 'GET',
    path: '/api/profiles/featured',
    summary: 'Twelve featured creators',
    access: 'adult',
    response: z.array(creatorView),
  }),
  testProfiles: operation({
    method: 'GET',
    path: '/api/profiles/test',
    summary: 'The two sample creators of the demo world; empty elsewhere',
    access: 'public',
    response: z.array(
      z.object({
        id,
        displayName: z.string(),
        bio: z.string(),
        location: z.string(),
        subscriptionPrice: z.number(),
        totalContent: z.int(),
        portraits,
      }),
    ),
  }),
  searchProfiles: operation({
    method: 'GET',
    path: '/api/profiles/search',
    summary: 'Search people, creators, content and cities',
    access: 'adult',
    searchedText: ['q'],
    rate: 'search',
    query: z.strictObject({ q: text(64) }),
    response: searchResults,
  }),
  getProfile: operation({
    method: 'GET',
    path: '/api/profiles/{id}',
    summary: 'A person or creator as others see them',
    access: 'adult',
    params: idParams,
    response: profileView,
    errors: ['NOT_FOUND', 'QUOTA_REACHED'],
  }),
  blockProfile: operation({
    method: 'POST',
    path: '/api/profiles/{id}/block',
    summary: 'Block a person; both become invisible to each other',
    access: 'adult',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  unblockProfile: operation({
    method: 'DELETE',
    path: '/api/profiles/{id}/block',
    summary: 'Unblock a person',
    access: 'adult',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  listCreators: operation({
    method: 'GET',
    path: '/api/creators',
    summary: 'Creators, filtered and sorted; `q` matches name, city and bio',
    access: 'adult',
    searchedText: ['q'],
    rate: 'search',
    query: z.strictObject({
      category: z.optional(z.enum(creatorCategories)),
      q: z.optional(text(64)),
      /** Bounds of the monthly price in rand; both are included. */
      minPrice: z.optional(queryInteger(0, 1_000)),
      maxPrice: z.optional(queryInteger(0, 1_000)),
      online: z.optional(z.literal('yes')),
      /** Joined within the last `newCreatorDays`. */
      new: z.optional(z.literal('yes')),
      /** Followed by the caller. */
      following: z.optional(z.literal('yes')),
      sort: z.optional(z.enum(creatorSorts)),
      cursor: z.optional(z.string().check(z.maxLength(200))),
      limit: z.optional(queryInteger(1, 50)),
    }),
    response: page(listedCreator),
    errors: ['QUOTA_REACHED', 'VALIDATION_FAILED'],
  }),
  getCreator: operation({
    method: 'GET',
    path: '/api/creators/{id}',
    summary: 'A creator',
    access: 'adult',
    params: idParams,
    response: creatorView,
    errors: ['NOT_FOUND', 'QUOTA_REACHED'],
  }),
};
