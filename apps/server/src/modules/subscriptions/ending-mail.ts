import type { Mail } from '../../platform/mailer.ts';
import { formatRand } from '../../platform/rand.ts';
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

/** Before a term of several months ends. `nextCents` is what its renewal costs; null when it does not renew. */
export const termEndingMail = (
  to: string,
  link: string,
  { until, months, nextCents }: { until: Date; months: number; nextCents: number | null },
): Mail => ({
  to,
  subject: say`Your subscription of ${months} months ends on ${dated(dateOf, until)}`,
  text:
    nextCents === null
      ? [
          say`What you paid for lasts until ${dated(dateOf, until)} and ends by itself. You will not be charged for it again.`,
          say`If you want to stay, you can have it renew: ${link}`,
        ]
      : [
          say`On ${dated(dateOf, until)} it renews for ${months} months and costs ${formatRand(nextCents)}.`,
          say`If you do not want that, end the renewal before then. You keep what you paid for, and it costs nothing: ${link}`,
        ],
});
