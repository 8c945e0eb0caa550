import { Trans } from '@lingui/react/macro';
import { x18Refusal } from '@vlam/contract/rules/film-board';
import { Link } from '../../../lib/router.tsx';

/** What publishing still lacks, in the server's sentence; where a registration is missing, with the way to it. */
export function ProblemText({ problem }: { problem: string }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      {problem}
      {problem === x18Refusal ? (
        <>
          {'. '}
          <Link to="/fpb-registration" className="font-semibold underline">
            <Trans>Open your registration</Trans>
          </Link>
        </>
      ) : null}
    </span>
  );
}
