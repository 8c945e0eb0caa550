/**
 * The disguises by their English names, in the order of the screen. Mails, pushes and the home screen may use them; free
 * text could not be allowed there, because an account may hold an address that belongs to another person.
 */
export const coverNames = {
  calculator: 'Calculator',
  weather: 'Weather',
  timer: 'Timer',
  notes: 'Notes',
  calendar: 'Calendar',
  music: 'Music',
  fitness: 'Fitness',
  news: 'News',
} as const;

export type CoverId = keyof typeof coverNames;
export const coverIds = Object.keys(coverNames) as [CoverId, ...CoverId[]];
export const isCoverId = (id: unknown): id is CoverId => typeof id === 'string' && Object.hasOwn(coverNames, id);
