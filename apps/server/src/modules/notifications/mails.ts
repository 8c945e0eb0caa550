import type { Mail } from '../../platform/mailer.ts';

/** States how many notifications there are, never what they are about: the mail can show on a lock screen. */
export const digestMail = (
  to: string,
  publicUrl: string,
  digest: { unread: number; more: boolean; unsubscribeUrl: string },
): Mail => ({
  to,
  subject: 'Your summary from Vlam',
  text: [
    digest.unread === 1
      ? 'There is one thing you have not seen yet.'
      : `There are ${digest.more ? 'more than ' : ''}${digest.unread} things you have not seen yet.`,
    `Have a look: ${publicUrl}/notifications`,
    `How often this mail comes is yours to choose: ${publicUrl}/notifications?tab=preferences`,
    `Stop it with one click: ${digest.unsubscribeUrl}`,
  ].join('\n\n'),
  unsubscribeUrl: digest.unsubscribeUrl,
});
