import type { Mail } from '../../platform/mailer.ts';

/** Mails of this module. Subjects are neutral: they can show on a lock screen. */
export const eventCancelledMail = (
  to: string,
  publicUrl: string,
  event: { title: string; date: string; time: string },
): Mail => ({
  to,
  subject: 'A plan of yours has changed',
  text: [
    `"${event.title}" on ${event.date} at ${event.time} does not take place. Your place is free again.`,
    `What else is on: ${publicUrl}/locations`,
  ].join('\n\n'),
});

export const eventRemovedMail = (to: string, event: { title: string; reason: string }): Mail => ({
  to,
  subject: 'An event of yours was taken down',
  text: [
    `Our moderators took down "${event.title}".`,
    `Their reason: ${event.reason}`,
    'Those who wanted to come have been told that it does not take place. Answer this mail if you think it was a mistake.',
  ].join('\n\n'),
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
  `You get this because they named you as the person who should know. If you would rather not, open ${link} and choose "Send me no more of these".`;

export const planSharedMail = (to: string, { firstName, link, backBy }: Shared): Mail => ({
  to,
  subject: `${firstName} shared a plan with you`,
  text: [
    `${firstName} is going out and wants you to know where. They plan to be back by ${backBy}.`,
    `Where and when: ${link}`,
    'There is nothing to do now. If they do not check in, we write to you again. Please keep the link to yourself.',
    stopLine(link),
  ].join('\n\n'),
});

export const planAlertMail = (to: string, { firstName, link, backBy }: Shared): Mail => ({
  to,
  subject: `${firstName} has not checked in`,
  text: [
    `${firstName} wanted to be back by ${backBy} and has not said that they are. We reminded them and heard nothing.`,
    'Often a phone is simply flat. Please call them.',
    `Where they wanted to be: ${link}`,
    'If you cannot reach them and are worried, call the police on 10111, or 112 from a cell phone.',
    stopLine(link),
  ].join('\n\n'),
});

export const planSafeMail = (to: string, { firstName, link }: Omit<Shared, 'backBy'>): Mail => ({
  to,
  subject: `${firstName} is safe`,
  text: [`${firstName} has just checked in and says that they are safe. There is nothing to do.`, stopLine(link)].join(
    '\n\n',
  ),
});

export const checkInReminderMail = (to: string, publicUrl: string, plan: { minutes: number }): Mail => ({
  to,
  subject: 'Are you back?',
  text: [
    'You wanted to be back by now. Please check in, or give yourself more time:',
    `${publicUrl}/locations?safety=open`,
    `If we hear nothing within ${plan.minutes} minutes, we tell the person you named.`,
  ].join('\n\n'),
});

export const contactStoppedMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: 'Your plan needs somebody else',
  text: [
    'The person you shared a plan with asked us not to write to them any more. They will not be told if you do not check in.',
    `Please share it with somebody else: ${publicUrl}/locations?safety=open`,
  ].join('\n\n'),
});

const contactStopLine = (link: string) =>
  `If you would rather not be this person, open ${link} and choose "Do not write to me again".`;

export const contactNamedMail = (to: string, { firstName, link }: { firstName: string; link: string }): Mail => ({
  to,
  subject: `${firstName} named you as their safety contact`,
  text: [
    `${firstName} can let us write to you, without anybody seeing it, if they are ever made to open their phone.`,
    'There is nothing to do now. If that happens, we send you one mail, and no other.',
    contactStopLine(link),
  ].join('\n\n'),
});

/** Another person may read along, so it asks for no answer and names nothing of what the member does here. */
export const alarmMail = (
  to: string,
  { firstName, link, at }: { firstName: string; link: string; at: string },
): Mail => ({
  to,
  subject: `${firstName} may need help`,
  text: [
    `${firstName} asked us to write to you if they are ever made to open their phone. On ${at} they gave that sign.`,
    'It can be a mistake. Please take it seriously all the same.',
    `Do not mention this mail in a message to ${firstName}: somebody may be reading along. Call, or go to see them, as if by chance.`,
    'If you believe that they are in danger, call the police on 10111, or 112 from a cell phone. The helpline for violence at home, 0800 428 428, is free and open day and night.',
    contactStopLine(link),
  ].join('\n\n'),
});
