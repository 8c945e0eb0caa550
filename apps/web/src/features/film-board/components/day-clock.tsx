import { Trans } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { useMinute } from '../../../lib/helpers/use-minute.ts';
import type { StaffRegistration } from '../api.ts';

const dayMs = 86_400_000;

/** Days left until the promised one, as a number and a bar; the bar fills as the time passes. */
export function DayClock({ found }: { found: Pick<StaffRegistration, 'submittedAt' | 'dueOn' | 'isLate'> }) {
  const now = useMinute();
  if (!found.dueOn) return null;
  const from = Date.parse(found.submittedAt);
  const due = Date.parse(`${found.dueOn}T23:59:59+02:00`);
  const left = Math.max(0, Math.floor((due - now) / dayMs));
  const passed = Math.min(1, Math.max(0, (now - from) / Math.max(1, due - from)));
  const tone = found.isLate ? 'text-danger' : left <= 5 ? 'text-warning' : 'text-ink';
  return (
    <span className={clsx('block w-18 shrink-0', tone)}>
      <span className="num block text-[1.1875rem] leading-tight">
        {found.isLate ? <Trans>late</Trans> : <Trans>{left} d</Trans>}
      </span>
      <span aria-hidden className="mt-1 block h-[3px] rounded-pill bg-surface-4">
        <span
          className="block h-full rounded-pill bg-current"
          style={{ width: `${Math.max(2, Math.round(passed * 100))}%` }}
        />
      </span>
    </span>
  );
}
