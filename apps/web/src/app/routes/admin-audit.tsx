import { Trans } from '@lingui/react/macro';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { AuditLog } from '../../features/administration/audit/audit-log.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** Who of staff did what, and whether the log is whole. */
export function Route() {
  return (
    <>
      <PageTitle size="d3" aside={<StaffBadge className="lg:hidden" />}>
        <Trans>Audit log</Trans>
      </PageTitle>
      <div className="mt-5">
        <AuditLog />
      </div>
    </>
  );
}
