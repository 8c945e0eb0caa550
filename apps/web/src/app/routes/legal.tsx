import { Trans } from '@lingui/react/macro';
import { LegalEntry, LegalList } from '../../features/legal/components/legal-view.tsx';
import { LegalFrame } from './legal-frame.tsx';

/** The list of legal pages. */
export function Route() {
  return (
    <LegalFrame>
      <LegalList>
        <LegalEntry
          page="transparency"
          title={<Trans>Transparency</Trans>}
          lead={<Trans>What was asked of us and what we did, every half-year</Trans>}
        />
        <li className="border-line border-t">
          {/* A page of the server, which opens while the app does not. */}
          <a href="/status" className="block min-h-16 py-3 hover:text-ember-text">
            <span className="block font-semibold">
              <Trans>What works now</Trans>
            </span>
            <span className="block text-muted text-sm">
              <Trans>The site, messages, calls, pictures and payments at this moment</Trans>
            </span>
          </a>
        </li>
      </LegalList>
    </LegalFrame>
  );
}
