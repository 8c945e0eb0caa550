import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CaptionLanguage } from '@vlam/contract/rules/captions';

/** Each language in its own words, as its speakers look for it. */
const ownNames: Record<Exclude<CaptionLanguage, 'other'>, string> = {
  af: 'Afrikaans',
  en: 'English',
  nr: 'isiNdebele',
  nso: 'Sepedi',
  ss: 'siSwati',
  st: 'Sesotho',
  tn: 'Setswana',
  ts: 'Xitsonga',
  ve: 'Tshivenḓa',
  xh: 'isiXhosa',
  zu: 'isiZulu',
};
const otherName: MessageDescriptor = msg`Another language`;

/** The name of a language of captions; `translate` is Lingui's. */
export const captionLanguageName = (
  language: CaptionLanguage,
  translate: (descriptor: MessageDescriptor) => string,
): string => (language === 'other' ? translate(otherName) : ownNames[language]);

/** For the `lang` attribute of its text; undefined for a language that is not named. */
export const captionLangOf = (language: CaptionLanguage): string | undefined =>
  language === 'other' ? undefined : language;
