import { clsx } from 'clsx';
import { useMinute } from '../../../lib/use-minute.ts';
import type { StaffTakedown } from '../api.ts';
import { timeLeft } from '../time-left.ts';

/** Time of an open case: from its intake, or from its appeal. */
export function useTimeLeft({ receivedAt, dueAt }: Pick<StaffTakedown, 'receivedAt' | 'dueAt'>) {
  const now = useMinute();
  return timeLeft({ from: Date.parse(receivedAt), due: Date.parse(dueAt), now });
}

/** Time left as a number and a bar. */
export function CaseClock({ found, className }: { found: StaffTakedown; className?: string }) {
  const { text, state, passed } = useTimeLeft(found);
  const tone = state === 'late' ? 'text-danger' : state === 'soon' ? 'text-warning' : 'text-ink';
  return (
    <span className={clsx('block w-18 shrink-0', tone, className)}>
      <span className="num block text-[1.1875rem] leading-tight">{text}</span>
      <span aria-hidden className="mt-1 block h-[3px] rounded-pill bg-surface-4">
        <span
          className="block h-full rounded-pill bg-current"
          style={{ width: `${Math.max(2, Math.round(passed * 100))}%` }}
        />
      </span>
    </span>
  );
}
