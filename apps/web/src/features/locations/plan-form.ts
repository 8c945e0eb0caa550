import type { FieldErrors } from '../../lib/form.ts';
import { nextQuarterHour, toIsoTime, toJohannesburgTime } from '../../lib/johannesburg-time.ts';

/** Subject of a plan that was opened from an item on the screen. */
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

const defaultDurationMinutes = 180;

/** Starts with the event's title, place and time, else in 30 minutes. */
export function emptyPlanForm({ title = '', place = '', startsAt }: PlanSubject, now: Date): PlanForm {
  const begins = startsAt && Date.parse(startsAt) > now.getTime() ? new Date(startsAt) : null;
  const start = begins ? toJohannesburgTime(begins) : nextQuarterHour(now, 30);
  const back = nextQuarterHour(begins ?? now, begins ? defaultDurationMinutes : defaultDurationMinutes + 30);
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

export const planStart = (form: PlanForm) => toIsoTime({ date: form.startDate, time: form.startTime });
export const planBackBy = (form: PlanForm) => toIsoTime({ date: form.backDate, time: form.backTime });

/** Error messages by field; the same texts as the server's. */
export function checkPlanForm(form: PlanForm, now: Date): FieldErrors {
  const errors: FieldErrors = {};
  if (form.title.trim().length < 2) errors.title = 'What are you doing?';
  if (form.place.trim().length < 2) errors.place = 'Where will you be?';
  if (form.contactName.trim().length < 2) errors.contactName = 'Who should know?';
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.contactEmail.trim()))
    errors.contactEmail = 'Please enter a valid email address';
  const start = planStart(form);
  const back = planBackBy(form);
  if (!start) errors.startTime = 'Please choose a date and time';
  if (!back) errors.backTime = 'Please choose a date and time';
  else if (Date.parse(back) <= now.getTime()) errors.backTime = 'Please choose a time that is still to come';
  else if (start && Date.parse(back) <= Date.parse(start)) errors.backTime = 'You cannot be back before you leave';
  else if (Date.parse(back) - now.getTime() > 14 * 86_400_000) errors.backTime = 'Please choose a time within 14 days';
  return errors;
}

/** Maps the server's field names to the form's. */
export const toPlanFields = ({ startsAt, backBy, ...others }: FieldErrors): FieldErrors => ({
  ...others,
  ...(startsAt ? { startTime: startsAt } : {}),
  ...(backBy ? { backTime: backBy } : {}),
});
