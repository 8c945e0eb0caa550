import type { Mail } from '../../platform/mailer.ts';
import { formatRand } from '../../platform/rand.ts';

/** Mails of this module. Subjects are neutral, since they may appear on a lock screen. */
export const accountNamedMail = (
  to: string,
  publicUrl: string,
  account: { bank: string; ending: string; heldHours: number | null },
): Mail => ({
  to,
  subject: 'Your Vlam payout details were updated',
  text: [
    `Payouts now go to the ${account.bank} account ending in ${account.ending}.`,
    ...(account.heldHours
      ? [`For your safety no payout can be requested for the next ${account.heldHours} hours.`]
      : []),
    `If it was not you, choose a new password at once, then look at your payout details: ${publicUrl}/forgot-password`,
  ].join('\n\n'),
});

export const payoutSentMail = (
  to: string,
  publicUrl: string,
  payout: { amountCents: number; bank: string; ending: string },
): Mail => ({
  to,
  subject: 'Your Vlam payout is on its way',
  text: [
    `${formatRand(payout.amountCents)} was sent to your ${payout.bank} account ending in ${payout.ending}.`,
    `Your statements: ${publicUrl}/dashboard`,
  ].join('\n\n'),
});

export const payoutReturnedMail = (
  to: string,
  publicUrl: string,
  payout: { amountCents: number; reason: string },
): Mail => ({
  to,
  subject: 'Your Vlam payout did not go through',
  text: [
    `A payout of ${formatRand(payout.amountCents)} did not go through: ${payout.reason}`,
    'The whole amount is back among your earnings and can be withdrawn again.',
    `${publicUrl}/dashboard`,
  ].join('\n\n'),
});
