import { basename } from 'node:path';

/**
 * Stories that share one server, one after the other, grouped by their side effects; groups run concurrently, longest
 * first. The later groups only read; an unlisted story joins the first group.
 */
const writing: readonly (readonly string[])[] = [
  ['chat', 'chat-long', 'chat-offline', 'chat-upload', 'chat-device', 'chat-focus', 'live'],
  ['money-credits', 'money-rand', 'new-price', 'story', 'staff', 'members', 'decisions', 'takedown', 'records', 'risk'],
  ['upload', 'publish-rules', 'sets', 'library', 'creators', 'gallery', 'own-photo'],
  ['live-show', 'live-planned', 'live-requested', 'video', 'photo-check'],
  ['calls', 'calls-relay', 'live-direct'],
];
const reading: readonly (readonly string[])[] = [
  ['every-screen', 'weight', 'shell', 'stored-text'],
  ['every-screen-more', 'offline', 'other-site', 'back-and-reload', 'double-tap'],
];
const named = [...writing, ...reading];

/** Every file in exactly one group, without empty groups. */
export function groupStories(files: readonly string[]): string[][] {
  const nameOf = (file: string) => basename(file, '.e2e.ts');
  const known = new Set(named.flat());
  const groups = named.map((names) => names.flatMap((name) => files.filter((file) => nameOf(file) === name)));
  const others = files.filter((file) => !known.has(nameOf(file)));
  return [others, ...groups].filter((group) => group.length > 0);
}
