import type { FieldErrors } from '../../lib/form.ts';
import { momentOf, quarterAfter, whenOf } from './when.ts';

/** What a plan is about, when it begins from something on the screen. */
export interface PlanSubject {
  about: 'event' | 'tonight' | 'travel' | 'date';
  aboutId?: string;
  title?: string;
  place?: string;
  /** ISO 8601. */
  startsAt?: string;
}

export interface PlanForm {
  title: string;
  place: string;
  startDate: string;
  startTime: string;
  backDate: string;
  backTime: string;
  contactName: string;
  contactEmail: string;
  note: string;
}

const usualEvening = 180;

/** Begins with what is known: the event and its time, else the next hours. */
export function emptyPlanForm({ title = '', place = '', startsAt }: PlanSubject, now: Date): PlanForm {
  const begins = startsAt && Date.parse(startsAt) > now.getTime() ? new Date(startsAt) : null;
  const start = begins ? whenOf(begins) : quarterAfter(now, 30);
  const back = quarterAfter(begins ?? now, begins ? usualEvening : usualEvening + 30);
  return {
    title,
    place,
    startDate: start.date,
    startTime: start.time,
    backDate: back.date,
    backTime: back.time,
    contactName: '',
    contactEmail: '',
    note: '',
  };
}

export const startOf = (form: PlanForm) => momentOf({ date: form.startDate, time: form.startTime });
export const backOf = (form: PlanForm) => momentOf({ date: form.backDate, time: form.backTime });

/** Messages by field, in the words of the server's rules. */
export function checkPlanForm(form: PlanForm, now: Date): FieldErrors {
  const errors: FieldErrors = {};
  if (form.title.trim().length < 2) errors.title = 'What are you doing?';
  if (form.place.trim().length < 2) errors.place = 'Where will you be?';
  if (form.contactName.trim().length < 2) errors.contactName = 'Who should know?';
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.contactEmail.trim()))
    errors.contactEmail = 'Please enter a valid email address';
  const start = startOf(form);
  const back = backOf(form);
  if (!start) errors.startTime = 'Please choose a date and time';
  if (!back) errors.backTime = 'Please choose a date and time';
  else if (Date.parse(back) <= now.getTime()) errors.backTime = 'Please choose a time that is still to come';
  else if (start && Date.parse(back) <= Date.parse(start)) errors.backTime = 'You cannot be back before you leave';
  else if (Date.parse(back) - now.getTime() > 14 * 86_400_000) errors.backTime = 'Please choose a time within 14 days';
  return errors;
}

/** The server names what it refuses by its own fields. */
export const fieldsOfPlan = ({ startsAt, backBy, ...others }: FieldErrors): FieldErrors => ({
  ...others,
  ...(startsAt ? { startTime: startsAt } : {}),
  ...(backBy ? { backTime: backBy } : {}),
});
