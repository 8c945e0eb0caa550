import type { Mail } from '../../../platform/mailer.ts';
import { say, verbatim } from '../../../platform/words.ts';

/** Subjects are neutral: they can show on a lock screen. */
export const linkMail = (to: string, publicUrl: string, token: string, number: string): Mail => ({
  to,
  subject: say`Your request ${number}`,
  text: [
    say`You asked about your personal information. Open this link to confirm your address and to follow your request:`,
    verbatim(`${publicUrl}/compliance/personal-information/${token}`),
    say`It is answered in writing within 30 days. Keep the link to yourself: whoever has it can read the answer.`,
    say`If you did not ask, there is nothing to do: the request is deleted after a week.`,
  ],
});

/** Says that something was written, not what: mail can be read by others. */
export const writtenMail = (to: string, number: string, isAnswered: boolean): Mail => ({
  to,
  subject: say`Your request ${number}`,
  text: isAnswered
    ? say`Your request was answered. Open the link that you were sent before to read the answer.`
    : say`There is a question about your request. Open the link that you were sent before to answer it.`,
});
