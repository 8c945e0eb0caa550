import { Trans, useLingui } from '@lingui/react/macro';
import { ChartOrTable, ChartPlot } from '../../../components/ui/chart-plot.tsx';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import type { Analytics } from '../api.ts';

const wideHeight = 230;

/** Whole numbers from 0 to the highest day or just above, at most four. */
function linesTo(highest: number): number[] {
  const step = Math.max(1, Math.ceil(highest / 3));
  return [0, 1, 2, 3].map((line) => line * step).filter((line) => line < highest + step);
}

/** Flames of the last two weeks as pairs of bars, and as a table. */
export function FlameDays({ days }: { days: Analytics['days'] }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const short = (date: string) => formatDate(date, language).split(' ').slice(0, 2).join(' ');
  const most = (index: number) => Math.max(days[index]?.sent ?? 0, days[index]?.received ?? 0);
  const best = days.reduce((found, _, index) => (most(index) > most(found) ? index : found), 0);
  const sum = (kind: 'sent' | 'received') => formatNumber(days.reduce((total, day) => total + day[kind], 0));
  const [sent, received] = [sum('sent'), sum('received')];
  return (
    <section>
      <h2 className="d4">
        <Trans>Flames of the last two weeks</Trans>
      </h2>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <span className="flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-pill bg-chart-1" />
          <Trans>{sent} sent</Trans>
        </span>
        <span className="flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-pill bg-chart-2" />
          <Trans>{received} received</Trans>
        </span>
      </p>
      <figure>
        <ChartOrTable
          caption={<Trans>Flames of the last two weeks</Trans>}
          columns={[t`Day`, t`Sent`, t`Received`]}
          rows={days.map((day) => ({ key: day.date, cells: [formatDate(day.date, language), day.sent, day.received] }))}
        >
          <ChartPlot
            count={days.length}
            summary={t`Flames of the last two weeks: ${sent} sent, ${received} received`}
            lines={linesTo(most(best))}
            lineLabel={formatNumber}
            wide={wideHeight}
            left={24}
            columnLabel={(index, { width, scale }) => {
              const every = Math.ceil(days.length / Math.max(2, Math.floor(width / (64 * scale))));
              const day = days[index];
              return day && (days.length - 1 - index) % every === 0 ? short(day.date) : null;
            }}
            named={best}
            pillOf={(index, isPointed) => {
              const day = days[index];
              if (!day || (most(index) === 0 && !isPointed)) return null;
              return { text: t`${short(day.date)}: ${day.sent} sent, ${day.received} received`, value: most(index) };
            }}
          >
            {(at) =>
              days.flatMap((day, index) =>
                (['sent', 'received'] as const).map((kind, place) => (
                  <rect
                    key={`${day.date} ${kind}`}
                    x={at.x(index) - at.step * (place === 0 ? 0.34 : 0)}
                    y={at.y(day[kind])}
                    width={at.step * 0.32}
                    height={Math.max(0, at.floor - at.y(day[kind]))}
                    rx={Math.min(3, at.step * 0.1)}
                    className={place === 0 ? 'fill-chart-1' : 'fill-chart-2'}
                  />
                )),
              )
            }
          </ChartPlot>
        </ChartOrTable>
      </figure>
    </section>
  );
}
