import { safetyLimits, travelLimits } from '@vlam/contract/rules/meeting';
import * as z from 'zod/mini';
import { addDays, johannesburgDay, startOfDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Shortest and longest time between announcing an event and its beginning. */
const earliestEventMs = 30 * minuteMs;
const latestEventMs = 365 * dayMs;
const tonightEndsAt = 6;

/** Throws `VALIDATION_FAILED` naming one field. */
export function refuse(field: string, message: string): never {
  throw new AppError('VALIDATION_FAILED', { message, details: { fields: { [field]: message } } });
}

const moment = z.iso.datetime({ offset: true });

/** Parses ISO 8601 with an offset. Throws `VALIDATION_FAILED` for anything else. */
export function readMoment(field: string, written: string): Date {
  const parsed = z.safeParse(moment, written);
  const at = new Date(parsed.success ? parsed.data : Number.NaN);
  return Number.isNaN(at.getTime()) ? refuse(field, 'Please choose a date and time') : at;
}

/** When an event may begin. Throws `VALIDATION_FAILED`. */
export function eventStart(written: string, now: Date): Date {
  const at = readMoment('startsAt', written);
  const ahead = at.getTime() - now.getTime();
  if (ahead < earliestEventMs) refuse('startsAt', 'Please choose a time that is at least 30 minutes from now');
  if (ahead > latestEventMs) refuse('startsAt', 'Please choose a date within a year');
  return at;
}

/** The next 06:00 in Johannesburg. */
export function endOfTonight(now: Date): Date {
  const today = johannesburgDay(now);
  const morning = (day: string) => new Date(startOfDay(day).getTime() + tonightEndsAt * 60 * minuteMs);
  return morning(today) > now ? morning(today) : morning(addDays(today, 1));
}

/** False for 30 February and the like, which PostgreSQL has no date for. */
const isDay = (written: string): boolean => written >= '2000' && z.iso.date().safeParse(written).success;

export interface Trip {
  visitingCity: string;
  arrivalDate: string;
  departureDate: string;
}

/** Throws `VALIDATION_FAILED` for dates that no trip can have, or a trip to where one lives. `before` may have begun already. */
export function requireTrip(trip: Trip, home: string, now: Date, before: { arrivalDate: string } | null): void {
  const today = johannesburgDay(now);
  for (const field of ['arrivalDate', 'departureDate'] as const)
    if (!isDay(trip[field])) refuse(field, 'Please choose a date');
  if (trip.visitingCity === home) refuse('visitingCity', 'You live there. Choose another city');
  if (trip.arrivalDate < today && trip.arrivalDate !== before?.arrivalDate)
    refuse('arrivalDate', 'Please choose a day that is still to come');
  if (trip.arrivalDate > addDays(today, travelLimits.ahead))
    refuse('arrivalDate', `Please choose a day within ${travelLimits.ahead} days`);
  if (trip.departureDate < trip.arrivalDate) refuse('departureDate', 'You cannot leave before you arrive');
  if (trip.departureDate < today) refuse('departureDate', 'Please choose a day that is still to come');
  if (trip.departureDate > addDays(trip.arrivalDate, travelLimits.longest))
    refuse('departureDate', `A trip can last ${travelLimits.longest} days at most`);
}

/** Throws `VALIDATION_FAILED` when the return time is not possible. */
export function requireOuting(startsAt: Date, backBy: Date, now: Date): void {
  if (backBy <= now) refuse('backBy', 'Please choose a time that is still to come');
  if (backBy <= startsAt) refuse('backBy', 'You cannot be back before you leave');
  if (backBy.getTime() - now.getTime() > safetyLimits.daysAhead * dayMs)
    refuse('backBy', `Please choose a time within ${safetyLimits.daysAhead} days`);
}

/** When the contact is alerted without a check-in. */
export const alertAt = (backBy: Date): Date => new Date(backBy.getTime() + safetyLimits.graceMinutes * minuteMs);
/** When the link expires. */
export const linkEndsAt = (backBy: Date): Date => new Date(backBy.getTime() + safetyLimits.linkHours * 60 * minuteMs);

/** A first name that is safe in a mail: one word of letters, no links. */
export function plainName(name: string): string {
  const word =
    name
      .trim()
      .split(/\s+/, 1)[0]
      ?.replace(/[^\p{L}\p{M}'-]/gu, '') ?? '';
  return word === '' ? 'Somebody' : word.slice(0, 30);
}
