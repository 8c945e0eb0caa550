import { Trans, useLingui } from '@lingui/react/macro';
import { provinces } from '@vlam/contract/constants';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { HeatBars } from '../../../components/ui/heat-bars.tsx';
import { interestNames } from '../../../lib/interest-names.ts';
import type { HeatMapAnswer } from '../api.ts';
import { heatNames } from '../labels.ts';
import { useCount } from '../use-count.ts';
import { Growth } from './growth.tsx';

/** Number of cities before "show all"; as many as fit beside the map. */
const initialCount = 7;

/** Cities by rank, hottest first. */
export function HeatList({ rows }: { rows: HeatMapAnswer['rows'] }) {
  const { i18n } = useLingui();
  const count = useCount();
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, initialCount);
  return (
    <div className="mt-6 lg:mt-0">
      <ol>
        {shown.map(({ city, province, rank, activeUsers, heatLevel, growth, topInterests }) => (
          <li key={city} className="flex flex-wrap items-start gap-x-3 border-line border-t py-[13px] first:border-t-0">
            <span className="num w-6 shrink-0 pt-0.5 text-[1.125rem] text-faint">{rank}</span>
            {/* With large text the figures move to a second line. */}
            <div className="min-w-36 flex-1">
              <p className="flex flex-wrap items-center gap-x-2">
                <span className="font-semibold">{city}</span>
                <HeatBars level={heatLevel} />
                <span className="text-meta text-muted">{i18n._(heatNames[heatLevel])}</span>
              </p>
              <p className="mt-1 text-faint text-meta">
                {[provinces[province], topInterests.map((each) => i18n._(interestNames[each])).join(', ')]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <div className="ml-auto text-right">
              <p className="num text-[1.25rem]">{count(activeUsers)}</p>
              <p className="mt-1 text-meta text-faint tabular-nums">
                <Growth per={growth} />
              </p>
            </div>
          </li>
        ))}
      </ol>
      {rows.length > initialCount ? (
        <Button full size="sm" className="mt-2" aria-expanded={all} onClick={() => setAll((open) => !open)}>
          {all ? <Trans>Show fewer cities</Trans> : <Trans>Show all {rows.length} cities</Trans>}
        </Button>
      ) : null}
    </div>
  );
}
