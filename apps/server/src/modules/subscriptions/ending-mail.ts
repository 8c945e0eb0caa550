import type { Mail } from '../../platform/mailer.ts';
import { dated, say } from '../../platform/words.ts';

const dateOf = new Intl.DateTimeFormat('en-ZA', {
  timeZone: 'Africa/Johannesburg',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** The subject may appear on a lock screen, so the mail does not name the creator. `until` is null for what is over. */
export const endingMail = (to: string, link: string, until: Date | null): Mail => ({
  to,
  subject: say`A subscription of yours will not renew`,
  text: [
    say`A creator you subscribe to has stopped selling subscriptions.`,
    until
      ? say`You keep what you paid for until ${dated(dateOf, until)}. It ends then. You will not be charged for it again.`
      : say`The time you paid for is over. You will not be charged for it again.`,
    say`See your subscriptions: ${link}`,
  ],
});
