import { Trans } from '@lingui/react/macro';
import type { Language } from '../languages.ts';
import { LanguageLinks } from './header.tsx';
import { Brand } from './marks.tsx';

export function Footer({ language }: { language: Language }) {
  return (
    <footer className="wide">
      <div className="columns">
        <Brand />
        <div>
          <h2>
            <Trans>Creators</Trans>
          </h2>
          <ul>
            <li>
              <a href="/signup?as=creator">
                <Trans>Start Creating</Trans>
              </a>
            </li>
            <li>
              <a href="#payouts">
                <Trans>Payouts</Trans>
              </a>
            </li>
            <li>
              <a href="#guidelines">
                <Trans>Guidelines</Trans>
              </a>
            </li>
          </ul>
        </div>
        <div>
          <h2>
            <Trans>Community</Trans>
          </h2>
          <ul>
            <li>
              <a href="/explore">
                <Trans>Nearby Flames</Trans>
              </a>
            </li>
            <li>
              <a href="#safety">
                <Trans>Safety</Trans>
              </a>
            </li>
            <li>
              <a href="#report">
                <Trans>Report</Trans>
              </a>
            </li>
            <li>
              <a href="/takedown">
                <Trans>Have something taken down</Trans>
              </a>
            </li>
            <li>
              <a href="/legal">
                <Trans>Terms and privacy</Trans>
              </a>
            </li>
          </ul>
        </div>
        <div>
          <h2>
            <Trans>Languages</Trans>
          </h2>
          <ul>
            <LanguageLinks language={language} />
          </ul>
        </div>
      </div>
      <p>
        <Trans>
          Vlam is for adults of 18 and older. Everyone shown on this page is drawn from light, not photographed.
        </Trans>
      </p>
    </footer>
  );
}
