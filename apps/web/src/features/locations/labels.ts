import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { EventCategory, TonightCategory } from '@vlam/contract/rules/meeting';
import { useFormMessage } from '../../lib/form-messages.ts';
import { formatDate, formatTime, formatWeekday } from '../../lib/format.ts';
import { languageStore } from '../../lib/language.ts';
import { useStore } from '../../lib/store.ts';

export const eventCategoryLabels: Record<EventCategory, MessageDescriptor> = {
  Party: msg`Party`,
  Social: msg`Social`,
  Music: msg`Music`,
  Art: msg`Art`,
  'Food & Wine': msg`Food & Wine`,
  Outdoors: msg`Outdoors`,
  Workshop: msg`Workshop`,
};

export const tonightCategoryLabels: Record<TonightCategory, MessageDescriptor> = {
  Drinks: msg`Drinks`,
  Dinner: msg`Dinner`,
  Dancing: msg`Dancing`,
  Coffee: msg`Coffee`,
  Company: msg`Company`,
  Adventure: msg`Adventure`,
};

const descriptors: Record<string, MessageDescriptor> = {
  'Give the event a title': msg`Give the event a title`,
  'Title too long': msg`Title too long`,
  'Say a little more about it': msg`Say a little more about it`,
  'Where is it?': msg`Where is it?`,
  'Please choose a city': msg`Please choose a city`,
  'Please choose a category': msg`Please choose a category`,
  'Please choose a date': msg`Please choose a date`,
  'Please choose a time': msg`Please choose a time`,
  'Please choose a date and time': msg`Please choose a date and time`,
  'At least 2 people': msg`At least 2 people`,
  'At most 5,000 people': msg`At most 5,000 people`,
  'Use a price from R0 to R100,000': msg`Use a price from R0 to R100,000`,
  'Everybody here is 18 or older': msg`Everybody here is 18 or older`,
  'Please choose a time that is at least 30 minutes from now': msg`Please choose a time that is at least 30 minutes from now`,
  'Please choose a date within a year': msg`Please choose a date within a year`,
  'You live there. Choose another city': msg`You live there. Choose another city`,
  'Please choose a day that is still to come': msg`Please choose a day that is still to come`,
  'You cannot leave before you arrive': msg`You cannot leave before you arrive`,
  'A trip can last 60 days at most': msg`A trip can last 60 days at most`,
  'Please choose a day within 180 days': msg`Please choose a day within 180 days`,
  'What are you doing?': msg`What are you doing?`,
  'Where will you be?': msg`Where will you be?`,
  'Who should know?': msg`Who should know?`,
  'Please choose a time that is still to come': msg`Please choose a time that is still to come`,
  'You cannot be back before you leave': msg`You cannot be back before you leave`,
  'Please choose a time within 14 days': msg`Please choose a time within 14 days`,
  'Choose somebody other than yourself': msg`Choose somebody other than yourself`,
  'This person takes no plans by mail. Choose somebody else': msg`This person takes no plans by mail. Choose somebody else`,
  'Write a few words first': msg`Write a few words first`,
};

/** Translates the validation messages of this feature's forms. */
export const useLocationMessage = () => useFormMessage(descriptors);

/** Formats dates and times in Johannesburg time. */
export function useDateFormats() {
  const language = useStore(languageStore);
  return {
    /** `Friday 20 Nov 2026, 19:30` */
    full: (at: string) => `${formatWeekday(at, language)} ${formatDate(at, language)}, ${formatTime(at)}`,
    /** `20 Nov` */
    day: (date: string) => formatDate(`${date.slice(0, 10)}T12:00:00+02:00`, language).replace(/ \d{4}$/, ''),
    weekday: (at: string) => formatWeekday(at, language),
    time: formatTime,
  };
}
