import { Trans } from '@lingui/react/macro';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { FactsForm } from '../../features/legal/components/facts-form.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** What the operator says of itself. */
export function Route() {
  return (
    <>
      <PageTitle
        size="d3"
        aside={<StaffBadge className="lg:hidden" />}
        lead={
          <Trans>Shown on the legal pages, which say so plainly where one is missing. Each change is recorded.</Trans>
        }
      >
        <Trans>Operator</Trans>
      </PageTitle>
      <FactsForm />
    </>
  );
}
