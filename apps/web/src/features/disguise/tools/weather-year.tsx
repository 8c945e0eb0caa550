import { Trans, useLingui } from '@lingui/react/macro';
import type { Place } from './climate.ts';
import { clock, sunTimes } from './sun.ts';
import { formatRain, formatTemperature, type Units } from './weather-units.ts';

const monthName = (month: number) =>
  new Intl.DateTimeFormat('en-ZA', { month: 'short' }).format(new Date(2026, month, 1));

/** Twelve months of a place: its averages, or the sun in the middle of each. */
export function WeatherYear({ place, units, now }: { place: Place; units: Units; now: number }) {
  const { t } = useLingui();
  const { averages } = place;
  const cellsOf = (month: number) => {
    const { rise, set } = sunTimes(new Date(2026, month, 15), place);
    return averages
      ? [
          formatTemperature(averages.high[month] ?? 0, units),
          formatTemperature(averages.low[month] ?? 0, units),
          formatRain(averages.rain[month] ?? 0, units),
        ]
      : [clock(rise), clock(set), clock(set - rise)];
  };
  return (
    <table className="mt-4 w-full text-left tabular-nums">
      <thead>
        <tr className="text-sm">
          <th scope="col" className="py-2 font-normal">
            <Trans>Month</Trans>
          </th>
          <th scope="col" className="font-normal">
            {averages ? <Trans>Day</Trans> : <Trans>Sunrise</Trans>}
          </th>
          <th scope="col" className="font-normal">
            {averages ? <Trans>Night</Trans> : <Trans>Sunset</Trans>}
          </th>
          <th scope="col" className="text-right font-normal">
            {averages ? <Trans>Rain</Trans> : <Trans>Daylight</Trans>}
          </th>
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: 12 }, (_none, month) => {
          const [first, second, third] = cellsOf(month);
          return (
            <tr
              key={monthName(month)}
              aria-label={month === now ? t`This month` : undefined}
              className={`border-[#ffffff40] border-t ${month === now ? 'font-semibold' : ''}`}
            >
              <th scope="row" className="py-2.5 font-[inherit]">
                {monthName(month)}
              </th>
              <td>{first}</td>
              <td>{second}</td>
              <td className="text-right">{third}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
