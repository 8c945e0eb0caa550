import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { DataSaver } from '../../features/pwa/components/data-saver.tsx';
import { DataUse } from '../../features/pwa/components/data-use.tsx';
import { startDataMeter } from '../../lib/data-meter.ts';
import { SettingsFrame } from './settings-frame.tsx';

/** What Vlam costs this device in data, and the switch that makes it less. */
export function Route() {
  // Opened directly, the page need not wait for its figures.
  useEffect(startDataMeter, []);
  return (
    <SettingsFrame current="data" title={<Trans>Data</Trans>}>
      <div className="mt-4 gap-16 lg:max-xl:grid lg:max-xl:grid-cols-[minmax(0,520px)_minmax(0,400px)]">
        <DataUse />
        <div className="mt-6 lg:max-xl:mt-0">
          <DataSaver />
        </div>
      </div>
    </SettingsFrame>
  );
}
