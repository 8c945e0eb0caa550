/** The rules that a decision of staff names, in the order they are shown. */
export const communityRules = [
  'consent',
  'private_image',
  'minors',
  'violence',
  'threats',
  'impersonation',
  'paid_meetings',
  'fraud',
  'spam',
  'copyright',
  'classification',
  'privacy',
  'quality',
  'other',
] as const;
export type CommunityRule = (typeof communityRules)[number];

/** What staff did to something, or to an account. */
export const decisionActions = [
  'held_back',
  'not_published',
  'removed',
  'file_removed',
  'photo_hidden',
  'show_stopped',
  'warned',
  'suspended',
  'registration_refused',
  'registration_withdrawn',
  'exemption_ended',
  'payouts_ended',
] as const;
export type DecisionAction = (typeof decisionActions)[number];

/** What a decision rests on, as its statement of reasons says. Never who said so. */
export const evidenceClasses = ['item', 'account', 'documents', 'payments'] as const;
export type EvidenceClass = (typeof evidenceClasses)[number];

/** The thing itself, what the account did here, documents that were sent in, or payments and payouts. */
export const evidenceOf: Readonly<Record<DecisionAction, EvidenceClass>> = {
  held_back: 'item',
  not_published: 'item',
  removed: 'item',
  file_removed: 'item',
  photo_hidden: 'item',
  show_stopped: 'item',
  warned: 'account',
  suspended: 'account',
  registration_refused: 'documents',
  registration_withdrawn: 'documents',
  exemption_ended: 'documents',
  payouts_ended: 'payments',
};

/** Strikes that each decision counts; what needs a correction only counts none. */
export const strikesOf: Readonly<Record<DecisionAction, number>> = {
  held_back: 0,
  not_published: 0,
  removed: 1,
  file_removed: 1,
  photo_hidden: 1,
  show_stopped: 1,
  warned: 1,
  suspended: 0,
  registration_refused: 0,
  registration_withdrawn: 0,
  exemption_ended: 0,
  payouts_ended: 0,
};
/** From this many strikes on a creator's new items wait for a moderator. */
export const strikesForReview = 3;
/** From this many strikes on staff are asked whether the account stays. */
export const strikesForSuspension = 5;
