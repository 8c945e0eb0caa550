import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { DataSaver } from '../../features/pwa/components/data-saver.tsx';
import { DataUse } from '../../features/pwa/components/data-use.tsx';
import { startDataMeter } from '../../lib/data-meter.ts';

/** What Vlam costs this device in data, and the switch that makes it less. */
export function Route() {
  // Opened directly, the page need not wait for its figures.
  useEffect(startDataMeter, []);
  return (
    <>
      <PageTitle size="d3">
        <Trans>Data</Trans>
      </PageTitle>
      <div className="mt-4 gap-16 lg:grid lg:grid-cols-[minmax(0,520px)_minmax(0,400px)]">
        <DataUse />
        <div className="max-lg:mt-6">
          <DataSaver />
        </div>
      </div>
    </>
  );
}
