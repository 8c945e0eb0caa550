import type { Language } from './language.ts';

export * from './numbers.ts';

const months: Record<Language, string> = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  af: 'Jan Feb Mrt Apr Mei Jun Jul Aug Sep Okt Nov Des',
  zu: 'Jan Feb Mas Eph Mey Jun Jul Aga Sep Okt Nov Dis',
  xh: 'Jan Feb Mat Epr Mey Jun Jul Aga Sep Okt Nov Dis',
};
const days: Record<Language, string> = {
  en: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday',
  af: 'Sondag Maandag Dinsdag Woensdag Donderdag Vrydag Saterdag',
  zu: 'Sonto Msombuluko Lwesibili Lwesithathu Lwesine Lwesihlanu Mgqibelo',
  xh: 'Cawe Mvulo Lwesibini Lwesithathu Lwesine Lwesihlanu Mgqibelo',
};
const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Johannesburg',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

function partsOf(date: Date) {
  const read = Object.fromEntries(parts.formatToParts(date).map((part) => [part.type, part.value]));
  return {
    year: Number(read.year),
    month: Number(read.month),
    day: Number(read.day),
    time: `${read.hour}:${read.minute}`,
  };
}

/** `21 Nov 2026`, as the calendar reads in Johannesburg. */
export function formatDate(at: string | Date, language: Language = 'en'): string {
  const { year, month, day } = partsOf(new Date(at));
  return `${day} ${months[language].split(' ')[month - 1]} ${year}`;
}

/** `21:40`, Johannesburg time. */
export function formatTime(at: string | Date): string {
  return partsOf(new Date(at)).time;
}

/** `Friday`, Johannesburg time. */
export function formatWeekday(at: string | Date, language: Language = 'en'): string {
  const { year, month, day } = partsOf(new Date(at));
  return days[language].split(' ')[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? '';
}

/** Length of a recording: `2:24`. */
export function formatDuration(seconds: number): string {
  const total = Math.max(0, Math.round(seconds));
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
}

/** A response time: `25 min`, `3 h`. */
export function formatAnswerTime(minutes: number): string {
  return minutes < 60 ? `${Math.max(1, minutes)} min` : `${Math.round(minutes / 60)} h`;
}
