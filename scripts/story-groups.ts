import { basename } from 'node:path';

/**
 * Stories that share one server, one after the other, grouped by their side effects. Groups run concurrently and begin in
 * this order, the longest first, so that none runs alone at the end. The last ones only read; an unlisted story joins
 * `others`.
 */
const others: readonly string[] = [];
const writing: readonly (readonly string[])[] = [
  ['money-credits', 'money-rand', 'new-price', 'story', 'staff', 'members', 'decisions', 'takedown', 'records', 'risk'],
  others,
  ['calls', 'calls-relay', 'live-direct'],
  ['upload', 'publish-rules', 'sets', 'library', 'creators', 'gallery', 'own-photo'],
  ['chat', 'chat-long', 'chat-offline', 'chat-upload', 'chat-device', 'chat-focus', 'live'],
  ['live-show', 'live-planned', 'live-requested', 'video', 'photo-check', 'large-film.long', 'live-killed.long'],
];
const reading: readonly (readonly string[])[] = [
  ['every-screen', 'weight', 'shell', 'stored-text'],
  ['every-screen-more', 'offline', 'other-site', 'back-and-reload', 'double-tap', 'wifi-only'],
];
const named = [...writing, ...reading];

/** Every file in exactly one group, without empty groups. */
export function groupStories(files: readonly string[]): string[][] {
  const nameOf = (file: string) => basename(file, '.e2e.ts');
  const known = new Set(named.flat());
  return named
    .map((names) =>
      names === others
        ? files.filter((file) => !known.has(nameOf(file)))
        : names.flatMap((name) => files.filter((file) => nameOf(file) === name)),
    )
    .filter((group) => group.length > 0);
}
