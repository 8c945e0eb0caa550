import type { CommunityRule, DecisionAction } from '@vlam/contract/rules/community';
import type { SamplePerson } from './people.ts';
import { demoAccounts } from './scale.ts';

/** A decision of staff about a member of the sample world. */
export interface SampleDecision {
  /** By default the next member no one knows. */
  about?: 'fan' | 'creator';
  by: 'moderator' | 'admin';
  daysAgo: number;
  action: DecisionAction;
  rule: CommunityRule;
  reason: string;
  targetType: 'account' | 'content' | 'photo';
  subject: string | null;
  appeal?: { text: string; afterDays: number; answer?: { text: string; afterDays: number } };
}

/** Some have an effect on demo accounts, and some appeals wait for the other member of staff. */
export const sampleDecisions: readonly SampleDecision[] = [
  {
    about: 'creator',
    ...{ by: 'moderator', daysAgo: 5, action: 'not_published', rule: 'classification', targetType: 'content' },
    subject: 'Lamp and shadow, take two',
    reason: 'The rating is milder than what is shown. Answer the questions again and send it in.',
  },
  {
    about: 'creator',
    ...{ by: 'admin', daysAgo: 74, action: 'warned', rule: 'paid_meetings', targetType: 'account', subject: null },
    reason: 'Your bio offered to meet for money. Please take the sentence out.',
    appeal: {
      text: 'I meant a photo session in a studio, with my partner present.',
      afterDays: 2,
      answer: { text: 'The sentence reads as an offer to meet. Thank you for changing it.', afterDays: 3 },
    },
  },
  {
    about: 'fan',
    ...{ by: 'moderator', daysAgo: 3, action: 'not_published', rule: 'quality', targetType: 'photo', subject: null },
    reason: 'Nobody can be seen in it. Any other photo of you is welcome.',
  },
  {
    ...{ by: 'admin', daysAgo: 6.2, action: 'removed', rule: 'copyright', targetType: 'content' },
    subject: 'Mountain road at dusk',
    reason: 'The picture stands on the page of a photographer, under another name.',
    appeal: { text: 'I am that photographer, and the page is mine. I can show the raw file.', afterDays: 0.4 },
  },
  {
    ...{ by: 'moderator', daysAgo: 4, action: 'warned', rule: 'spam', targetType: 'account', subject: null },
    reason: 'The same text to forty people within ten minutes.',
    appeal: { text: 'I invited people to an event and copied the text. It will not happen again.', afterDays: 1 },
  },
  {
    ...{ by: 'admin', daysAgo: 2.5, action: 'photo_hidden', rule: 'privacy', targetType: 'photo', subject: null },
    reason: 'A number plate and a house number can be read.',
    appeal: { text: 'The car is not mine, and the house was torn down last year.', afterDays: 0.5 },
  },
];

/** The member each decision is about; `others` are used up in order. */
export function memberOf(
  { about }: SampleDecision,
  people: readonly SamplePerson[],
  others: SamplePerson[],
): SamplePerson | undefined {
  if (!about) return others.shift();
  const { email } = about === 'fan' ? demoAccounts[0] : demoAccounts[1];
  return people.find((person) => person.email === email);
}
