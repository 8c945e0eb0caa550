import { Trans } from '@lingui/react/macro';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { RetentionList } from '../../features/records/retention/retention-list.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** How long what is kept. */
export function Route() {
  return (
    <>
      <PageTitle
        size="d3"
        aside={<StaffBadge className="lg:hidden" />}
        lead={<Trans>What is removed when. The nightly job leaves what a legal hold covers.</Trans>}
      >
        <Trans>Retention</Trans>
      </PageTitle>
      <RetentionList />
    </>
  );
}
