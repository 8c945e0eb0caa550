import type { Mail } from '../../platform/mailer.ts';
import { counted, say } from '../../platform/words.ts';

/** States how many notifications there are, never what they are about: the mail can show on a lock screen. */
export const digestMail = (
  to: string,
  publicUrl: string,
  digest: { unread: number; more: boolean; unsubscribeUrl: string },
): Mail => ({
  to,
  subject: say`Your summary from Vlam`,
  text: [
    digest.more
      ? say`There are more than ${digest.unread} things you have not seen yet.`
      : counted(digest.unread, {
          one: say`There is one thing you have not seen yet.`,
          other: say`There are ${digest.unread} things you have not seen yet.`,
        }),
    say`Have a look: ${publicUrl}/notifications`,
    say`How often this mail comes is yours to choose: ${publicUrl}/notifications?tab=preferences`,
    say`Stop it with one click: ${digest.unsubscribeUrl}`,
  ],
  unsubscribeUrl: digest.unsubscribeUrl,
});
