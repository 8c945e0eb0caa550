import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from './languages.ts';
import { Page } from './page.tsx';
import type { PageParts } from './page-parts.ts';

/** Renders the document in one language; `messages` is its compiled catalogue. Throws for a missing message. */
export function renderPage(language: Language, messages: Record<string, string>, parts: PageParts): string {
  const missing = (_locale: string, id: string): string => {
    throw new Error(`locales/${language}.po lacks "${id}": extract the messages of the landing page first`);
  };
  const i18n = setupI18n({ locale: language, messages: { [language]: messages }, missing });
  return `<!doctype html>${renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Page language={language} parts={parts} />
    </I18nProvider>,
  )}`;
}
