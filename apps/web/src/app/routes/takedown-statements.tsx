import { Trans } from '@lingui/react/macro';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { StatementList } from '../../features/takedowns/components/statement-list.tsx';

/** What was done about the member's own files after complaints. */
export function Route() {
  return (
    <>
      <PageTitle
        size="d3"
        lead={<Trans>What was hidden or taken down after a complaint, on which ground, and how to answer.</Trans>}
      >
        <Trans>Decisions about your files</Trans>
      </PageTitle>
      <StatementList />
    </>
  );
}
