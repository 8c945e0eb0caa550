import type { Mail } from '../../platform/mailer.ts';
import { say, verbatim } from '../../platform/words.ts';

/** Mails of this module. Subjects are neutral: they can show on a lock screen. */
export const eventCancelledMail = (
  to: string,
  publicUrl: string,
  event: { title: string; date: string; time: string },
): Mail => ({
  to,
  subject: say`A plan of yours has changed`,
  text: [
    say`"${event.title}" on ${event.date} at ${event.time} does not take place. Your place is free again.`,
    say`What else is on: ${publicUrl}/locations`,
  ],
});

export const eventRemovedMail = (to: string, event: { title: string; reason: string }): Mail => ({
  to,
  subject: say`An event of yours was taken down`,
  text: [
    say`Our moderators took down "${event.title}".`,
    say`Their reason: ${event.reason}`,
    say`Those who wanted to come have been told that it does not take place. Answer this mail if you think it was a mistake.`,
  ],
});

/**
 * Mails about a shared plan carry a first name, times and a link, and no other text of a member, so that our address
 * cannot be used to send strangers messages.
 */
interface Shared {
  firstName: string;
  link: string;
  backBy: string;
}

const stopLine = (link: string) =>
  say`You get this because they named you as the person who should know. If you would rather not, open ${link} and choose "Send me no more of these".`;

export const planSharedMail = (to: string, { firstName, link, backBy }: Shared): Mail => ({
  to,
  subject: say`${firstName} shared a plan with you`,
  text: [
    say`${firstName} is going out and wants you to know where. They plan to be back by ${backBy}.`,
    say`Where and when: ${link}`,
    say`There is nothing to do now. If they do not check in, we write to you again. Please keep the link to yourself.`,
    stopLine(link),
  ],
});

export const planAlertMail = (to: string, { firstName, link, backBy }: Shared): Mail => ({
  to,
  subject: say`${firstName} has not checked in`,
  text: [
    say`${firstName} wanted to be back by ${backBy} and has not said that they are. We reminded them and heard nothing.`,
    say`Often a phone is simply flat. Please call them.`,
    say`Where they wanted to be: ${link}`,
    say`If you cannot reach them and are worried, call the police on 10111, or 112 from a cell phone.`,
    stopLine(link),
  ],
});

export const planSafeMail = (to: string, { firstName, link }: Omit<Shared, 'backBy'>): Mail => ({
  to,
  subject: say`${firstName} is safe`,
  text: [say`${firstName} has just checked in and says that they are safe. There is nothing to do.`, stopLine(link)],
});

export const checkInReminderMail = (to: string, publicUrl: string, plan: { minutes: number }): Mail => ({
  to,
  subject: say`Are you back?`,
  text: [
    say`You wanted to be back by now. Please check in, or give yourself more time:`,
    verbatim(`${publicUrl}/locations?safety=open`),
    say`If we hear nothing within ${plan.minutes} minutes, we tell the person you named.`,
  ],
});

export const contactStoppedMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: say`Your plan needs somebody else`,
  text: [
    say`The person you shared a plan with asked us not to write to them any more. They will not be told if you do not check in.`,
    say`Please share it with somebody else: ${publicUrl}/locations?safety=open`,
  ],
});

const contactStopLine = (link: string) =>
  say`If you would rather not be this person, open ${link} and choose "Do not write to me again".`;

export const contactNamedMail = (to: string, { firstName, link }: { firstName: string; link: string }): Mail => ({
  to,
  subject: say`${firstName} named you as their safety contact`,
  text: [
    say`${firstName} can let us write to you, without anybody seeing it, if they are ever made to open their phone.`,
    say`There is nothing to do now. If that happens, we send you one mail, and no other.`,
    contactStopLine(link),
  ],
});

/** Another person may read along, so it asks for no answer and names nothing of what the member does here. */
export const alarmMail = (
  to: string,
  { firstName, link, at }: { firstName: string; link: string; at: string },
): Mail => ({
  to,
  subject: say`${firstName} may need help`,
  text: [
    say`${firstName} asked us to write to you if they are ever made to open their phone. On ${at} they gave that sign.`,
    say`It can be a mistake. Please take it seriously all the same.`,
    say`Do not mention this mail in a message to ${firstName}: somebody may be reading along. Call, or go to see them, as if by chance.`,
    say`If you believe that they are in danger, call the police on 10111, or 112 from a cell phone. The helpline for violence at home, 0800 428 428, is free and open day and night.`,
    contactStopLine(link),
  ],
});
