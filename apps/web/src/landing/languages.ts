import type { languages } from '@vlam/contract/constants';

export type Language = (typeof languages)[number];

/** Each language's own name, and its tag for `lang`. */
export const languageTable: Readonly<Record<Language, { name: string; tag: string }>> = {
  en: { name: 'English', tag: 'en-ZA' },
  af: { name: 'Afrikaans', tag: 'af-ZA' },
  zu: { name: 'isiZulu', tag: 'zu-ZA' },
  xh: { name: 'isiXhosa', tag: 'xh-ZA' },
};

export const languageList = Object.entries(languageTable).map(([code, { name, tag }]) => ({ code, name, tag }));
