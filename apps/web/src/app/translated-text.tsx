import { i18n } from '@lingui/core';
import type { TransRenderProps } from '@lingui/react';

/** A translated text, with its `lang` attribute: the document is marked as English. */
export function TranslatedText({ id, children }: TransRenderProps) {
  return id && i18n.messages[id] ? <span lang={i18n.locale}>{children}</span> : children;
}
