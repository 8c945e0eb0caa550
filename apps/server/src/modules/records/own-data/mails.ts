import { comeBackDays } from '@vlam/contract/rules/records';
import type { Mail } from '../../../platform/mailer.ts';
import { dated, joined, say, type Words } from '../../../platform/words.ts';

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Africa/Johannesburg' });
const displayDay = (at: Date): Words => dated(dayFormat, at);

/** Subjects and texts name nothing intimate: they can show on a lock screen, and be read by others. */
export const leavingMail = (to: string, publicUrl: string, eraseAt: Date): Mail => ({
  to,
  subject: say`Your account is closed`,
  text: [
    say`You asked us to delete your account. It is closed for everyone now, and you are signed out everywhere.`,
    say`Until ${displayDay(eraseAt)} you can come back: sign in at ${publicUrl}/login and choose to keep it. After these ${comeBackDays} days it is erased, and you get a receipt.`,
    say`If it was not you, sign in now, keep the account, and choose a new password: ${publicUrl}/forgot-password`,
  ],
});

export const exportReadyMail = (to: string, publicUrl: string, hours: number): Mail => ({
  to,
  subject: say`Your copy is ready`,
  text: [
    say`The copy that you asked for is ready. Sign in and save it within ${hours} hours: ${publicUrl}/my-data`,
    say`If you did not ask for it, choose a new password at once: ${publicUrl}/forgot-password`,
  ],
});

export const receiptMail = (to: string, { askedAt, erasedAt }: { askedAt: Date; erasedAt: Date }): Mail => ({
  to,
  subject: say`Your account was erased`,
  text: [
    say`You asked on ${displayDay(askedAt)}. On ${displayDay(erasedAt)} we erased your account.`,
    joined(
      [
        say`Erased:`,
        say`- your name, address, password and ways to sign in`,
        say`- your page, photos, videos and everything you published`,
        say`- your messages and threads, comments, likes and the people you follow or blocked`,
        say`- places, trips, plans and settings`,
        say`- the proof of your age, identity documents, cards and bank account`,
      ],
      '\n',
    ),
    joined(
      [
        say`Kept, without your name on it unless the line says so:`,
        say`- payments, receipts, credits and payouts: at least five years, for tax and FICA. A payout keeps the bank account it went to, and a contract the name that signed it, for five years from today`,
        say`- consents to appear in a picture: five years after the picture went`,
        say`- reports and complaints that were decided: three years; decisions about the account and requests about personal information: three to five years`,
        say`- the log of what staff did: for good, with ids only`,
      ],
      '\n',
    ),
    say`Keep this message: we can no longer tell which account was yours, and our own copy of it is deleted after 30 days.`,
  ],
});
