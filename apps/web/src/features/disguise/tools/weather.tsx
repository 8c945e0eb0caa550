import { Trans, useLingui } from '@lingui/react/macro';
import { climates } from './climate.ts';
import { useToolData } from './tool-data.ts';
import { ToolPage, ToolTitle } from './tool-frame.tsx';

const isName = (stored: unknown): stored is string => climates.some(({ name }) => name === stored);
const monthName = (month: number, length: 'short' | 'long') =>
  new Intl.DateTimeFormat('en-ZA', { month: length }).format(new Date(2026, month, 1));

/** What a month is usually like; no forecast, so it needs no network. */
export function Weather() {
  const { t } = useLingui();
  const [name, setName] = useToolData('weather', 'Cape Town', isName);
  const climate = climates.find((each) => each.name === name) ?? climates[0];
  if (!climate) return null;
  const now = new Date().getMonth();
  const month = monthName(now, 'long');
  const [high, low, rain] = [climate.high[now], climate.low[now], climate.rain[now]];
  return (
    <ToolPage style={{ background: 'linear-gradient(#24508C, #2F67A8) fixed', color: '#FFFFFF' }}>
      <div className="mx-auto max-w-[520px] px-5 py-6">
        <ToolTitle className="text-[18px] font-semibold" />
        <label className="mt-4 block text-sm">
          <Trans>City</Trans>
          <select
            value={name}
            onChange={(event) => setName(event.target.value)}
            className="mt-1 block h-12 w-full rounded-[12px] border border-[#ffffff99] bg-[#1D4273] px-3 text-base text-[#fff]"
          >
            {climates.map((each) => (
              <option key={each.name}>{each.name}</option>
            ))}
          </select>
        </label>
        <p className="mt-8 text-[84px] leading-none font-light tabular-nums">{high}°</p>
        <p className="mt-3 text-[18px]">
          <Trans>
            The usual afternoon in {month}. Nights {low}°, rain {rain} mm in the month.
          </Trans>
        </p>
        <table className="mt-8 w-full text-left tabular-nums">
          <caption className="pb-2 text-left text-sm">
            <Trans>Averages of 1961 to 1990. This is not a forecast and works without a network.</Trans>
          </caption>
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
                key={monthName(index, 'short')}
                aria-label={index === now ? t`This month` : undefined}
                className={`border-[#ffffff40] border-t ${index === now ? 'font-semibold' : ''}`}
              >
                <th scope="row" className="py-2.5 font-[inherit]">
                  {monthName(index, 'short')}
                </th>
                <td>{climate.high[index]}°</td>
                <td>{climate.low[index]}°</td>
                <td className="text-right">{millimetres} mm</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ToolPage>
  );
}
