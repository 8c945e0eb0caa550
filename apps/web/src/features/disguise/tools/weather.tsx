import { Trans, useLingui } from '@lingui/react/macro';
import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { type Climate, climates } from './climate.ts';
import { averageOn, moonAge, sunTimes } from './sun.ts';
import { useToolData } from './tool-data.ts';
import { ToolPage, ToolTitle } from './tool-frame.tsx';
import { formatRain, formatTemperature, isUnits, type Units } from './weather-units.ts';
import { WeatherYear } from './weather-year.tsx';

const isName = (stored: unknown): stored is string => climates.some(({ name }) => name === stored);
const areNames = (stored: unknown): stored is string[] => Array.isArray(stored) && stored.every(isName);
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const card = 'mt-4 rounded-[16px] bg-[#ffffff1f] px-4 py-2';
const pill = (on: boolean) =>
  `min-h-11 rounded-[999px] px-4 font-semibold ${on ? 'bg-[#fff] text-[#1D4273]' : 'bg-[#ffffff29]'}`;

type View = 'days' | 'year' | 'places';

/** What a day is usually like, and its sun and moon: no forecast, so it needs no network. */
export function Weather() {
  const { t } = useLingui();
  const [name, setName] = useToolData('weather', 'Cape Town', isName);
  const [places, setPlaces] = useToolData('weather places', ['Cape Town', 'Johannesburg', 'Durban'], areNames);
  const [units, setUnits] = useToolData<Units>('weather units', 'metric', isUnits);
  const [view, setView] = useState<View>('days');
  const climate = climates.find((each) => each.name === name) ?? climates[0];
  if (!climate) return null;
  const today = new Date();
  const [high, low] = [climate.high, climate.low].map((months) => formatTemperature(averageOn(today, months), units));
  const rain = formatRain(climate.rain[today.getMonth()] ?? 0, units);
  const labels: Record<View, string> = { days: t`Seven days`, year: t`The year`, places: t`My places` };
  return (
    <ToolPage style={{ background: 'linear-gradient(#24508C, #2F67A8) fixed', color: '#FFFFFF' }}>
      <div className="mx-auto max-w-[520px] px-5 py-6">
        <div className="flex items-center justify-between gap-3">
          <ToolTitle className="text-[18px] font-semibold" />
          <fieldset aria-label={t`Units`} className="flex gap-1">
            {(['metric', 'imperial'] as const).map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={units === each}
                aria-label={each === 'metric' ? t`Celsius and millimetres` : t`Fahrenheit and inches`}
                className={pill(units === each)}
                onClick={() => setUnits(each)}
              >
                {each === 'metric' ? '°C' : '°F'}
              </button>
            ))}
          </fieldset>
        </div>
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
        <p className="mt-8 text-[84px] leading-none font-light tabular-nums">{high}</p>
        <p className="mt-3 text-[18px]">
          <Trans>
            Usual for today. Nights {low}, rain {rain} in the month.
          </Trans>
        </p>
        <div className="mt-6 flex flex-wrap gap-2">
          {(['days', 'year', 'places'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={view === each}
              className={pill(view === each)}
              onClick={() => setView(each)}
            >
              {labels[each]}
            </button>
          ))}
        </div>
        {view === 'days' ? (
          <Days climate={climate} units={units} today={today} />
        ) : view === 'year' ? (
          <WeatherYear climate={climate} units={units} now={today.getMonth()} />
        ) : (
          <Places
            chosen={places}
            units={units}
            today={today}
            onOpen={(place) => {
              setName(place);
              setView('days');
            }}
            onChange={setPlaces}
          />
        )}
        <p className="mt-5 text-sm">
          <Trans>
            Averages of 1961 to 1990, and the sun as it is calculated. This is not a forecast and works without a
            network.
          </Trans>
        </p>
      </div>
    </ToolPage>
  );
}

function useMoonName(): (age: number) => string {
  const { t } = useLingui();
  return (age) => {
    const names = [
      t`New moon`,
      t`Crescent, growing`,
      t`First quarter`,
      t`Nearly full`,
      t`Full moon`,
      t`Past full`,
      t`Last quarter`,
      t`Crescent, fading`,
    ];
    return names[Math.round(age * 8) % 8] ?? '';
  };
}

function Days({ climate, units, today }: { climate: Climate; units: Units; today: Date }) {
  const { t } = useLingui();
  const moonName = useMoonName();
  const days = Array.from(
    { length: 7 },
    (_none, index) => new Date(today.getFullYear(), today.getMonth(), today.getDate() + index),
  );
  return (
    <ul className={card} aria-label={t`Seven days`}>
      {days.map((date, index) => {
        const { rise, set } = sunTimes(date, climate);
        const [sunrise, sunset, moon] = [clock(rise), clock(set), moonName(moonAge(date))];
        const weekday = new Intl.DateTimeFormat('en-ZA', { weekday: 'long' }).format(date);
        return (
          <li
            key={date.getTime()}
            className="flex items-center gap-3 border-[#ffffff40] border-t py-3 first:border-t-0"
          >
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{index === 0 ? <Trans>Today</Trans> : weekday}</p>
              <p className="text-sm">
                <Trans>
                  Sun {sunrise} to {sunset}
                </Trans>
              </p>
              <p className="text-sm">{moon}</p>
            </div>
            <p className="text-right text-[18px] tabular-nums">
              {formatTemperature(averageOn(date, climate.high), units)}
              <span className="block text-sm">{formatTemperature(averageOn(date, climate.low), units)}</span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

interface PlacesProps {
  chosen: readonly string[];
  units: Units;
  today: Date;
  onOpen(name: string): void;
  onChange(names: string[]): void;
}

function Places({ chosen, units, today, onOpen, onChange }: PlacesProps) {
  const { t } = useLingui();
  const sorted = climates.toSorted(
    (one, other) => Number(chosen.includes(other.name)) - Number(chosen.includes(one.name)),
  );
  return (
    <ul className={card} aria-label={t`My places`}>
      {sorted.map(({ name, high }) => {
        const isChosen = chosen.includes(name);
        return (
          <li key={name} className="flex items-center gap-2 border-[#ffffff40] border-t py-2 first:border-t-0">
            <button type="button" className="min-h-11 flex-1 text-left" onClick={() => onOpen(name)}>
              <span className={isChosen ? 'font-semibold' : ''}>{name}</span>
            </button>
            <span className="text-[18px] tabular-nums">{formatTemperature(averageOn(today, high), units)}</span>
            <button
              type="button"
              aria-pressed={isChosen}
              aria-label={t`${name} in my places`}
              className="grid size-11 place-items-center"
              onClick={() => onChange(isChosen ? chosen.filter((each) => each !== name) : [...chosen, name])}
            >
              {isChosen ? <Check size={20} aria-hidden /> : <Plus size={20} aria-hidden />}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
