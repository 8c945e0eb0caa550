import { basename } from 'node:path';

/**
 * Stories that share one server, one after the other, grouped by what they leave behind; lots run concurrently, longest
 * first. Some of these only read; a story that is listed nowhere joins the first lot.
 */
const acting: readonly (readonly string[])[] = [
  ['chat', 'chat-long', 'chat-offline', 'chat-upload', 'live', 'money-credits', 'money-rand'],
  ['calls', 'calls-relay'],
];
const looking: readonly (readonly string[])[] = [
  ['every-screen', 'weight', 'shell', 'stored-text'],
  ['every-screen-more', 'offline', 'other-site', 'back-and-reload', 'double-tap'],
];
const named = [...acting, ...looking];

/** Every file in exactly one lot; empty lots are left out. */
export function lotsOf(files: readonly string[]): string[][] {
  const nameOf = (file: string) => basename(file, '.e2e.ts');
  const known = new Set(named.flat());
  const lots = named.map((names) => names.flatMap((name) => files.filter((file) => nameOf(file) === name)));
  const others = files.filter((file) => !known.has(nameOf(file)));
  return [others, ...lots].filter((lot) => lot.length > 0);
}
