import { Trans } from '@lingui/react/macro';
import { Button, buttonStyle } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Link } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { useLogOut } from '../use-log-out.ts';

/** Confirms before ending the session, because a link from elsewhere must not sign the member out. */
export function Route() {
  const user = useCurrentUser();
  const logOut = useLogOut();
  if (user === null)
    return (
      <EmptyState
        heading="h1"
        title={<Trans>You are logged out</Trans>}
        text={<Trans>Nobody is signed in on this device.</Trans>}
        action={
          <Link to="/login" className={buttonStyle({ variant: 'bone' })}>
            <Trans>Sign In</Trans>
          </Link>
        }
      />
    );
  return (
    <EmptyState
      heading="h1"
      title={<Trans>Log out</Trans>}
      text={<Trans>You can come back any time. Your place stays as you left it.</Trans>}
      action={
        <Button
          variant="bone"
          onClick={() => logOut.mutate()}
          busy={logOut.isPending || logOut.isSuccess}
          busyLabel={<Trans>Logging out</Trans>}
        >
          <Trans>Log out</Trans>
        </Button>
      }
    />
  );
}
