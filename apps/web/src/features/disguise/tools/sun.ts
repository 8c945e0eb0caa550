/** Sunrise and sunset in minutes after midnight, South African time. */
export interface SunTimes {
  rise: number;
  set: number;
}

/** A time of the day, or a length of it, as hours and minutes. */
export const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const radians = Math.PI / 180;
/** South Africa keeps one time all year, that of 30° east. */
const zoneMeridian = 30;
/** The sun's upper edge at the horizon, with refraction. */
const horizon = -0.833;

const dayOfYear = (date: Date): number =>
  Math.round(
    (Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - Date.UTC(date.getFullYear(), 0, 0)) / 86_400_000,
  );

/** By the equations of Spencer (1971), right to about two minutes; every place here has a sunrise each day. */
export function sunTimes(date: Date, { latitude, longitude }: { latitude: number; longitude: number }): SunTimes {
  const angle = (2 * Math.PI * (dayOfYear(date) - 1)) / 365;
  const declination =
    0.006918 -
    0.399912 * Math.cos(angle) +
    0.070257 * Math.sin(angle) -
    0.006758 * Math.cos(2 * angle) +
    0.000907 * Math.sin(2 * angle) -
    0.002697 * Math.cos(3 * angle) +
    0.00148 * Math.sin(3 * angle);
  const equation =
    229.18 *
    (0.000075 +
      0.001868 * Math.cos(angle) -
      0.032077 * Math.sin(angle) -
      0.014615 * Math.cos(2 * angle) -
      0.040849 * Math.sin(2 * angle));
  const at = latitude * radians;
  const cosine =
    (Math.sin(horizon * radians) - Math.sin(at) * Math.sin(declination)) / (Math.cos(at) * Math.cos(declination));
  const half = (Math.acos(cosine) / radians) * 4;
  const noon = 720 + 4 * (zoneMeridian - longitude) - equation;
  return { rise: Math.round(noon - half), set: Math.round(noon + half) };
}

const newMoon = Date.UTC(2000, 0, 6, 18, 14);
const monthMs = 29.530588 * 86_400_000;

/** How far the moon is through its month at noon, from 0 at the new moon over 0.5 at the full one. */
export function moonAge(date: Date): number {
  const noon = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), 10);
  const age = ((noon - newMoon) / monthMs) % 1;
  return age < 0 ? age + 1 : age;
}

/** A monthly average read at a day between the middles of two months. */
export function averageOn(date: Date, months: readonly number[]): number {
  const days = new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate();
  const position = date.getMonth() + (date.getDate() - 0.5) / days - 0.5;
  const before = Math.floor(position);
  const part = position - before;
  const of = (month: number) => months[(month + 12) % 12] ?? 0;
  return of(before) * (1 - part) + of(before + 1) * part;
}
