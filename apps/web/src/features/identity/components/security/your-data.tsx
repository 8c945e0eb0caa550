import { Trans } from '@lingui/react/macro';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import FileCheck from 'lucide-react/icons/file-check';
import FileQuestionMark from 'lucide-react/icons/file-question-mark';
import Gauge from 'lucide-react/icons/gauge';
import ScrollText from 'lucide-react/icons/scroll-text';
import { type ReactNode, useState } from 'react';
import { Section } from '../../../../components/ui/page-title.tsx';
import { sheetRow } from '../../../../components/ui/sheet-row.ts';
import { Link } from '../../../../lib/router.tsx';
import { LazySecuritySheet } from './lazy-sheet.tsx';

/** Where a member asks for what is stored about them, and sees what they agreed to. */
export function YourData() {
  const [agreements, setAgreements] = useState(false);
  return (
    <Section title={<Trans>Your data</Trans>}>
      <Link to="/my-data" className={sheetRow}>
        <Download size={20} aria-hidden />
        <RowText text={<Trans>Everything stored about you, and what closing erases</Trans>}>
          <Trans>Save a copy, or delete your account</Trans>
        </RowText>
      </Link>
      <Link to="/compliance/personal-information" className={sheetRow}>
        <FileQuestionMark size={20} aria-hidden />
        <RowText text={<Trans>Answered in writing within 30 days</Trans>}>
          <Trans>Ask a person, or have something corrected</Trans>
        </RowText>
      </Link>
      <button type="button" className={sheetRow} onClick={() => setAgreements(true)}>
        <ScrollText size={20} aria-hidden />
        <RowText text={<Trans>The terms, and what you say of your sex life</Trans>}>
          <Trans>What you agreed to</Trans>
        </RowText>
      </button>
      <LazySecuritySheet sheet={agreements ? { kind: 'agreements' } : null} onClose={() => setAgreements(false)} />
      <Link to="/consents" className={sheetRow}>
        <FileCheck size={20} aria-hidden />
        <RowText text={<Trans>Pictures and videos you are in</Trans>}>
          <Trans>Your consent</Trans>
        </RowText>
      </Link>
      <Link to="/data" className={sheetRow}>
        <Gauge size={20} aria-hidden />
        <RowText text={<Trans>What this device used, and the data saver</Trans>}>
          <Trans>Data</Trans>
        </RowText>
      </Link>
    </Section>
  );
}

function RowText({ children, text }: { children: ReactNode; text: ReactNode }) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{children}</span>
        <span className="block text-faint text-meta">{text}</span>
      </span>
      <ChevronRight size={18} aria-hidden className="text-faint" />
    </>
  );
}
