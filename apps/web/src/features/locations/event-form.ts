import type { EventCategory } from '@vlam/contract/rules/meeting';
import type { City } from '@vlam/contract/rules/places';
import type { FieldErrors } from '../../lib/form.ts';
import { toIsoTime } from '../../lib/johannesburg-time.ts';

/** Form values; numbers as typed. */
export interface EventForm {
  title: string;
  description: string;
  venue: string;
  address: string;
  city: City | '';
  date: string;
  time: string;
  category: EventCategory | '';
  maxAttendees: string;
  price: string;
  minimumAge: string;
  dresscode: string;
}

export const emptyEventForm: EventForm = {
  title: '',
  description: '',
  venue: '',
  address: '',
  city: '',
  date: '',
  time: '19:00',
  category: '',
  maxAttendees: '30',
  price: '',
  minimumAge: '18',
  dresscode: '',
};

const parseInteger = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN);
const parseCents = (text: string): number => {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return 0;
  return /^\d{1,6}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : Number.NaN;
};

/** Error messages by field; the same texts as the server's. */
export function checkEventForm(form: EventForm, now: Date): FieldErrors {
  const errors: FieldErrors = {};
  const title = form.title.trim();
  if (title.length < 3) errors.title = 'Give the event a title';
  if (form.description.trim().length < 10) errors.description = 'Say a little more about it';
  if (form.venue.trim().length < 2) errors.venue = 'Where is it?';
  if (!form.city) errors.city = 'Please choose a city';
  if (!form.category) errors.category = 'Please choose a category';
  const startsAt = toIsoTime(form);
  if (!form.date) errors.date = 'Please choose a date';
  else if (!startsAt) errors.time = 'Please choose a time';
  else if (Date.parse(startsAt) - now.getTime() < 30 * 60_000)
    errors.time = 'Please choose a time that is at least 30 minutes from now';
  const places = parseInteger(form.maxAttendees);
  if (!(places >= 2)) errors.maxAttendees = 'At least 2 people';
  else if (places > 5_000) errors.maxAttendees = 'At most 5,000 people';
  const cents = parseCents(form.price);
  if (!(cents >= 0 && cents <= 10_000_000)) errors.price = 'Use a price from R0 to R100,000';
  const age = parseInteger(form.minimumAge);
  if (!(age >= 18 && age <= 99)) errors.minimumAge = 'Everybody here is 18 or older';
  return errors;
}

/** Request body of a valid form; null while a choice is missing. */
export function toNewEvent(form: EventForm) {
  const startsAt = toIsoTime(form);
  if (!form.city || !form.category || !startsAt) return null;
  return {
    title: form.title.trim(),
    description: form.description.trim(),
    venue: form.venue.trim(),
    address: form.address.trim(),
    city: form.city,
    category: form.category,
    startsAt,
    maxAttendees: parseInteger(form.maxAttendees),
    priceCents: parseCents(form.price),
    minimumAge: parseInteger(form.minimumAge),
    dresscode: form.dresscode.trim(),
  };
}

/** Maps the server's field names to the form's. */
export const toFormFields = ({ startsAt, priceCents, ...others }: FieldErrors): FieldErrors => ({
  ...others,
  ...(startsAt ? { time: startsAt } : {}),
  ...(priceCents ? { price: priceCents } : {}),
});
