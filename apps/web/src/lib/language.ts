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

// English is in the code itself; another language loads when it is chosen.
const catalogs = import.meta.glob<{ messages: Messages }>(['../locales/*.po', '!../locales/en.po']);
const isLanguage = (value: string | null): value is Language => languages.some((each) => each === value);

// What no catalog holds is plain English from the code itself and needs no compiling.
i18n.setMessagesCompiler((message) => [message]);

export const languageStore = createStore<Language>('en');

/**
 * Loads a language's texts and switches to them. The page stays marked as English, which most of it is; what is
 * translated is marked where it stands (`app/app.tsx`).
 * Rejects when they cannot be fetched; the old language then stays.
 */
export async function loadTexts(language: Language): Promise<void> {
  const catalog = await catalogs[`../locales/${language}.po`]?.();
  i18n.loadAndActivate({ locale: language, messages: catalog?.messages ?? {} });
  languageStore.set(language);
}

/** The language of the last visit, English otherwise. */
export function startLanguage(): Promise<void> {
  const kept = readCookie('lang');
  return loadTexts(isLanguage(kept) ? kept : 'en');
}

export async function chooseLanguage(language: Language): Promise<void> {
  await loadTexts(language);
  writeCookie('lang', language);
}
