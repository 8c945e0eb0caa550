import { Trans } from '@lingui/react/macro';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { useLogOut } from '../use-log-out.ts';

/** Asks before the session ends; opened by a link, it must not end anything by itself. */
export function Route() {
  const logOut = useLogOut();
  return (
    <EmptyState
      heading="h1"
      title={<Trans>Log out</Trans>}
      text={<Trans>You can come back any time. Your place stays as you left it.</Trans>}
      action={
        <Button
          variant="bone"
          onClick={() => logOut.mutate()}
          busy={logOut.isPending}
          busyLabel={<Trans>Logging out</Trans>}
        >
          <Trans>Log out</Trans>
        </Button>
      }
    />
  );
}
