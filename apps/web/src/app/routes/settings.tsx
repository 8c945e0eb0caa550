import { Trans } from '@lingui/react/macro';
import LogOut from 'lucide-react/icons/log-out';
import { Button } from '../../components/ui/button.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Security } from '../../features/identity/components/security/security.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { useLogOut } from '../use-log-out.ts';
import { besideList } from './settings-frame.tsx';
import { SettingsList } from './settings-list.tsx';

/** Where every setting is found, with its state. Wide windows show the first part beside the list. */
export function Route() {
  const wide = useMediaQuery(besideList);
  const list = (
    <>
      <PageTitle>
        <Trans>Settings</Trans>
      </PageTitle>
      <SettingsList current={wide ? 'account' : null} />
      <SignedIn />
    </>
  );
  if (!wide) return <div className="max-w-[640px]">{list}</div>;
  return (
    <div className="grid grid-cols-[300px_minmax(0,1fr)] gap-16">
      <div>{list}</div>
      <section className="min-w-0 pt-4">
        <h2 className="d3">
          <Trans>Account and security</Trans>
        </h2>
        <Security />
      </section>
    </div>
  );
}

function SignedIn() {
  const user = useCurrentUser();
  const logOut = useLogOut();
  return (
    <div className="mt-6 grid justify-items-start gap-3 border-line border-t pt-4">
      <p className="min-w-0 wrap-anywhere text-muted text-sm">
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
