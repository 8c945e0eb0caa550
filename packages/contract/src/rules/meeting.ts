/** What people meet for, and the limits of it; apart from the schemas, which no screen should carry for them. */
export const eventCategories = ['Party', 'Social', 'Music', 'Art', 'Food & Wine', 'Outdoors', 'Workshop'] as const;
export type EventCategory = (typeof eventCategories)[number];
export const tonightCategories = ['Drinks', 'Dinner', 'Dancing', 'Coffee', 'Company', 'Adventure'] as const;
export type TonightCategory = (typeof tonightCategories)[number];

/** Events one member may announce in a day. */
export const eventsADay = 5;
/** Requests one member may post for one night, and answers they may write in it. */
export const tonightLimits = { requests: 3, responses: 30 } as const;
/** How long a trip may last, and how far ahead it may begin, in days. */
export const travelLimits = { longest: 60, ahead: 180 } as const;
/** Plans a member may share in 24 hours, how far ahead one may end in days, and how long after `backBy` the contact is told. */
export const safetyLimits = { plansADay: 5, daysAhead: 14, graceMinutes: 15, linkHours: 12 } as const;
/** By how much "back by" can be put off, in minutes. */
export const extensions = [30, 60, 120] as const;
/** Why something is reported. */
export const reportReasons = [
  'harassment',
  'scam',
  'fake_profile',
  'underage',
  'non_consensual',
  'violence',
  'spam',
  'other',
] as const;
export type ReportReason = (typeof reportReasons)[number];
