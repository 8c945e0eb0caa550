import { useLingui } from '@lingui/react/macro';
import { formatDate, formatTime, formatWeekday } from '../../lib/format.ts';
import { addDays, toJohannesburgTime } from '../../lib/johannesburg-time.ts';
import { languageStore } from '../../lib/language.ts';
import { useStore } from '../../lib/store.ts';

/** Day and time of a planned show, in Johannesburg: `Today` and `22:00`. Only a requested one is a week ahead or more. */
export function usePlannedTime(): (at: string) => { day: string; time: string } {
  const { t } = useLingui();
  const language = useStore(languageStore);
  return (at) => {
    const today = toJohannesburgTime(new Date()).date;
    const { date } = toJohannesburgTime(at);
    const time = formatTime(at);
    if (date === today) return { day: t`Today`, time };
    if (date === addDays(today, 1)) return { day: t`Tomorrow`, time };
    return { day: date > addDays(today, 6) ? formatDate(at, language) : formatWeekday(at, language), time };
  };
}
