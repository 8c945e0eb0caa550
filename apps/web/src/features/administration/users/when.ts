import { useLingui } from '@lingui/react/macro';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { useMinute } from '../../../lib/helpers/use-minute.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';

const minute = 60_000;
const dayMs = 86_400_000;

/** Returns a function that says when something was: `2 min ago`, `Today 21:12`, `Yesterday`, `3 Aug`, `3 Aug 2025`. */
export function useWhen(): (at: string, options?: { relative?: boolean }) => string {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const now = useMinute();
  const dayOf = (at: number | string) => formatDate(new Date(at), language);
  return (at, { relative = true } = {}) => {
    const minutes = Math.floor((now - Date.parse(at)) / minute);
    if (relative && minutes < 1) return t`Now`;
    if (relative && minutes < 60) return t`${minutes} min ago`;
    if (relative && minutes < 6 * 60) return t`${Math.floor(minutes / 60)} h ago`;
    const day = dayOf(at);
    if (day === dayOf(now)) return t`Today ${formatTime(at)}`;
    if (day === dayOf(now - dayMs)) return relative ? t`Yesterday` : t`Yesterday ${formatTime(at)}`;
    const thisYear = dayOf(now).split(' ').at(-1) ?? '';
    return day.endsWith(` ${thisYear}`) ? day.slice(0, -thisYear.length - 1) : day;
  };
}
