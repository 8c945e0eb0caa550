import { Trans } from '@lingui/react/macro';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { BreachList } from '../../features/records/breaches/breach-list.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** Compromises of personal information. */
export function Route() {
  return (
    <>
      <PageTitle
        size="d3"
        aside={<StaffBadge className="lg:hidden" />}
        lead={
          <Trans>
            Every compromise of personal information is notified to the Information Regulator and to the people it
            concerns, as soon as reasonably possible. There is no threshold.
          </Trans>
        }
      >
        <Trans>Incidents</Trans>
      </PageTitle>
      <div className="mt-5">
        <BreachList />
      </div>
    </>
  );
}
