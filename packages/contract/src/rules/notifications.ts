/** Topics of notification preferences. */
export const notificationTopics = [
  'messages',
  'likes',
  'subscriptions',
  'tips',
  'live',
  'matches',
  'requests',
  'payouts',
  'calls',
  'safety',
  'account',
] as const;
export type NotificationTopic = (typeof notificationTopics)[number];

export const notificationChannels = ['inApp', 'push', 'email'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** Topics that always appear in the list; push and email are optional. */
export const alwaysInApp: readonly NotificationTopic[] = ['safety', 'account'];

/** Topic of each kind of notification. */
export const topicOfKind = {
  message: 'messages',
  like: 'likes',
  comment: 'likes',
  subscriber: 'subscriptions',
  post: 'subscriptions',
  album_shared: 'messages',
  subscription_failed: 'subscriptions',
  subscription_price: 'subscriptions',
  subscription_ending: 'subscriptions',
  subscription_term_renews: 'subscriptions',
  subscription_term_over: 'subscriptions',
  subscription_offered: 'subscriptions',
  subscription_accepted: 'subscriptions',
  subscription_returned: 'subscriptions',
  subscription_given: 'subscriptions',
  tip: 'tips',
  gift: 'tips',
  live: 'live',
  flame: 'matches',
  match: 'matches',
  request_received: 'requests',
  request_accepted: 'requests',
  request_countered: 'requests',
  request_declined: 'requests',
  request_withdrawn: 'requests',
  request_delivered: 'requests',
  request_lapsed: 'requests',
  request_disputed: 'requests',
  request_decided: 'requests',
  payout_sent: 'payouts',
  payout_returned: 'payouts',
  payout_planned: 'payouts',
  payout_weekly: 'payouts',
  payout_skipped: 'payouts',
  call_missed: 'calls',
  check_in: 'safety',
  consent_asked: 'safety',
  consent_answered: 'safety',
  consent_revoked: 'safety',
  content_approved: 'account',
  content_refused: 'account',
  content_removed: 'account',
  content_file_removed: 'account',
  content_refunded: 'account',
  takedown_hidden: 'account',
  takedown_removed: 'account',
  takedown_restored: 'account',
  takedown_waiting: 'safety',
  decision: 'account',
  appeal_answered: 'account',
  registration_approved: 'account',
  registration_exempt: 'account',
  registration_ending: 'account',
  registration_lapsed: 'account',
  agreement_ending: 'account',
  document_accepted: 'account',
  document_refused: 'account',
  document_ending: 'account',
  document_lapsed: 'account',
  registration_waiting: 'safety',
  report_resolved: 'safety',
  report_dismissed: 'safety',
  report_waiting: 'safety',
  appeal_waiting: 'safety',
  dispute_waiting: 'safety',
  information_answered: 'account',
  information_waiting: 'safety',
  breach: 'account',
  password_changed: 'account',
  email_changed: 'account',
  second_factor_added: 'account',
  second_factor_removed: 'account',
  payout_account: 'account',
} as const satisfies Record<string, NotificationTopic>;

export type NotificationKind = keyof typeof topicOfKind;
export const notificationKinds = Object.keys(topicOfKind) as [NotificationKind, ...NotificationKind[]];

/** The badge shows "99+" from here on. */
export const maxUnreadShown = 100;

export const digestRhythms = ['off', 'daily', 'weekly'] as const;
