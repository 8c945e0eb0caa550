import { Trans } from '@lingui/react/macro';
import ChartColumn from 'lucide-react/icons/chart-column';
import ChevronRight from 'lucide-react/icons/chevron-right';
import FileCheck from 'lucide-react/icons/file-check';
import FileUser from 'lucide-react/icons/file-user';
import Glasses from 'lucide-react/icons/glasses';
import Hourglass from 'lucide-react/icons/hourglass';
import Landmark from 'lucide-react/icons/landmark';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import type { ReactNode } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { sheetRow } from '../../components/ui/sheet-row.ts';
import type { Path } from '../../lib/paths.ts';
import { Link } from '../../lib/router.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** The registers of the platform. */
export function Route() {
  return (
    <>
      <PageTitle size="d3" aside={<StaffBadge className="lg:hidden" />}>
        <Trans>Records</Trans>
      </PageTitle>
      <nav className="mt-5">
        <Part
          to="/admin/records/reports"
          icon={<ChartColumn size={20} aria-hidden />}
          note={<Trans>Monthly and half-yearly figures, as CSV and PDF</Trans>}
        >
          <Trans>Reports of periods</Trans>
        </Part>
        <Part
          to="/admin/records/requests"
          icon={<FileUser size={20} aria-hidden />}
          note={<Trans>What people ask about their personal information, within 30 days</Trans>}
        >
          <Trans>Personal information</Trans>
        </Part>
        <Part
          to="/admin/records/authorities"
          icon={<Landmark size={20} aria-hidden />}
          note={<Trans>What police, courts and regulators asked, and legal holds</Trans>}
        >
          <Trans>Authorities</Trans>
        </Part>
        <Part
          to="/admin/records/consents"
          icon={<FileCheck size={20} aria-hidden />}
          note={<Trans>Who consented to what, in which wording</Trans>}
        >
          <Trans>Consents</Trans>
        </Part>
        <Part
          to="/admin/records/reviewers"
          icon={<Glasses size={20} aria-hidden />}
          note={<Trans>Chosen cases and reports, for a time, for card schemes, the film board and police</Trans>}
        >
          <Trans>Reviewers</Trans>
        </Part>
        <Part
          to="/admin/breaches"
          icon={<ShieldAlert size={20} aria-hidden />}
          note={<Trans>Compromises of personal information: steps, drafts and notices</Trans>}
        >
          <Trans>Incidents</Trans>
        </Part>
        <Part
          to="/admin/records/retention"
          icon={<Hourglass size={20} aria-hidden />}
          note={<Trans>What is removed when, and what the last run removed</Trans>}
        >
          <Trans>Retention</Trans>
        </Part>
      </nav>
    </>
  );
}

type RecordsPath = Exclude<Extract<Path, `/admin/records/${string}` | '/admin/breaches'>, `${string}:${string}`>;

function Part({
  to,
  icon,
  note,
  children,
}: {
  to: RecordsPath;
  icon: ReactNode;
  note: ReactNode;
  children: ReactNode;
}) {
  return (
    <Link to={to} className={sheetRow}>
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{children}</span>
        <span className="block text-muted text-sm">{note}</span>
      </span>
      <ChevronRight size={18} aria-hidden className="text-faint" />
    </Link>
  );
}
