import { i18n } from '@lingui/core';
import type { TransRenderProps } from '@lingui/react';

/** A text; where the chosen language has none it is English, and says so to screen readers. */
export function TranslatedText({ id, children }: TransRenderProps) {
  return id && i18n.locale !== 'en' && !i18n.messages[id] ? <span lang="en">{children}</span> : children;
}
