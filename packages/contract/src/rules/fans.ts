/** Lists of people a creator works with. `own` is a list the creator made and needs its id. */
export const fanLists = ['subscribers', 'former', 'followers', 'spenders', 'restricted', 'own'] as const;
export type FanList = (typeof fanLists)[number];

/** Among followers, `spent` leaves out those who have spent nothing. */
export const fanSorts = ['newest', 'spent', 'name'] as const;
export type FanSort = (typeof fanSorts)[number];

export const fanLimits = {
  noteLength: 500,
  listNameLength: 40,
  lists: 50,
  membersOfList: 5_000,
  /** Days without a visit until a member no longer counts as active. */
  activeDays: 30,
  /** Paid time that is over within this many days, and does not renew, is ending soon. */
  endingDays: 14,
} as const;
