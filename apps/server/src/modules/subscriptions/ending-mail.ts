import type { Mail } from '../../platform/mailer.ts';

const dateOf = new Intl.DateTimeFormat('en-ZA', {
  timeZone: 'Africa/Johannesburg',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** The subject may appear on a lock screen, so the mail does not name the creator. `until` is null for what is over. */
export const endingMail = (to: string, link: string, until: Date | null): Mail => ({
  to,
  subject: 'A subscription of yours will not renew',
  text: [
    'A creator you subscribe to has stopped selling subscriptions.',
    until
      ? `You keep what you paid for until ${dateOf.format(until)}. It ends then. You will not be charged for it again.`
      : 'The time you paid for is over. You will not be charged for it again.',
    `See your subscriptions: ${link}`,
  ].join('\n\n'),
});
