import { Trans, useLingui } from '@lingui/react/macro';
import type { Climate } from './climate.ts';
import { formatRain, formatTemperature, type Units } from './weather-units.ts';

const monthName = (month: number) =>
  new Intl.DateTimeFormat('en-ZA', { month: 'short' }).format(new Date(2026, month, 1));

/** Twelve months of a place. */
export function WeatherYear({ climate, units, now }: { climate: Climate; units: Units; now: number }) {
  const { t } = useLingui();
  return (
    <table className="mt-4 w-full text-left tabular-nums">
      <thead>
        <tr className="text-sm">
          <th scope="col" className="py-2 font-normal">
            <Trans>Month</Trans>
          </th>
          <th scope="col" className="font-normal">
            <Trans>Day</Trans>
          </th>
          <th scope="col" className="font-normal">
            <Trans>Night</Trans>
          </th>
          <th scope="col" className="text-right font-normal">
            <Trans>Rain</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {climate.rain.map((millimetres, index) => (
          <tr
            key={monthName(index)}
            aria-label={index === now ? t`This month` : undefined}
            className={`border-[#ffffff40] border-t ${index === now ? 'font-semibold' : ''}`}
          >
            <th scope="row" className="py-2.5 font-[inherit]">
              {monthName(index)}
            </th>
            <td>{formatTemperature(climate.high[index] ?? 0, units)}</td>
            <td>{formatTemperature(climate.low[index] ?? 0, units)}</td>
            <td className="text-right">{formatRain(millimetres, units)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
