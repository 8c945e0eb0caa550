import { Trans, useLingui } from '@lingui/react/macro';
import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { type Averages, type Place, places } from './climate.ts';
import { averageOn, clock, moonAge, sunTimes } from './sun.ts';
import { useToolData } from './tool-data.ts';
import { ToolPage, ToolTitle } from './tool-frame.tsx';
import { formatRain, formatTemperature, isUnits, type Units } from './weather-units.ts';
import { WeatherYear } from './weather-year.tsx';

const isName = (stored: unknown): stored is string => places.some(({ name }) => name === stored);
const areNames = (stored: unknown): stored is string[] => Array.isArray(stored) && stored.every(isName);
const card = 'mt-4 rounded-[16px] bg-[#ffffff1f] px-4 py-2';
const pill = (on: boolean) =>
  `min-h-11 rounded-[999px] px-4 font-semibold ${on ? 'bg-[#fff] text-[#1D4273]' : 'bg-[#ffffff29]'}`;

type View = 'days' | 'year' | 'places';

/** What a day is usually like, and its sun and moon: no forecast, so it needs no network. */
export function Weather() {
  const { t } = useLingui();
  const [name, setName] = useToolData('weather', 'Cape Town', isName);
  const [chosen, setChosen] = useToolData('weather places', ['Cape Town', 'Johannesburg', 'Durban'], areNames);
  const [units, setUnits] = useToolData<Units>('weather units', 'metric', isUnits);
  const [view, setView] = useState<View>('days');
  const place = places.find((each) => each.name === name) ?? places[0];
  if (!place) return null;
  const { averages } = place;
  const today = new Date();
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
            {places.map((each) => (
              <option key={each.name}>{each.name}</option>
            ))}
          </select>
        </label>
        {averages ? (
          <Usual averages={averages} units={units} today={today} />
        ) : (
          <Daylight place={place} today={today} />
        )}
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
          <Days place={place} units={units} today={today} />
        ) : view === 'year' ? (
          <WeatherYear place={place} units={units} now={today.getMonth()} />
        ) : (
          <Places
            chosen={chosen}
            units={units}
            today={today}
            onOpen={(opened) => {
              setName(opened);
              setView('days');
            }}
            onChange={setChosen}
          />
        )}
        <p className="mt-5 text-sm">
          {averages ? (
            <Trans>
              Averages of 1961 to 1990, and the sun as it is calculated. This is not a forecast and works without a
              network.
            </Trans>
          ) : (
            <Trans>The sun and moon as they are calculated. This is not a forecast and works without a network.</Trans>
          )}
        </p>
      </div>
    </ToolPage>
  );
}

interface UsualProps {
  averages: Averages;
  units: Units;
  today: Date;
}

function Usual({ averages, units, today }: UsualProps) {
  const low = formatTemperature(averageOn(today, averages.low), units);
  const rain = formatRain(averages.rain[today.getMonth()] ?? 0, units);
  return (
    <>
      <p className="mt-8 text-[84px] leading-none font-light tabular-nums">
        {formatTemperature(averageOn(today, averages.high), units)}
      </p>
      <p className="mt-3 text-[18px]">
        <Trans>
          Usual for today. Nights {low}, rain {rain} in the month.
        </Trans>
      </p>
    </>
  );
}

/** For a place without averages. */
function Daylight({ place, today }: { place: Place; today: Date }) {
  const { rise, set } = sunTimes(today, place);
  const [sunrise, sunset] = [clock(rise), clock(set)];
  return (
    <>
      <p className="mt-8 text-[84px] leading-none font-light tabular-nums">{clock(set - rise)}</p>
      <p className="mt-3 text-[18px]">
        <Trans>
          Hours of daylight today. Sun {sunrise} to {sunset}.
        </Trans>
      </p>
    </>
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

function Days({ place, units, today }: { place: Place; units: Units; today: Date }) {
  const { t } = useLingui();
  const moonName = useMoonName();
  const days = Array.from(
    { length: 7 },
    (_none, index) => new Date(today.getFullYear(), today.getMonth(), today.getDate() + index),
  );
  return (
    <ul className={card} aria-label={t`Seven days`}>
      {days.map((date, index) => {
        const { rise, set } = sunTimes(date, place);
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
            {place.averages ? (
              <p className="text-right text-[18px] tabular-nums">
                {formatTemperature(averageOn(date, place.averages.high), units)}
                <span className="block text-sm">{formatTemperature(averageOn(date, place.averages.low), units)}</span>
              </p>
            ) : null}
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
  const sorted = places.toSorted(
    (one, other) => Number(chosen.includes(other.name)) - Number(chosen.includes(one.name)),
  );
  return (
    <ul className={card} aria-label={t`My places`}>
      {sorted.map((place) => {
        const { name, averages } = place;
        const isChosen = chosen.includes(name);
        return (
          <li key={name} className="flex items-center gap-2 border-[#ffffff40] border-t py-2 first:border-t-0">
            <button type="button" className="min-h-11 flex-1 text-left" onClick={() => onOpen(name)}>
              <span className={isChosen ? 'font-semibold' : ''}>{name}</span>
            </button>
            <span className="text-[18px] tabular-nums">
              {averages ? formatTemperature(averageOn(today, averages.high), units) : null}
            </span>
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
