import { Trans } from '@lingui/react/macro';
import { type Language, languageList, languageTable } from '../languages.ts';
import { Brand, DemoMarks } from './marks.tsx';

/** Name, languages, sign-in and sign-up. The language list is a native popover and needs no script. */
export function Header({ language }: { language: Language }) {
  const { name } = languageTable[language];
  return (
    <header className="top wide">
      <Brand />
      <DemoMarks />
      <div className="actions">
        <button className="btn small clear" type="button" popoverTarget="languages">
          {language.toUpperCase()}
          <span className="hidden">
            , <Trans>Language, {name}</Trans>
          </span>
        </button>
        <a className="btn small" href="/login">
          <Trans>Sign In</Trans>
        </a>
        <a className="btn small ember from-lg" href="/signup">
          <Trans>Get Started</Trans>
        </a>
      </div>
      <ul id="languages" popover="auto">
        <LanguageLinks language={language} />
      </ul>
    </header>
  );
}

/** A list item per language, in its own name. */
export function LanguageLinks({ language }: { language: Language }) {
  return languageList.map(({ code, name, tag }) => (
    <li key={code}>
      <a href={`/?lang=${code}`} hrefLang={code} lang={tag} aria-current={code === language ? 'true' : undefined}>
        {name}
      </a>
    </li>
  ));
}
