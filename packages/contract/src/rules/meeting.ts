/** Categories and limits of meetings; separate from the schemas to keep those out of screens' chunks. */
export const eventCategories = ['Party', 'Social', 'Music', 'Art', 'Food & Wine', 'Outdoors', 'Workshop'] as const;
export type EventCategory = (typeof eventCategories)[number];
export const tonightCategories = ['Drinks', 'Dinner', 'Dancing', 'Coffee', 'Company', 'Adventure'] as const;
export type TonightCategory = (typeof tonightCategories)[number];

/** Events per member and day. */
export const eventsPerDay = 5;
/** Requests per member and night, and responses per member and night. */
export const tonightLimits = { requests: 3, responses: 30 } as const;
/** Maximum length of a trip, and how far ahead it may begin, in days. */
export const travelLimits = { longest: 60, ahead: 180 } as const;
/** Safety plans per 24 hours, maximum days ahead, and delay after `backBy` before the contact is alerted. */
export const safetyLimits = { plansADay: 5, daysAhead: 14, graceMinutes: 15, linkHours: 12 } as const;
/** Extensions of "back by", in minutes. */
export const extensions = [30, 60, 120] as const;
/** Reasons of a report. */
export const reportReasons = [
  'harassment',
  'scam',
  'fake_profile',
  'underage',
  'non_consensual',
  'extortion',
  'violence',
  'spam',
  'other',
] as const;
export type ReportReason = (typeof reportReasons)[number];
