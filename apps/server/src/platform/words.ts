import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@vlam/contract/constants';
import { readTranslations } from './translations.ts';

export type Language = (typeof languages)[number];
/** What is said, in the reader's language; made where the reader is known. */
export type Words = (language: Language) => string;
type Value = string | number | Words;

export const isLanguage = (value: unknown): value is Language => languages.some((each) => each === value);

const folder = join(import.meta.dirname, '../../locales');
const catalogs = new Map<Language, ReadonlyMap<string, string>>();

function catalogOf(language: Language): ReadonlyMap<string, string> {
  const known = catalogs.get(language);
  if (known) return known;
  const read = readTranslations(readFileSync(join(folder, `${language}.po`), 'utf8'));
  catalogs.set(language, read);
  return read;
}

const inLanguage = (value: Value, language: Language): string =>
  typeof value === 'function' ? value(language) : String(value);

/** The id of a sentence: its English with `{0}`, `{1}` for the values. */
export const sentenceId = (parts: readonly string[]): string =>
  parts.map((part, at) => (at === 0 ? part : `{${at - 1}}${part}`)).join('');

/**
 * A sentence for people: say`Your receipt ${number}`. The English stands in the code; other languages are in
 * `apps/server/locales`, which `npm run messages` keeps complete. What is not translated is said in English.
 */
export function say(parts: TemplateStringsArray, ...values: Value[]): Words {
  return (language) => {
    const translated = language === 'en' ? undefined : catalogOf(language).get(sentenceId(parts));
    // The values of an untranslated sentence stay English too: one sentence has one language.
    const shown = translated === undefined ? 'en' : language;
    const texts = values.map((value) => inLanguage(value, shown));
    if (translated === undefined)
      return parts.map((part, at) => (at === 0 ? part : `${texts[at - 1]}${part}`)).join('');
    return translated.replace(/\{(\d+)\}/g, (all, at: string) => texts[Number(at)] ?? all);
  };
}

/** Marks a sentence that is stored or compared in English, and translated where it leaves the server. */
export const sentence = (english: string): string => english;
/** Such a sentence in the reader's language; in English where it has no translation. */
export const translated = (english: string, language: Language): string =>
  (language === 'en' ? undefined : catalogOf(language).get(english)) ?? english;

/** What a person wrote, a name or an address: the same in every language. */
export const verbatim =
  (text: string): Words =>
  () =>
    text;

export const joined =
  (words: readonly Words[], between: string): Words =>
  (language) =>
    words.map((each) => each(language)).join(between);

/** The words for a number, by the plural forms of the language. */
export const counted =
  (count: number, { one, other }: { one: Words; other: Words }): Words =>
  (language) =>
    (new Intl.PluralRules(language).select(count) === 'one' ? one : other)(language);

/** A day or time as the language writes it; `english` is its form in English. */
export const dated =
  (english: Intl.DateTimeFormat, at: Date): Words =>
  (language) => {
    if (language === 'en') return english.format(at);
    const { locale: _locale, ...options } = english.resolvedOptions();
    return new Intl.DateTimeFormat(`${language}-ZA`, options as Intl.DateTimeFormatOptions).format(at);
  };
