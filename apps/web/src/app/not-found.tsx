import { Trans } from '@lingui/react/macro';
import { buttonStyle } from '../components/ui/button.tsx';
import { EmptyState } from '../components/ui/empty-state.tsx';
import { Link } from '../lib/router.tsx';

/** 404 screen. */
export function NotFound() {
  return (
    <EmptyState
      heading="h1"
      title={<Trans>404 Page Not Found</Trans>}
      text={<Trans>This light is off.</Trans>}
      action={
        <Link to="/" className={buttonStyle({ variant: 'bone' })}>
          <Trans>Go to Feed</Trans>
        </Link>
      }
    />
  );
}
