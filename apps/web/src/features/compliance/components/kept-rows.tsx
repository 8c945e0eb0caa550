import { Plural, Trans } from '@lingui/react/macro';
import ChevronRight from 'lucide-react/icons/chevron-right';
import FileLock from 'lucide-react/icons/file-lock';
import Film from 'lucide-react/icons/film';
import Signature from 'lucide-react/icons/signature';
import UsersRound from 'lucide-react/icons/users-round';
import type { ReactNode } from 'react';
import { sheetRow } from '../../../components/ui/sheet-row.ts';
import { Link } from '../../../lib/router.tsx';
import type { ComplianceStatus } from '../api.ts';

/** The registers, each with how much it holds. */
export function KeptRows({ status }: { status: ComplianceStatus }) {
  const { classifications, consents } = status.registers;
  return (
    <section>
      <h2 className="d4">
        <Trans>What is kept</Trans>
      </h2>
      <div className="mt-1">
        {status.isCreator ? (
          <>
            <Link to="/compliance/classifications" className={sheetRow}>
              <Film size={20} aria-hidden />
              <Label count={<Plural value={classifications} one="# entry" other="# entries" />}>
                <Trans>Classification register</Trans>
              </Label>
            </Link>
            <Link to="/compliance/consent-records" className={sheetRow}>
              <UsersRound size={20} aria-hidden />
              <Label count={<Plural value={consents} one="# entry" other="# entries" />}>
                <Trans>Consent register</Trans>
              </Label>
            </Link>
          </>
        ) : null}
        <Link to="/compliance/personal-information" className={sheetRow}>
          <FileLock size={20} aria-hidden />
          <Label>
            <Trans>Your personal information</Trans>
          </Label>
        </Link>
        <Link to="/consents" className={sheetRow}>
          <Signature size={20} aria-hidden />
          <Label>
            <Trans>Your consent to pictures of others</Trans>
          </Label>
        </Link>
      </div>
    </section>
  );
}

const Label = ({ children, count }: { children: ReactNode; count?: ReactNode }) => (
  <>
    <span className="min-w-0 flex-1 font-semibold">{children}</span>
    {count ? <span className="shrink-0 text-muted text-sm tabular-nums">{count}</span> : null}
    <ChevronRight size={18} aria-hidden className="shrink-0 text-faint" />
  </>
);
