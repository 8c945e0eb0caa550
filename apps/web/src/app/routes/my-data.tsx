import { Trans } from '@lingui/react/macro';
import { buttonStyle } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { MyData } from '../../features/records/own-data/my-data.tsx';
import { keepDeviceSettings } from '../../lib/device-settings.ts';
import { go, Link, useSearchParam } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { ScreenLoading } from '../screen-loading.tsx';
import { useLeaveDevice } from '../use-log-out.ts';
import { LegalFrame } from './legal-frame.tsx';

/** A copy of one's data, and deleting the account: also before the age check. */
export function Route() {
  const user = useCurrentUser();
  const leave = useLeaveDevice();
  const isSuspended = useSearchParam('suspended') === '1';
  return (
    <LegalFrame>
      {user === undefined ? (
        <ScreenLoading />
      ) : user ? (
        <MyData keepDevice={keepDeviceSettings} onClosed={() => void leave('/login?problem=closed')} />
      ) : isSuspended ? (
        <MyData
          keepDevice={keepDeviceSettings}
          onClosed={() => go({ to: '/login', search: { problem: 'erasing' }, replace: true })}
          suspended
        />
      ) : (
        <EmptyState
          heading="h1"
          title={<Trans>Your data</Trans>}
          text={<Trans>Sign in to save a copy of your data, or to delete your account.</Trans>}
          action={
            <Link to="/login" search={{ next: '/my-data' }} className={buttonStyle({ variant: 'bone' })}>
              <Trans>Sign In</Trans>
            </Link>
          }
        />
      )}
    </LegalFrame>
  );
}
