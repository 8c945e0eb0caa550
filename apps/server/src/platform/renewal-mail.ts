import type { Mail } from './mailer.ts';

const dateOf = new Intl.DateTimeFormat('en-ZA', {
  timeZone: 'Africa/Johannesburg',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/**
 * A renewal was refused; `again` is when the next try is made, null when it was the last. The words can show on a lock
 * screen, so they name neither a person nor what was paid for.
 */
export const renewalFailedMail = (to: string, publicUrl: string, again: Date | null): Mail => ({
  to,
  subject: again ? 'A Vlam payment did not go through' : 'A Vlam renewal has ended',
  text: [
    again
      ? `One of your renewals could not be paid. We try again on ${dateOf.format(again)}.`
      : 'One of your renewals could not be paid after several tries, so it has ended. You will not be charged for it again.',
    `Sign in to look at your payments: ${publicUrl}/login`,
    'If you want it to end, there is nothing to do.',
  ].join('\n\n'),
});
