import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Flag from 'lucide-react/icons/flag';
import IdCard from 'lucide-react/icons/id-card';
import Images from 'lucide-react/icons/images';
import Scale from 'lucide-react/icons/scale';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { ReactNode } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { sheetRow } from '../../components/ui/sheet-row.ts';
import { queryOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { Link } from '../../lib/router.tsx';
import { hasPermission, useCurrentUser } from '../../lib/session.ts';

/** The staff sections this member may open, with the number of open cases. */
export function Route() {
  const user = useCurrentUser();
  const { data } = useQuery(queryOf('staffWaiting'));
  const waiting = data ? data.reports + data.disputes : 0;
  const photos = data ? data.photos + data.photoChecks : 0;
  const content = data?.content ?? 0;
  const ageReviews = data?.ageReviews ?? 0;
  const payments = data?.payments ?? 0;
  return (
    <>
      <PageTitle size="d3">
        <Trans>Administration</Trans>
      </PageTitle>
      <nav className="mt-5">
        {hasPermission(user, 'moderate_content') ? (
          <AdminSection
            to="/admin/reports"
            icon={<Flag size={20} aria-hidden />}
            aside={waiting > 0 ? <Trans>{formatNumber(waiting)} waiting</Trans> : null}
          >
            <Trans>Reports and disputes</Trans>
          </AdminSection>
        ) : null}
        {hasPermission(user, 'moderate_content') ? (
          <AdminSection
            to="/admin/content/pending"
            icon={<Images size={20} aria-hidden />}
            aside={photos > 0 ? <Trans>{formatNumber(photos)} waiting</Trans> : null}
          >
            <Trans>Photos to review</Trans>
          </AdminSection>
        ) : null}
        {hasPermission(user, 'moderate_content') ? (
          <AdminSection
            to="/admin/content"
            icon={<ShieldCheck size={20} aria-hidden />}
            aside={content > 0 ? <Trans>{formatNumber(content)} waiting</Trans> : null}
          >
            <Trans>Content to review</Trans>
          </AdminSection>
        ) : null}
        {hasPermission(user, 'view_identity') ? (
          <AdminSection
            to="/admin/users/verification"
            icon={<IdCard size={20} aria-hidden />}
            aside={ageReviews > 0 ? <Trans>{formatNumber(ageReviews)} waiting</Trans> : null}
          >
            <Trans>Age reviews</Trans>
          </AdminSection>
        ) : null}
        {hasPermission(user, 'manage_money') ? (
          <AdminSection
            to="/admin/settings/payments"
            icon={<Scale size={20} aria-hidden />}
            aside={payments > 0 ? <Trans>{formatNumber(payments)} waiting</Trans> : null}
          >
            <Trans>Manage payments</Trans>
          </AdminSection>
        ) : null}
      </nav>
      <p className="mt-6 max-w-[44ch] text-muted text-sm">
        <Trans>The other rooms aren't here yet.</Trans>
      </p>
    </>
  );
}

interface AdminSectionProps {
  to:
    | '/admin/reports'
    | '/admin/content'
    | '/admin/content/pending'
    | '/admin/users/verification'
    | '/admin/settings/payments';
  icon: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

function AdminSection({ to, icon, aside, children }: AdminSectionProps) {
  return (
    <Link to={to} className={sheetRow}>
      {icon}
      <span className="min-w-0 flex-1 font-semibold">{children}</span>
      {aside ? <span className="text-faint text-sm tabular-nums">{aside}</span> : null}
      <ChevronRight size={18} aria-hidden className="text-faint" />
    </Link>
  );
}
