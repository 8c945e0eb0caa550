import { Trans } from '@lingui/react/macro';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { ReviewerList } from '../../features/records/reviewers/reviewer-list.tsx';
import { StaffBadge } from '../shell/staff-badge.tsx';

/** Reviewers from outside. */
export function Route() {
  return (
    <>
      <PageTitle
        size="d3"
        aside={<StaffBadge className="lg:hidden" />}
        lead={
          <Trans>
            Card schemes, the film board and police read chosen cases and reports for a time, and nothing else.
          </Trans>
        }
      >
        <Trans>Reviewers</Trans>
      </PageTitle>
      <div className="mt-5">
        <ReviewerList />
      </div>
    </>
  );
}
