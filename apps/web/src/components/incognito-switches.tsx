import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { changeIncognito, incognitoStore } from '../lib/incognito.ts';
import { useStore } from '../lib/store.ts';
import { Switch } from './ui/choice.tsx';

interface ScreenshotSwitchProps {
  label: ReactNode;
  description: ReactNode;
}

/** Blurs the page and blocks the keys of screenshots; works while Incognito is on. */
export function ScreenshotSwitch({ label, description }: ScreenshotSwitchProps) {
  const { isEnabled, disableScreenshots } = useStore(incognitoStore);
  return (
    <Switch
      className="border-line border-b"
      disabled={!isEnabled}
      checked={disableScreenshots}
      onChange={(on) => changeIncognito({ disableScreenshots: on })}
      label={label}
      description={description}
    />
  );
}

/** Notifications that show no content; works while Incognito is on. */
export function StealthNotificationsSwitch({ note }: { note?: ReactNode }) {
  const { isEnabled, stealthNotifications } = useStore(incognitoStore);
  return (
    <Switch
      className="border-line border-b"
      disabled={!isEnabled}
      checked={stealthNotifications}
      onChange={(on) => changeIncognito({ stealthNotifications: on })}
      label={<Trans>Stealth notifications</Trans>}
      description={
        <>
          <Trans>They say "1 update", nothing more. Your browser still adds this site's address.</Trans> {note}
        </>
      }
    />
  );
}
