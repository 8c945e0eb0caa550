import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { type TimeLeft, timeLeft } from '../../lib/helpers/time-left.ts';
import { useMinute } from '../../lib/helpers/use-minute.ts';
import { Tag } from './tag.tsx';

/** What is to be decided by a time, from when it came in. */
export interface Due {
  from: string;
  due: string;
}

export function useTimeLeft({ from, due }: Due): TimeLeft {
  const now = useMinute();
  return timeLeft({ from: Date.parse(from), due: Date.parse(due), now });
}

/** Time left as a number and a bar. */
export function DueClock({ className, ...due }: Due & { className?: string }) {
  const { text, state, passed } = useTimeLeft(due);
  const tone = state === 'late' ? 'text-danger' : state === 'soon' ? 'text-warning' : 'text-ink';
  return (
    <span className={clsx('block min-w-18 shrink-0', tone, className)}>
      <span className="num block whitespace-nowrap text-[1.1875rem] leading-tight">{text}</span>
      <span aria-hidden className="mt-1 block h-[3px] rounded-pill bg-surface-4">
        <span
          className="block h-full rounded-pill bg-current"
          style={{ width: `${Math.max(2, Math.round(passed * 100))}%` }}
        />
      </span>
    </span>
  );
}

/** Says in a word that the time is nearly over, or is; nothing before. */
export function DueTag(due: Due) {
  const { state } = useTimeLeft(due);
  if (state === 'running') return null;
  return (
    <Tag tone={state === 'late' ? 'danger' : 'warning'}>
      {state === 'late' ? <Trans>late</Trans> : <Trans>soon</Trans>}
    </Tag>
  );
}

/** A span of minutes in words: days and hours from two days on. */
export function useSpan(): (minutes: number) => string {
  const { t } = useLingui();
  return (minutes) => {
    const hours = Math.floor(minutes / 60);
    const [days, restHours, restMinutes] = [Math.floor(hours / 24), hours % 24, minutes % 60];
    if (hours >= 48) return restHours ? t`${days} d ${restHours} h` : t`${days} d`;
    if (hours >= 1) return restMinutes ? t`${hours} h ${restMinutes} min` : t`${hours} h`;
    return t`${minutes} min`;
  };
}

/** The time left, or how late it is, in words. */
export function DueText({ due }: Pick<Due, 'due'>) {
  const span = useSpan();
  const minutes = Math.floor((Date.parse(due) - useMinute()) / 60_000);
  return minutes < 0 ? <Trans>Late by {span(-minutes)}</Trans> : <Trans>{span(minutes)} left</Trans>;
}
