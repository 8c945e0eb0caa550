import type { DisputeDecision } from '@vlam/contract/requests';
import type { Earned } from '@vlam/contract/schemas';
import { formatEarned } from '../../platform/format-earned.ts';
import type { Mail } from '../../platform/mailer.ts';

/** Mails of this module. Subjects are neutral: they can show on a lock screen. */
export const disputedMail = (to: string, publicUrl: string, request: { title: string; reason: string }): Mail => ({
  to,
  subject: 'Please look at a request on Vlam',
  text: [
    `The member who asked for “${request.title}” says that something is wrong: ${request.reason}`,
    'What it brought is held until it is decided. You can say how you see it, once.',
    `${publicUrl}/requests`,
  ].join('\n\n'),
});

export interface DecidedRequest {
  title: string;
  decision: DisputeDecision;
  returned: number;
  /** The creator's share. */
  earned: Earned;
  reason: string;
  isDelivered: boolean;
}

const creditsOf = (count: number): string => (count === 1 ? '1 credit' : `${count} credits`);

/** Earnings in rand first, then in credits. */
const inEarnings = (earned: Earned): string => `${formatEarned(earned)} (${creditsOf(earned.credits)})`;

/** To the requester. */
export const decidedForRequesterMail = (to: string, publicUrl: string, request: DecidedRequest): Mail => ({
  to,
  subject: 'Your request on Vlam was decided',
  text: [
    {
      released: `What you paid for “${request.title}” went to the creator.`,
      returned: `${creditsOf(request.returned)} for “${request.title}” came back to you.${
        request.isDelivered ? ' What was delivered is closed.' : ''
      }`,
      split: `${creditsOf(request.returned)} of what you paid for “${request.title}” came back to you.`,
    }[request.decision],
    `Why: ${request.reason}`,
    `${publicUrl}/requests`,
  ].join('\n\n'),
});

/** To the creator. */
export const decidedForCreatorMail = (to: string, publicUrl: string, request: DecidedRequest): Mail => ({
  to,
  subject: 'A request on Vlam was decided',
  text: [
    {
      released: `You keep your share of “${request.title}”: ${inEarnings(request.earned)}.`,
      returned: `What was paid for “${request.title}” went back to the member who asked for it.`,
      split: `Of “${request.title}” you keep ${inEarnings(request.earned)}. A part went back to the member who asked.`,
    }[request.decision],
    `Why: ${request.reason}`,
    `${publicUrl}/requests`,
  ].join('\n\n'),
});
