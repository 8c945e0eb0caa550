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

type LoadTexts = () => Promise<{ messages: Messages }>;
/** Texts of the shell; the build adds where the others are. */
interface FirstTexts {
  messages: Messages;
  indexes?: {
    /** By path: the texts of a screen's first view. */
    members(): Promise<{ screens: Record<string, LoadTexts> }>;
    staff(): Promise<{ screens: Record<string, LoadTexts> }>;
    /** By path: positions in `parts` of what may be opened there later. */
    later(): Promise<{ parts: LoadTexts[]; screens: Record<string, number[]> }>;
  };
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

async function loadNow(texts: FirstTexts | undefined, path: string): Promise<Messages | undefined> {
  if (path === aroundAll) return undefined;
  const index = await texts?.indexes?.[path.startsWith('/admin') ? 'staff' : 'members']();
  return (await index?.screens[path]?.())?.messages;
}
/** Texts of sheets and other parts, before they are opened. */
function loadLater(language: Language, texts: FirstTexts | undefined, path: string): void {
  const load = async () => {
    const index = await texts?.indexes?.later();
    const parts = await Promise.all((index?.screens[path] ?? []).map((at) => index?.parts[at]?.()));
    i18n.load(language, Object.assign({}, ...parts.map((part) => part?.messages)));
  };
  whenIdle(() => load().catch(() => undefined));
}

/** Loads a screen's texts in the chosen language. Where they cannot be fetched, the screen reads English. */
export async function loadScreenTexts(path: string): Promise<void> {
  opened.add(path);
  const language = wanted;
  if (language === 'en') return;
  try {
    const texts = await firstTexts;
    i18n.load(language, (await loadNow(texts, path)) ?? {});
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
    const shown = await Promise.all(paths.map((path) => loadNow(texts, path)));
    i18n.load(language, Object.assign({}, texts?.messages, ...shown));
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
