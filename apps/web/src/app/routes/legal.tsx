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
      </LegalList>
    </LegalFrame>
  );
}
