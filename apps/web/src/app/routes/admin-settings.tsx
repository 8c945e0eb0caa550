import { Trans } from '@lingui/react/macro';
import Banknote from 'lucide-react/icons/banknote';
import Building2 from 'lucide-react/icons/building-2';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ScrollText from 'lucide-react/icons/scroll-text';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import type { ReactNode } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { sheetRow } from '../../components/ui/sheet-row.ts';
import { Link } from '../../lib/router.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** The parts of the settings. */
export function Route() {
  return (
    <>
      <PageTitle size="d3" aside={<StaffBadge className="lg:hidden" />}>
        <Trans>Settings</Trans>
      </PageTitle>
      <nav className="mt-5">
        <Part to="/admin/settings/platform" icon={<SlidersHorizontal size={20} aria-hidden />}>
          <Trans>Platform settings</Trans>
        </Part>
        <Part to="/admin/settings/operator" icon={<Building2 size={20} aria-hidden />}>
          <Trans>Operator</Trans>
        </Part>
        <Part to="/admin/settings/policies" icon={<ScrollText size={20} aria-hidden />}>
          <Trans>Policies</Trans>
        </Part>
        <Part to="/admin/settings/payments" icon={<Banknote size={20} aria-hidden />}>
          <Trans>Payment settings</Trans>
        </Part>
      </nav>
    </>
  );
}

function Part({
  to,
  icon,
  children,
}: {
  to: '/admin/settings/operator' | '/admin/settings/platform' | '/admin/settings/policies' | '/admin/settings/payments';
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <Link to={to} className={sheetRow}>
      {icon}
      <span className="min-w-0 flex-1 font-semibold">{children}</span>
      <ChevronRight size={18} aria-hidden className="text-faint" />
    </Link>
  );
}
