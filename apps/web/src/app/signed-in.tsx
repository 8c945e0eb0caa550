import { Trans } from '@lingui/react/macro';
import LogOut from 'lucide-react/icons/log-out';
import { Button } from '../components/ui/button.tsx';
import { useCurrentUser } from '../lib/session.ts';
import { useLogOut } from './use-log-out.ts';

/** The address of the account, and the way out of it. */
export function SignedIn() {
  const user = useCurrentUser();
  const logOut = useLogOut();
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
      <p className="wrap-anywhere min-w-0 text-muted text-sm">
        <Trans>Signed in as {user?.email}</Trans>
      </p>
      <Button
        icon={<LogOut size={18} strokeWidth={1.75} />}
        busy={logOut.isPending}
        busyLabel={<Trans>Logging out</Trans>}
        onClick={() => logOut.mutate()}
      >
        <Trans>Log out</Trans>
      </Button>
    </div>
  );
}
