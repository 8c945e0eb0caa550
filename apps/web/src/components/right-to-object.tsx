import { Trans } from '@lingui/react/macro';
import { Link } from '../lib/router.tsx';

/** The note that the law asks for wherever personal information is collected. */
export function RightToObject() {
  return (
    <p className="text-muted text-sm">
      <Trans>
        You may see what is known about you, have it corrected or deleted, and object to what is done with it. A person
        answers in writing within 30 days. It costs nothing.
      </Trans>{' '}
      <Link
        to="/compliance/personal-information"
        className="inline-flex min-h-11 items-center rounded-xs font-semibold text-ember-text text-sm hover:underline"
      >
        <Trans>Your personal information</Trans>
      </Link>
    </p>
  );
}
