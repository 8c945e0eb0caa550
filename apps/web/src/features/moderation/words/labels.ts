import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { WordEffect, WordLanguage } from '@vlam/contract/rules/words';

export const wordLanguageLabels: Record<WordLanguage, MessageDescriptor> = {
  en: msg`English`,
  af: msg`Afrikaans`,
  zu: msg`isiZulu`,
  xh: msg`isiXhosa`,
  any: msg`All languages`,
};

export const wordEffectLabels: Record<WordEffect, MessageDescriptor> = {
  refuse: msg`Refused`,
  report: msg`Listed for us`,
};
