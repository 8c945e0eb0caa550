import { Trans } from '@lingui/react/macro';
import BellOff from 'lucide-react/icons/bell-off';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ContactRound from 'lucide-react/icons/contact-round';
import Eye from 'lucide-react/icons/eye';
import FileSearch from 'lucide-react/icons/file-search';
import ScrollText from 'lucide-react/icons/scroll-text';
import UserX from 'lucide-react/icons/user-x';
import type { ReactNode } from 'react';
import { Section } from '../../../components/ui/page-title.tsx';
import { sheetRow } from '../../../components/ui/sheet-row.ts';
import { Link } from '../../../lib/router.tsx';

const Row = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <>
    {icon}
    <span className="min-w-0 flex-1 font-semibold">{children}</span>
    <ChevronRight size={18} aria-hidden className="text-faint" />
  </>
);

export type PrivacySheetName = 'seen' | 'muted' | 'contacts' | 'stored';

/** Who sees the member, what is known about them, and for how long. */
export function OwnInformation({ onOpen }: { onOpen(sheet: PrivacySheetName): void }) {
  return (
    <Section title={<Trans>You and others</Trans>}>
      <button type="button" className={sheetRow} onClick={() => onOpen('seen')}>
        <Row icon={<Eye size={20} aria-hidden />}>
          <Trans>Who can see me</Trans>
        </Row>
      </button>
      <button type="button" className={sheetRow} onClick={() => onOpen('seen')}>
        <Row icon={<UserX size={20} aria-hidden />}>
          <Trans>Blocked people</Trans>
        </Row>
      </button>
      <button type="button" className={sheetRow} onClick={() => onOpen('muted')}>
        <Row icon={<BellOff size={20} aria-hidden />}>
          <Trans>Muted people</Trans>
        </Row>
      </button>
      <button type="button" className={sheetRow} onClick={() => onOpen('contacts')}>
        <Row icon={<ContactRound size={20} aria-hidden />}>
          <Trans>Hide from my contacts</Trans>
        </Row>
      </button>
      <Link to="/consents" className={sheetRow}>
        <Row icon={<ScrollText size={20} aria-hidden />}>
          <Trans>Your consent</Trans>
        </Row>
      </Link>
      <button type="button" className={sheetRow} onClick={() => onOpen('stored')}>
        <Row icon={<FileSearch size={20} aria-hidden />}>
          <Trans>What is known about me, and for how long</Trans>
        </Row>
      </button>
    </Section>
  );
}
