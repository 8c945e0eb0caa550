import type { Config } from '../../platform/config.ts';
import type { Mail } from '../../platform/mailer.ts';
import { say } from '../../platform/words.ts';

/** Neutral text: it may appear on a lock screen, and must not reveal anything about the number. */
export const reviewMail = (to: string, { supportEmail }: Pick<Config, 'supportEmail'>): Mail => ({
  to,
  subject: say`Your Vlam account waits for a check`,
  text: [
    say`A person of our staff has to look at your identity document before your account opens again.`,
    say`Write to ${supportEmail} from this address and we agree on a time for a short video call. Have the document with you.`,
    say`Please do not mail a copy of it.`,
  ],
});
