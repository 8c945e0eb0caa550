import { i18n, type Messages } from '@lingui/core';
import { languages } from '@vlam/contract/constants';
import { readCookie, writeCookie } from './device.ts';
import { createStore } from './store.ts';

export type Language = (typeof languages)[number];
export { languages };

/** Each language in its own words. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  af: 'Afrikaans',
  zu: 'isiZulu',
  xh: 'isiXhosa',
};

/** Where the texts of the other areas are, and which ones a screen needs. */
interface TextIndex {
  areas: Record<string, () => Promise<{ messages: Messages }>>;
  /** By path: positions in `areas` of what is shown at once, and of parts that may be loaded later. */
  screens: Record<string, [now: number[], later: number[]]>;
}
/** Texts of the shell and of home; the build adds the index. */
interface FirstTexts {
  messages: Messages;
  index?: () => Promise<TextIndex>;
}
// English texts are in the code; other languages load when chosen.
const catalogs = import.meta.glob<FirstTexts>(['../locales/*.po', '!../locales/en.po']);
const isLanguage = (value: string | null): value is Language => languages.some((each) => each === value);

// Texts missing from a catalogue are plain English and need no compiling.
i18n.setMessagesCompiler((message) => [message]);

export const languageStore = createStore<Language>('en');

/** The language that is being loaded, or is shown. */
let wanted: Language = 'en';
let firstTexts: Promise<FirstTexts | undefined> = Promise.resolve(undefined);
/** In place of a path: what is around every screen. */
const aroundAll = '*';
/** Paths of the screens that were opened. */
const opened = new Set([aroundAll]);
const whenIdle = window.requestIdleCallback ?? ((task: () => void) => setTimeout(task, 2_000));

async function loadAreas(texts: FirstTexts | undefined, path: string, part: 0 | 1): Promise<Messages> {
  // Home and what is around it have their texts already.
  const index = path === '/' && part === 0 ? null : await texts?.index?.();
  const loaders = Object.values(index?.areas ?? {});
  const loaded = await Promise.all((index?.screens[path]?.[part] ?? []).map((at) => loaders[at]?.()));
  return Object.assign({}, ...loaded.map((area) => area?.messages));
}
/** Texts of sheets and other parts, before they are opened. */
function loadLater(language: Language, texts: FirstTexts | undefined, path: string): void {
  whenIdle(() =>
    loadAreas(texts, path, 1).then(
      (messages) => i18n.load(language, messages),
      () => undefined,
    ),
  );
}

/** Loads a screen's texts in the chosen language. Where they cannot be fetched, the screen reads English. */
export async function loadScreenTexts(path: string): Promise<void> {
  opened.add(path);
  const language = wanted;
  if (language === 'en') return;
  try {
    const texts = await firstTexts;
    i18n.load(language, await loadAreas(texts, path, 0));
    loadLater(language, texts, path);
  } catch {
    // The language itself reports it.
  }
}

/** Loads a language's texts and switches to it. Rejects when they cannot be fetched; the old language stays. */
export async function loadTexts(language: Language): Promise<void> {
  const before = [wanted, firstTexts] as const;
  wanted = language;
  firstTexts = catalogs[`../locales/${language}.po`]?.() ?? Promise.resolve(undefined);
  // A screen that opens from here on asks for the new language by itself.
  const paths = [...opened];
  try {
    const texts = await firstTexts;
    const areas = await Promise.all(paths.map((path) => (path === aroundAll ? {} : loadAreas(texts, path, 0))));
    i18n.load(language, Object.assign({}, texts?.messages, ...areas));
    for (const path of paths) loadLater(language, texts, path);
  } catch (error) {
    [wanted, firstTexts] = before;
    throw error;
  }
  i18n.activate(language);
  document.documentElement.lang = language === 'en' ? 'en-ZA' : language;
  languageStore.set(language);
}

/** Loads the language of the last visit, or English. */
export function startLanguage(): Promise<void> {
  const stored = readCookie('lang');
  return loadTexts(isLanguage(stored) ? stored : 'en');
}

export async function chooseLanguage(language: Language): Promise<void> {
  await loadTexts(language);
  writeCookie('lang', language);
}
