import { Trans } from '@lingui/react/macro';
import { buttonStyle } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Link, usePathname } from '../../lib/router.tsx';

/** Blocked, hidden, suspended and unknown people look the same. */
export function PersonNotFound() {
  const isCreators = !/^\/(profile\/|@)/.test(usePathname());
  return (
    <EmptyState
      heading="h1"
      title={isCreators ? <Trans>Creator Not Found</Trans> : <Trans>Nobody here</Trans>}
      text={
        isCreators ? (
          <Trans>The creator you're looking for doesn't exist.</Trans>
        ) : (
          <Trans>This profile doesn't exist, or isn't shown to you.</Trans>
        )
      }
      action={
        <Link to="/" className={buttonStyle({ variant: 'bone' })}>
          <Trans>Go to Feed</Trans>
        </Link>
      }
    />
  );
}
