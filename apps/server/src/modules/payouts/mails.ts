import type { Mail } from '../../platform/mailer.ts';
import { formatRand } from '../../platform/rand.ts';
import { dated, say, verbatim, type Words } from '../../platform/words.ts';

/** Mails of this module. Subjects are neutral, since they may appear on a lock screen. */
export const accountNamedMail = (
  to: string,
  publicUrl: string,
  account: { bank: string; ending: string; heldHours: number | null },
): Mail => ({
  to,
  subject: say`Your Vlam payout details were updated`,
  text: [
    say`Payouts now go to the ${account.bank} account ending in ${account.ending}.`,
    ...(account.heldHours
      ? [say`For your safety no payout can be requested for the next ${account.heldHours} hours.`]
      : []),
    say`If it was not you, choose a new password at once, then look at your payout details: ${publicUrl}/forgot-password`,
  ],
});

export const payoutSentMail = (
  to: string,
  publicUrl: string,
  payout: { amountCents: number; bank: string; ending: string },
): Mail => ({
  to,
  subject: say`Your Vlam payout is on its way`,
  text: [
    say`${formatRand(payout.amountCents)} was sent to your ${payout.bank} account ending in ${payout.ending}.`,
    say`Your statements: ${publicUrl}/dashboard`,
  ],
});

export const payoutReturnedMail = (
  to: string,
  publicUrl: string,
  payout: { amountCents: number; reason: string },
): Mail => ({
  to,
  subject: say`Your Vlam payout did not go through`,
  text: [
    say`A payout of ${formatRand(payout.amountCents)} did not go through: ${payout.reason}`,
    say`The whole amount is back among your earnings and can be withdrawn again.`,
    verbatim(`${publicUrl}/dashboard`),
  ],
});

const dayOf = new Intl.DateTimeFormat('en-ZA', {
  timeZone: 'Africa/Johannesburg',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

export const weeklyPlannedMail = (
  to: string,
  publicUrl: string,
  planned: { amountCents: number; day: Date },
): Mail => ({
  to,
  subject: say`Your weekly Vlam payout is tomorrow`,
  text: [
    say`On ${dated(dayOf, planned.day)} everything that has cleared is paid out to your bank account: ${formatRand(planned.amountCents)} as of now.`,
    say`You can switch weekly payouts off until then: ${publicUrl}/dashboard`,
  ],
});

export const weeklyAskedMail = (
  to: string,
  publicUrl: string,
  payout: { amountCents: number; bank: string; ending: string },
): Mail => ({
  to,
  subject: say`Your weekly Vlam payout was asked for`,
  text: [
    say`${formatRand(payout.amountCents)} goes to your ${payout.bank} account ending in ${payout.ending} once it is checked.`,
    say`Your payouts: ${publicUrl}/dashboard`,
  ],
});

export const weeklySkippedMail = (to: string, publicUrl: string, { reason }: { reason: Words }): Mail => ({
  to,
  subject: say`Your weekly Vlam payout was left out`,
  text: [
    say`This week nothing is paid out. The reason: ${reason}`,
    say`It is tried again next week. You can ask for a payout yourself: ${publicUrl}/dashboard`,
  ],
});
