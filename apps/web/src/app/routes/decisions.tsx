import { Trans } from '@lingui/react/macro';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { DecisionList } from '../../features/decisions/components/decision-list.tsx';
import { Link } from '../../lib/router.tsx';

/** What moderators decided about the member, and why. */
export function Route() {
  return (
    <>
      <PageTitle lead={<Trans>What moderators decided about you and your things, and why.</Trans>}>
        <Trans>Decisions</Trans>
      </PageTitle>
      <div className="mt-6">
        <DecisionList />
      </div>
      <p className="mt-8 text-muted text-sm">
        <Link to="/takedown/statements" className="font-semibold text-ink underline">
          <Trans>Decisions of the takedown desk about your files</Trans>
        </Link>
      </p>
    </>
  );
}
