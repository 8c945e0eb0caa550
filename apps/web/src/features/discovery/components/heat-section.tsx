import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { heatMapWindows } from '@vlam/contract/rules/discovery';
import MapIcon from 'lucide-react/icons/map';
import Rows3 from 'lucide-react/icons/rows-3';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Segment } from '../../../components/ui/choice.tsx';
import { CountryMap } from '../../../components/ui/country-map.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Section } from '../../../components/ui/page-title.tsx';
import { RollingNumber } from '../../../components/ui/rolling-number.tsx';
import { Loading, Skeleton, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { saveData } from '../../../lib/device.ts';
import { formatTime } from '../../../lib/format.ts';
import { type HeatMapAnswer, type HeatWindow, heatMapQuery } from '../api.ts';
import { toMapLights } from '../lights.ts';
import { useRefetchOnChange } from '../live.ts';
import { useCount } from '../use-count.ts';
import { Growth } from './growth.tsx';
import { HeatList } from './heat-list.tsx';
import { HeatTable } from './heat-table.tsx';

const columns = 'lg:grid lg:grid-cols-[minmax(0,1fr)_420px] lg:items-start lg:gap-10';

/** Activity by city: a map and a ranked list, or a table, in four time windows. */
export function HeatSection() {
  const { t } = useLingui();
  const [window, setWindow] = useState<HeatWindow>('live');
  const [asTable, setAsTable] = useState(false);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...heatMapQuery(window),
    placeholderData: keepPreviousData,
  });
  // The previous window's numbers stay while another loads.
  const [shown, setShown] = useState(window);
  if (!isPlaceholderData && shown !== window) setShown(window);
  useRefetchOnChange('heat-map', 'heatMap', () => void refetch());
  const windows: Record<HeatWindow, ReactNode> = {
    live: <Trans>Live</Trans>,
    '1h': <Trans>1h</Trans>,
    '24h': <Trans>24h</Trans>,
    '7d': <Trans>7d</Trans>,
  };
  return (
    <Section id="heat-map" title={<Trans>National Heat Map</Trans>} className="[&>:first-child]:flex-wrap">
      <div className="-mt-1 mb-4 flex flex-wrap items-center gap-2 lg:-mt-14 lg:mb-6 lg:justify-end">
        <Segment
          label={t`Window of time`}
          options={heatMapWindows.map((value) => ({ value, label: windows[value] }))}
          value={window}
          onChange={setWindow}
        />
        <Button
          size="sm"
          icon={asTable ? <MapIcon size={18} /> : <Rows3 size={18} />}
          onClick={() => setAsTable((table) => !table)}
        >
          {asTable ? <Trans>Map</Trans> : <Trans>Table</Trans>}
        </Button>
      </div>
      {data ? (
        <div aria-busy={isPlaceholderData}>
          {asTable ? (
            <>
              <Totals heat={data} window={shown} />
              <HeatTable heat={data} />
            </>
          ) : (
            <div className={columns}>
              <div>
                <CountryMap
                  lights={toMapLights(data.rows)}
                  still={saveData()}
                  label={t`Map of South Africa; each dot glows with the number of people active nearby`}
                  className="mt-1 mb-5"
                />
                <Totals heat={data} window={shown} />
              </div>
              <HeatList rows={data.rows} />
            </div>
          )}
          <p className="mt-4 text-faint text-meta">
            <Trans>
              Counted from activity, updated at {formatTime(data.updatedAt)}. Fewer than ten people are never told
              apart.
            </Trans>
          </p>
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label={t`Loading the heat map`} className={columns}>
          <Skeleton className="aspect-[148.7/131] rounded-card" />
          <div>
            <SkeletonRows count={7} />
          </div>
        </Loading>
      )}
    </Section>
  );
}

/** The total with its time window, because it differs from the number online now. */
function Totals({ heat, window }: { heat: HeatMapAnswer; window: HeatWindow }) {
  const count = useCount();
  const labels: Record<HeatWindow, ReactNode> = {
    live: <Trans>active in the last 5 minutes</Trans>,
    '1h': <Trans>active in the last hour</Trans>,
    '24h': <Trans>active in the last day</Trans>,
    '7d': <Trans>active in the last week</Trans>,
  };
  const { nationalTotal, blazingCities, averageGrowth } = heat;
  return (
    <dl className="flex flex-wrap gap-x-7 gap-y-4">
      <Total label={labels[window]}>
        {nationalTotal === null ? count(null) : <RollingNumber value={nationalTotal} />}
      </Total>
      <Total label={<Trans>blazing cities</Trans>}>{blazingCities}</Total>
      <Total label={<Trans>average growth</Trans>}>
        <Growth per={averageGrowth} large />
      </Total>
    </dl>
  );
}

function Total({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="mt-1 text-meta text-muted">{label}</dt>
      <dd className="num min-h-[1em] text-[1.75rem]">{children}</dd>
    </div>
  );
}
