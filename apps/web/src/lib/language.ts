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

// English texts are in the code; other languages load when chosen.
const catalogs = import.meta.glob<{ messages: Messages }>(['../locales/*.po', '!../locales/en.po']);
const isLanguage = (value: string | null): value is Language => languages.some((each) => each === value);

// Texts missing from a catalogue are plain English and need no compiling.
i18n.setMessagesCompiler((message) => [message]);

export const languageStore = createStore<Language>('en');

/**
 * Loads a language's texts and switches to it. Rejects when they cannot be fetched; the old language stays. The
 * document's `lang` stays English, as most of it is; translated texts carry their own `lang` (`app/app.tsx`).
 */
export async function loadTexts(language: Language): Promise<void> {
  const catalog = await catalogs[`../locales/${language}.po`]?.();
  i18n.loadAndActivate({ locale: language, messages: catalog?.messages ?? {} });
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
