import type { DisputeDecision } from '@vlam/contract/requests';
import type { Earned } from '@vlam/contract/schemas';
import { sayEarned } from '../../platform/format-earned.ts';
import type { Mail } from '../../platform/mailer.ts';
import { counted, say, verbatim, type Words } from '../../platform/words.ts';

/** Mails of this module. Subjects are neutral: they can show on a lock screen. */
export const disputedMail = (to: string, publicUrl: string, request: { title: string; reason: string }): Mail => ({
  to,
  subject: say`Please look at a request on Vlam`,
  text: [
    say`The member who asked for “${request.title}” says that something is wrong: ${request.reason}`,
    say`What it brought is held until it is decided. You can say how you see it, once.`,
    verbatim(`${publicUrl}/requests`),
  ],
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

const creditsOf = (count: number): Words => counted(count, { one: say`1 credit`, other: say`${count} credits` });

/** Earnings in rand first, then in credits. */
const inEarnings = (earned: Earned): Words => say`${sayEarned(earned)} (${creditsOf(earned.credits)})`;

/** To the requester. */
export const decidedForRequesterMail = (to: string, publicUrl: string, request: DecidedRequest): Mail => ({
  to,
  subject: say`Your request on Vlam was decided`,
  text: [
    {
      released: say`What you paid for “${request.title}” went to the creator.`,
      returned: request.isDelivered
        ? say`${creditsOf(request.returned)} for “${request.title}” came back to you. What was delivered is closed.`
        : say`${creditsOf(request.returned)} for “${request.title}” came back to you.`,
      split: say`${creditsOf(request.returned)} of what you paid for “${request.title}” came back to you.`,
    }[request.decision],
    say`Why: ${request.reason}`,
    verbatim(`${publicUrl}/requests`),
  ],
});

/** To the creator. */
export const decidedForCreatorMail = (to: string, publicUrl: string, request: DecidedRequest): Mail => ({
  to,
  subject: say`A request on Vlam was decided`,
  text: [
    {
      released: say`You keep your share of “${request.title}”: ${inEarnings(request.earned)}.`,
      returned: say`What was paid for “${request.title}” went back to the member who asked for it.`,
      split: say`Of “${request.title}” you keep ${inEarnings(request.earned)}. A part went back to the member who asked.`,
    }[request.decision],
    say`Why: ${request.reason}`,
    verbatim(`${publicUrl}/requests`),
  ],
});
