import { Trans, useLingui } from '@lingui/react/macro';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { dayKey, holidaysOf, weeksOf } from './month.ts';
import { isRows, useToolData } from './tool-data.ts';
import { ToolPage, ToolTitle } from './tool-frame.tsx';

interface Entry {
  id: string;
  day: string;
  text: string;
}
const isEntries = isRows<Entry>('id', 'day', 'text');
const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-ZA', options);
  return (date: Date) => formatter.format(date);
};
const monthName = format({ month: 'long', year: 'numeric' });
const weekday = format({ weekday: 'short' });
const fullDay = format({ weekday: 'long', day: 'numeric', month: 'long' });
const icon = 'grid size-11 shrink-0 place-items-center rounded-[999px] text-[#B3261E]';

/** A month with public holidays and own entries. */
export function Calendar() {
  const { t } = useLingui();
  const today = new Date();
  const [shown, setShown] = useState({ year: today.getFullYear(), month: today.getMonth() });
  const [chosen, setChosen] = useState(today);
  const [text, setText] = useState('');
  const [entries, save] = useToolData<Entry[]>('calendar', [], isEntries);
  const weeks = weeksOf(shown.year, shown.month);
  const holidays = holidaysOf(chosen.getFullYear());
  const shownHolidays = holidaysOf(shown.year);
  const turn = (by: number) => {
    const next = new Date(shown.year, shown.month + by, 1);
    setShown({ year: next.getFullYear(), month: next.getMonth() });
  };
  const key = dayKey(chosen);
  const own = entries.filter(({ day }) => day === key);
  const busy = new Set(entries.map(({ day }) => day));
  return (
    <ToolPage style={{ background: '#FFFFFF', color: '#1D1D1F', colorScheme: 'light' }}>
      <div className="mx-auto max-w-[560px] px-4 py-5">
        <ToolTitle className="text-sm font-semibold text-[#B3261E]" />
        <div className="flex items-center justify-between">
          <h2 className="text-[24px]">{monthName(new Date(shown.year, shown.month, 1))}</h2>
          <div className="flex">
            <button type="button" aria-label={t`Previous month`} className={icon} onClick={() => turn(-1)}>
              <ChevronLeft size={22} aria-hidden />
            </button>
            <button type="button" aria-label={t`Next month`} className={icon} onClick={() => turn(1)}>
              <ChevronRight size={22} aria-hidden />
            </button>
          </div>
        </div>
        <table className="mt-3 w-full table-fixed text-center tabular-nums">
          <thead>
            <tr className="text-[#5F6368] text-sm">
              {weeks[0]?.map((day) => (
                <th key={day.getDay()} scope="col" className="py-2 font-normal">
                  {weekday(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]?.getTime()}>
                {week.map((day) => {
                  const each = dayKey(day);
                  const isToday = each === dayKey(today);
                  const holiday = shownHolidays[each];
                  const colour = isToday ? 'bg-[#B3261E] text-[#fff]' : each === key ? 'bg-[#ECECEF]' : '';
                  const ink =
                    day.getMonth() !== shown.month && !isToday
                      ? 'text-[#6B6F75]'
                      : holiday && !isToday
                        ? 'text-[#B3261E]'
                        : '';
                  return (
                    <td key={each} className="py-0.5">
                      <button
                        type="button"
                        aria-label={[fullDay(day), holiday].filter(Boolean).join(', ')}
                        aria-pressed={each === key}
                        onClick={() => setChosen(day)}
                        className={`relative mx-auto grid size-11 max-w-full place-items-center rounded-[999px] ${colour} ${ink}`}
                      >
                        {day.getDate()}
                        {busy.has(each) ? (
                          <i aria-hidden className="absolute bottom-1 size-1.5 rounded-[999px] bg-current" />
                        ) : null}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
        <h3 className="mt-5 text-[18px] font-semibold">{fullDay(chosen)}</h3>
        {holidays[key] ? <p className="mt-1 text-[#B3261E]">{holidays[key]}</p> : null}
        <ul>
          {own.map((entry) => (
            <li key={entry.id} className="flex min-h-13 items-center justify-between border-[#E2E2E6] border-b">
              <span className="min-w-0 wrap-anywhere">{entry.text}</span>
              <button
                type="button"
                aria-label={t`Delete ${entry.text}`}
                className={icon}
                onClick={() => save(entries.filter(({ id }) => id !== entry.id))}
              >
                <Trash2 size={18} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
        <form
          className="mt-3 flex gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() === '') return;
            save([...entries, { id: crypto.randomUUID(), day: key, text: text.trim() }]);
            setText('');
          }}
        >
          <input
            aria-label={t`New entry`}
            placeholder={t`New entry`}
            value={text}
            maxLength={200}
            onChange={(event) => setText(event.target.value)}
            className="h-12 min-w-0 flex-1 rounded-[12px] border border-[#80848A] px-3 text-base placeholder:text-[#5F6368]"
          />
          <button type="submit" className="min-h-12 rounded-[12px] bg-[#B3261E] px-5 font-semibold text-[#fff]">
            <Trans>Add</Trans>
          </button>
        </form>
      </div>
    </ToolPage>
  );
}
