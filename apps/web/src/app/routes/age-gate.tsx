import { Trans } from '@lingui/react/macro';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { useLogOut } from '../shell/user-menu.tsx';

/** Stands in front of every screen until the person has proved their age. */
export function AgeGate() {
  const logOut = useLogOut();
  return (
    <main>
      <EmptyState
        heading="h1"
        title={<Trans>Adults only past this point.</Trans>}
        text={<Trans>Your age has not been verified yet, and the form for it isn’t here yet.</Trans>}
        action={
          <Button variant="bone" onClick={() => logOut.mutate()} busy={logOut.isPending}>
            <Trans>Log out</Trans>
          </Button>
        }
      />
    </main>
  );
}
