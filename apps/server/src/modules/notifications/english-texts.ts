import type { NotificationKind } from '@vlam/contract/notifications';

/** The parts of a sentence. */
export interface NoticeFacts {
  /** The actor's name, or `Somebody`. */
  who: string;
  count: number;
  subject: string;
  amount: string;
  /** The day something lasts until; empty where nothing is left. */
  until: string;
  /** What a sale in credits brought; empty for what was paid in rand. */
  earned: string;
}

const others = (count: number): string => (count === 2 ? '1 other' : `${count - 1} others`);
const crowd = ({ who, count }: NoticeFacts): string => (count === 1 ? who : `${who} and ${others(count)}`);

/** Each kind in English, for clients without texts of their own; the app has its own, by language. */
export const englishTexts: Record<NotificationKind, (facts: NoticeFacts) => string> = {
  message: ({ who, count }) => (count === 1 ? `${who} sent you a message` : `${who} sent you ${count} messages`),
  like: (facts) => `${crowd(facts)} liked ${facts.subject}`,
  comment: ({ who, count, subject }) =>
    count === 1 ? `${who} commented on ${subject}` : `${count} new comments on ${subject}`,
  subscriber: ({ who }) => `${who} subscribed to you`,
  post: ({ who }) => `${who} posted something new`,
  album_shared: ({ who, subject }) => `${who} shared ${subject} with you`,
  subscription_failed: () => 'One of your renewals could not be paid',
  subscription_price: ({ who, amount }) => `${who} asks you to move to ${amount} a month`,
  subscription_ending: ({ who, until }) =>
    `${who} has stopped selling subscriptions. ${until ? `Yours lasts until ${until}` : 'Yours has ended'}`,
  subscription_term_renews: ({ who, until, amount }) =>
    `Your subscription to ${who} renews on ${until} for ${amount}. You can end that before`,
  subscription_term_over: ({ who, until }) => `Your subscription to ${who} ends on ${until}`,
  subscription_offered: ({ who, subject }) => `${who} gives you a subscription to ${subject}. Accept or refuse it`,
  subscription_accepted: ({ who }) => `${who} accepted the subscription you gave`,
  subscription_returned: ({ subject, amount }) =>
    `The subscription to ${subject} that you gave was not taken. ${amount} is on its way back to you`,
  subscription_given: ({ who }) => `${who} gave somebody a subscription to you`,
  tip: ({ who, amount, earned, subject }) => {
    const tipped = subject === 'it' ? `${who} tipped you` : `${who} tipped you for ${subject}`;
    return earned ? `${tipped}: ${earned}` : `${tipped} ${amount}`;
  },
  gift: ({ who, earned }) => (earned ? `${who} sent you a gift: ${earned}` : `${who} sent you a gift`),
  live: ({ who }) => `${who} is live now`,
  flame: ({ who }) => `${who} sent you a flame`,
  match: ({ who }) => `You and ${who} have flamed each other`,
  request_received: ({ who, subject }) => `${who} asks for ${subject}`,
  request_accepted: ({ who, subject }) => `${who} accepted ${subject}`,
  request_countered: ({ who, subject }) => `${who} named another price for ${subject}`,
  request_declined: ({ who, subject }) => `${who} declined ${subject}`,
  request_withdrawn: ({ who, subject }) => `${who} withdrew ${subject}`,
  request_delivered: ({ who, subject }) => `${who} delivered ${subject}`,
  request_lapsed: ({ subject }) => `The time for ${subject} is over`,
  request_disputed: ({ who, subject }) => `${who} says that something is wrong with ${subject}`,
  request_decided: ({ subject }) => `The dispute about ${subject} was decided`,
  payout_sent: ({ amount }) => `Your payout of ${amount} is on its way`,
  payout_returned: ({ amount }) => `Your payout of ${amount} did not go through`,
  payout_planned: ({ amount }) => `Tomorrow about ${amount} is paid out, as each week`,
  payout_weekly: ({ amount }) => `Your weekly payout of ${amount} is being checked`,
  payout_skipped: () => 'Your weekly payout was left out this time',
  call_missed: ({ who, count }) =>
    count === 1 ? `You missed a call from ${who}` : `You missed ${count} calls from ${who}`,
  consent_asked: ({ who }) => `${who} asks for your consent to a post with you`,
  consent_answered: ({ who, subject }) => `${who} answered your request about ${subject}`,
  consent_revoked: ({ who, subject }) => `${who} took their consent back: ${subject} is not shown any more`,
  content_approved: ({ subject }) => `A moderator approved ${subject}: it is published`,
  content_refused: ({ subject }) => `A moderator did not publish ${subject}. Read why`,
  content_removed: ({ subject }) => `A moderator removed ${subject}`,
  content_refunded: ({ subject }) => `${subject} was taken down. Your credits are back`,
  content_file_removed: ({ subject }) => `A moderator removed a file of ${subject}`,
  takedown_hidden: ({ subject }) => `${subject} is hidden while a complaint is looked at. Read why`,
  takedown_removed: ({ subject }) => `${subject} was taken down after a complaint. Read why`,
  takedown_restored: ({ subject }) => `${subject} is shown again: a complaint was not upheld`,
  takedown_waiting: ({ count }) =>
    count === 1 ? 'The takedown desk has a case' : `The takedown desk has ${count} cases`,
  check_in: () => 'Are you back? Please check in',
  decision: ({ subject }) => `A moderator decided about ${subject === 'it' ? 'your account' : subject}. Read why`,
  appeal_answered: ({ subject }) => `Your appeal about ${subject === 'it' ? 'your account' : subject} was answered`,
  appeal_waiting: ({ count }) => (count === 1 ? 'An appeal waits for staff' : `${count} new appeals wait for staff`),
  registration_approved: () => 'Your film-board registration was approved',
  registration_exempt: () => 'Your X18 exemption holds: you can publish X18 now',
  document_accepted: () => 'Your identity document was accepted',
  document_refused: () => 'Your identity document was not accepted. Read why and send another one',
  document_ending: () => 'Please send your identity document again to keep your identity level',
  document_lapsed: () => 'Your identity level has fallen: the last look at your document was too long ago',
  agreement_ending: () => 'Please sign your creator agreement again to keep your identity level',
  registration_ending: () => 'Your film-board registration ends soon. Renew it in time',
  registration_lapsed: () => 'Your film-board registration has ended. What was rated X18 is a draft again',
  registration_waiting: ({ count }) =>
    count === 1 ? 'A film-board registration waits for staff' : `${count} film-board registrations wait for staff`,
  report_resolved: ({ count }) =>
    count === 1
      ? 'We looked at what you reported, and acted on it'
      : `We looked at ${count} things you reported, and acted on them`,
  report_dismissed: ({ count }) =>
    count === 1
      ? 'We looked at what you reported. Nothing was changed'
      : `We looked at ${count} things you reported. Nothing was changed`,
  report_waiting: ({ count }) => (count === 1 ? 'A report waits for staff' : `${count} new reports wait for staff`),
  dispute_waiting: ({ count }) => (count === 1 ? 'A dispute waits for staff' : `${count} new disputes wait for staff`),
  information_answered: ({ subject }) => `Something was written about your request ${subject}`,
  breach: () => 'Somebody may have got at personal information of yours. Read what you can do',
  information_waiting: ({ count }) =>
    count === 1
      ? 'A request about personal information waits for staff'
      : `${count} requests about personal information wait for staff`,
  password_changed: () => 'Your password was changed',
  email_changed: () => 'The address of your account was changed',
  second_factor_added: () => 'A second step of signing in was added',
  second_factor_removed: () => 'A second step of signing in was removed',
  payout_account: () => 'Your payout details were updated',
};
