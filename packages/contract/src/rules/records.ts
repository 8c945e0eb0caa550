/** Who may ask something of the platform in the name of the law, or of the card schemes. */
export const authorities = ['police', 'court', 'film_board', 'regulator', 'card_scheme', 'other'] as const;
export type Authority = (typeof authorities)[number];

export const authorityDemands = ['preserve', 'disclose', 'remove'] as const;

export const holdSubjects = ['account', 'takedown', 'report'] as const;
export type HoldSubject = (typeof holdSubjects)[number];
/** Days in which another member of staff confirms a hold; it lapses otherwise. */
export const holdConfirmDays = 3;
/** Longest time of a hold; it can be renewed. */
export const maxHoldDays = 366;

/** How a class of rows ends: by the retention job, by another job, never, or it is never stored. */
export const retentionModes = ['job', 'sweep', 'kept', 'none'] as const;

/** What a person may ask about their personal information (POPIA sections 11, 23 and 24). */
export const informationKinds = ['access', 'correction', 'objection', 'deletion'] as const;
export type InformationKind = (typeof informationKinds)[number];
/** Cases of one member that may be open at a time. */
export const maxOpenInformationRequests = 5;

/** What is done after a compromise of personal information; the hours of each are data of the server. */
export const breachSteps = [
  'contain',
  'evidence',
  'officer',
  'assess',
  'regulator',
  'people',
  'partners',
  'review',
] as const;
export type BreachStep = (typeof breachSteps)[number];
/** Accounts that are added to an incident at a time. */
export const maxAddedAccounts = 500;

/** Registers of consent: people in a picture, starting a purchase at once or at a new price, the selfie of a check. */
export const consentKinds = ['picture', 'purchase', 'selfie', 'document'] as const;
export type ConsentKind = (typeof consentKinds)[number];

/** What a reviewer may be shown. */
export const reviewItemTypes = ['takedown', 'period', 'item', 'consent'] as const;
export const maxReviewItems = 50;
/** Longest access of a reviewer, in hours. */
export const maxReviewHours = 336;
/** Wrong codes that close a link for good. */
export const maxReviewCodes = 5;

/** Days in which a member who deleted their account may come back. */
export const comeBackDays = 30;
/** Hours for which a member may save the copy of their data. */
export const ownExportHours = 24;
/** What has to be settled before an account can be deleted. */
export const deletionObstacles = ['staff', 'escrow', 'payout', 'payment', 'debt', 'show', 'subscribers'] as const;
export type DeletionObstacle = (typeof deletionObstacles)[number];

/** What is stored of a member, as the privacy center names it. */
export const storedKinds = [
  ...(['account', 'settings', 'age_check', 'age_attempt', 'identity_document', 'selfie', 'session'] as const),
  ...(['network', 'device', 'mail', 'notification', 'message', 'disappearing', 'photo', 'content'] as const),
  ...(['people', 'day', 'trip', 'safety_plan', 'money', 'payment_event', 'purchase_consent', 'card'] as const),
  ...(['creator', 'consent_record', 'report', 'decision', 'phrase_match', 'information_request'] as const),
  ...(['data_export', 'audit_log', 'search'] as const),
] as const;
export type StoredKind = (typeof storedKinds)[number];
