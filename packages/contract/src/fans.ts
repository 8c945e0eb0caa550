import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { fanLimits, fanLists, fanSorts } from './rules/fans.ts';
import {
  cents,
  cursorQuery,
  id,
  idParams,
  page,
  queryInteger,
  requiredText,
  text,
  tierNumber,
  timestamp,
} from './schemas.ts';

const person = {
  id,
  /** The name they show. */
  displayName: z.string(),
  avatarUrl: z.string(),
  isOnline: z.boolean(),
};

const fanSubscription = z.object({
  /** Open now, or last. */
  tier: tierNumber,
  since: timestamp,
  /** End of the paid time: the next renewal, or when it ends. */
  paidUntil: timestamp,
  renews: z.boolean(),
  isOver: z.boolean(),
  /** Price of the period that was paid last. */
  amountCents: cents,
});

/** What the creator earned from a fan: their share of all the fan paid, less what was given back. */
const earnedCents = cents;

export const fanRow = z.object({
  ...person,
  note: z.string(),
  /** Subscribed, ended, followed, paid last, restricted or added to the list: by the list that was asked for. */
  at: timestamp,
  subscription: z.nullable(fanSubscription),
  earnedCents,
});
export type FanRow = z.output<typeof fanRow>;

export const fanCard = z.object({
  ...person,
  subscription: z.nullable(fanSubscription),
  followsSince: z.nullable(timestamp),
  earnedCents,
  /** The creator's share of tips. */
  tips: z.object({ count: z.int(), earnedCents: cents }),
  lastBought: z.nullable(z.object({ description: z.string(), at: timestamp })),
  note: z.string(),
  /** Lists of the creator that they are in. */
  listIds: z.array(id),
  isRestricted: z.boolean(),
});
export type FanCard = z.output<typeof fanCard>;

export const fanOwnList = z.object({ id, name: z.string(), members: z.int() });
export type FanOwnList = z.output<typeof fanOwnList>;

const yes = z.optional(z.literal('yes'));
const filter = {
  list: z._default(z.enum(fanLists), 'subscribers'),
  /** Of the list `own`. */
  listId: z.optional(id),
  sort: z._default(z.enum(fanSorts), 'newest'),
  /** Part of the name they show. */
  q: z.optional(text(40)),
  /** Seen within `fanLimits.activeDays`, and not incognito. */
  active: yes,
  /** Subscribers whose paid time ends within `fanLimits.endingDays` and does not renew. */
  ending: yes,
  /** Subscribers for whom exactly this tier is open now. */
  tier: z.optional(queryInteger(1, 3)),
  /** Only those who earned the creator at least this many rand. */
  earnedOver: z.optional(queryInteger(1, 1_000_000)),
};
export const fanFilter = z.strictObject(filter);
export type FanFilter = z.output<typeof fanFilter>;

const counts = z.object({
  subscribers: z.int(),
  former: z.int(),
  followers: z.int(),
  spenders: z.int(),
  restricted: z.int(),
  own: z.int(),
});

const listName = z.strictObject({ name: requiredText(1, fanLimits.listNameLength, 'Give it a name') });

/** The people of a creator, as far as each lets this creator see them. Notes and lists are the creator's alone. */
export const fansOperations = {
  listFans: operation({
    method: 'GET',
    path: '/api/studio/people',
    summary: "The caller's subscribers, former ones, followers, spenders, restricted people or an own list",
    access: 'creator',
    rate: 'search',
    searchedText: ['q'],
    query: z.extend(cursorQuery, filter),
    response: z.object({
      ...page(fanRow).shape,
      /** People in each list, also those who let nobody see them; only with the first page. */
      counts: z.nullable(counts),
    }),
    errors: ['NOT_FOUND'],
  }),
  exportFans: operation({
    method: 'GET',
    path: '/api/studio/people.csv',
    summary: 'The list that is shown as CSV, with the names as fans show them',
    access: 'creator',
    stepUp: true,
    rate: 'document',
    navigation: true,
    searchedText: ['q'],
    query: fanFilter,
    errors: ['NOT_FOUND'],
  }),
  getFan: operation({
    method: 'GET',
    path: '/api/studio/people/{id}',
    summary: 'What a creator knows of one person: subscription, earnings, last purchase, lists, note',
    access: 'creator',
    params: idParams,
    response: fanCard,
    errors: ['NOT_FOUND'],
  }),
  setFanNote: operation({
    method: 'PUT',
    path: '/api/studio/people/{id}/note',
    summary: 'Write a note that only the caller sees; an empty one removes it',
    access: 'creator',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ note: text(fanLimits.noteLength) }),
    response: z.object({ note: z.string() }),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  }),
  setFanLists: operation({
    method: 'PUT',
    path: '/api/studio/people/{id}/lists',
    summary: 'Put a person into exactly these own lists; idempotent',
    access: 'creator',
    rate: 'write',
    params: idParams,
    body: z.strictObject({ listIds: z.array(id).check(z.maxLength(fanLimits.lists)) }),
    response: z.object({ listIds: z.array(id) }),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'QUOTA_REACHED'],
  }),
  restrictFan: operation({
    method: 'PUT',
    path: '/api/studio/people/{id}/restriction',
    summary: 'Mute a person and take no comments or show messages from them; idempotent',
    access: 'creator',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  unrestrictFan: operation({
    method: 'DELETE',
    path: '/api/studio/people/{id}/restriction',
    summary: 'Lift a restriction and its mute; idempotent',
    access: 'creator',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  listFanLists: operation({
    method: 'GET',
    path: '/api/studio/lists',
    summary: 'Own lists of people, by name',
    access: 'creator',
    response: z.array(fanOwnList),
  }),
  createFanList: operation({
    method: 'POST',
    path: '/api/studio/lists',
    summary: 'Make a list of people',
    access: 'creator',
    rate: 'write',
    body: listName,
    response: fanOwnList,
    status: 201,
    errors: ['VALIDATION_FAILED', 'CONFLICT', 'QUOTA_REACHED'],
  }),
  renameFanList: operation({
    method: 'PUT',
    path: '/api/studio/lists/{id}',
    summary: 'Rename an own list',
    access: 'creator',
    rate: 'write',
    params: idParams,
    body: listName,
    response: fanOwnList,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'CONFLICT'],
  }),
  deleteFanList: operation({
    method: 'DELETE',
    path: '/api/studio/lists/{id}',
    summary: 'Delete an own list; the people in it stay',
    access: 'creator',
    rate: 'write',
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
};
