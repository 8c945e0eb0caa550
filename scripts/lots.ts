import { basename } from 'node:path';

/**
 * Stories of one world each, by what they leave behind: those of a lot share one server, one after the other, and the
 * lots run beside each other. The first two only look; what is named nowhere goes to the last.
 */
const named: readonly (readonly string[])[] = [
  ['weight', 'every-screen', 'shell', 'stored-text'],
  ['every-screen-more', 'offline', 'other-site', 'back-and-reload', 'double-tap'],
  ['calls', 'chat', 'live', 'money-credits', 'money-rand'],
];

/** Every file in exactly one lot; empty lots are left out. */
export function lotsOf(files: readonly string[]): string[][] {
  const nameOf = (file: string) => basename(file, '.e2e.ts');
  const known = new Set(named.flat());
  const lots = named.map((names) => names.flatMap((name) => files.filter((file) => nameOf(file) === name)));
  return [...lots, files.filter((file) => !known.has(nameOf(file)))].filter((lot) => lot.length > 0);
}
