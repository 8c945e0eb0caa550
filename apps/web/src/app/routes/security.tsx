import { Trans } from '@lingui/react/macro';
import { Security } from '../../features/identity/components/security/security.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** How the account is protected, and where it is signed in. */
export function Route() {
  return (
    <SettingsFrame current="account" title={<Trans>Account and security</Trans>}>
      <Security />
    </SettingsFrame>
  );
}
