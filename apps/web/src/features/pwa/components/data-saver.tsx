import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Switch } from '../../../components/ui/choice.tsx';
import { changeDataLimit, dataLimitStore, limitMegabytes, percentOf } from '../../../lib/data-limit.ts';
import { dataUseStore } from '../../../lib/data-use.ts';
import { browserSavesData, readCookie, writeCookie } from '../../../lib/device.ts';
import { useStore } from '../../../lib/store.ts';
import { isWifiOnly, reportsConnection, setWifiOnly } from '../../../lib/wifi-only.ts';

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
      <WifiOnly />
      <Limit />
      <p className="mt-3 text-muted text-sm">
        {byBrowser ? <Trans>Your browser asks for less data, so this came on by itself.</Trans> : null}{' '}
        <Trans>
          Counted on this device, right to within 5%. Logging out clears the count and the limit; the data saver and the
          choice of Wi-Fi stay on this device.
        </Trans>
      </p>
    </>
  );
}

function WifiOnly() {
  const [isOn, setOn] = useState(isWifiOnly);
  const works = reportsConnection();
  return (
    <Switch
      className="border-line border-t"
      checked={isOn && works}
      disabled={!works}
      onChange={(on) => {
        setWifiOnly(on);
        setOn(on);
      }}
      label={<Trans>Only on Wi-Fi: videos and shows</Trans>}
      description={
        works ? (
          <Trans>You are asked before each on mobile data</Trans>
        ) : (
          <Trans>This browser does not say whether it uses Wi-Fi or mobile data, so it cannot ask</Trans>
        )
      }
    />
  );
}

function Limit() {
  const { isOn } = useStore(dataLimitStore);
  const percent = percentOf(useStore(dataUseStore));
  return (
    <Switch
      className="border-line border-t"
      checked={isOn}
      onChange={(on) => changeDataLimit({ isOn: on })}
      label={<Trans>Tell me at {limitMegabytes} MB a month</Trans>}
      description={<Trans>You have used {percent}%</Trans>}
    />
  );
}
