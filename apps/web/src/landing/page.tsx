import { Trans, useLingui } from '@lingui/react/macro';
import { type Language, languageTable } from './languages.ts';
import type { PageParts } from './page-parts.ts';
import { Benefits } from './sections/benefits.tsx';
import { Categories } from './sections/categories.tsx';
import { FiguresBand } from './sections/figures-band.tsx';
import { Footer } from './sections/footer.tsx';
import { Header } from './sections/header.tsx';
import { Hero } from './sections/hero.tsx';
import { HouseRules } from './sections/house-rules.tsx';
import { Invitation } from './sections/invitation.tsx';

/** The document without its doctype. Sections over pictures stay dark in both themes. */
export function Page({ language, parts }: { language: Language; parts: PageParts }) {
  const { t } = useLingui();
  const title = t`Vlam: South Africa, after dark`;
  const description = t`Meet people nearby, chat, and support South African creators. For adults, 18 and older.`;
  return (
    <html lang={languageTable[language].tag}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="theme-color" content="#0F0B0B" />
        <meta name="color-scheme" content="dark light" />
        <meta name="rating" content="adult" />
        <meta property="og:type" content="website" />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta name="addresses" />
        <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <style>{parts.css}</style>
        <script>{parts.early}</script>
      </head>
      <body data-font={parts.font}>
        <a className="skip" href="#main">
          <Trans>Skip to content</Trans>
        </a>
        <div className="dark room">
          <Header language={language} />
        </div>
        <main id="main" tabIndex={-1}>
          <div className="dark stage">
            <Hero files={parts.files} />
          </div>
          <Categories files={parts.files} />
          <Benefits />
          <FiguresBand />
          <div className="wide pair">
            <Invitation />
            <HouseRules />
          </div>
        </main>
        <Footer language={language} />
        <script>{parts.late}</script>
      </body>
    </html>
  );
}
