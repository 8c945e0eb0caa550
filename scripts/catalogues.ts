import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../packages/contract/src/constants.ts';

const folders = ['apps/web/src/locales', 'apps/web/src/landing/locales'];

/** Messages of a catalogue without a translation, except its header and obsolete ones. */
export const countMissing = (catalogue: string): number =>
  catalogue.split(/\n\n+/).filter((entry) => /^msgstr ""$(?!\n")/m.test(entry) && !/^msgid ""\nmsgstr/m.test(entry))
    .length;

/** Languages whose catalogues are all complete; messages are written in the first. */
export function listComplete(root: string): string[] {
  const [written, ...translated] = languages;
  const isComplete = (language: string) =>
    folders.every((folder) => countMissing(readFileSync(join(root, folder, `${language}.po`), 'utf8')) === 0);
  return [written, ...translated.filter(isComplete)];
}
