import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Switch } from '../../../components/ui/choice.tsx';
import { browserSavesData, readCookie, writeCookie } from '../../../lib/device.ts';

/** The member's own wish; the browser's counts as well, and cannot be switched off from here. */
export function DataSaver() {
  const byBrowser = browserSavesData();
  const [chosen, setChosen] = useState(() => readCookie('saver') === '1');
  const change = (on: boolean) => {
    writeCookie('saver', on ? '1' : '0');
    setChosen(on);
  };
  return (
    <>
      <Switch
        checked={chosen || byBrowser}
        disabled={byBrowser}
        onChange={change}
        label={<Trans>Data saver</Trans>}
        description={
          <Trans>Smaller pictures, films at their smallest size, nothing plays by itself, news less often</Trans>
        }
      />
      <p className="mt-3 text-muted text-sm">
        {byBrowser ? <Trans>Your browser asks for less data, so this came on by itself.</Trans> : null}{' '}
        <Trans>
          Counted on this device, right to within 5%. Logging out clears the count; the switch stays on this device.
        </Trans>
      </p>
    </>
  );
}
