import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverCatalog, serverLanguages } from './server-texts.ts';
import { root } from './steps.ts';

// Part of `npm run messages`: how much of each language is translated, and how much of that a speaker has read.

const folder = join(root, 'apps/web/src/locales');
const file = join(folder, 'coverage.json');

export interface Coverage {
  /** Whole percent of the texts that have a translation. */
  translated: number;
  /** Whole percent of the translations that a speaker has read. */
  reviewed: number;
}

/** Counts the entries of a PO file. */
export function countTexts(po: string): Coverage {
  const entries = po.split('\n\n').filter((entry) => /^msgid "/m.test(entry) && !entry.startsWith('#~'));
  const texts = entries.filter((entry) => !/^msgid ""\nmsgstr ""/m.test(entry));
  const translated = texts.filter((entry) => !/^msgstr ""\n?$(?!\n?")/m.test(entry));
  const reviewed = translated.filter((entry) => !/^#, .*needs-review/m.test(entry));
  const percent = (part: number, whole: number) => Math.floor((100 * part) / Math.max(1, whole));
  return {
    translated: percent(translated.length, texts.length),
    reviewed: percent(reviewed.length, translated.length),
  };
}

/** The coverage of each language but English, app and mails, as the menu of languages shows it. */
export const readCoverage = (): Record<string, Coverage> =>
  Object.fromEntries(
    serverLanguages.map((language) => {
      const files = [join(folder, `${language}.po`), serverCatalog(language)];
      return [language, countTexts(files.map((each) => readFileSync(each, 'utf8')).join('\n\n'))];
    }),
  );
export const storedCoverage = (): unknown => JSON.parse(readFileSync(file, 'utf8'));

if (import.meta.main) writeFileSync(file, `${JSON.stringify(readCoverage(), null, 2)}\n`);
