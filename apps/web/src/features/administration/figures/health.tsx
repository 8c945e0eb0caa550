import { Trans, useLingui } from '@lingui/react/macro';
import CircleCheck from 'lucide-react/icons/circle-check';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import { formatTime } from '../../../lib/format.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import type { PlatformStats } from './figures.ts';

type Part = PlatformStats['health']['parts'][number];

/** Measured health: answers that did not fail, and whether each part of the program works now. */
export function PlatformHealth({ stats }: { stats: PlatformStats }) {
  const { t } = useLingui();
  const { percent, requests, failed, parts } = stats.health;
  const names: Record<Part['name'], string> = {
    database: t`Database`,
    ledger: t`Ledger`,
    storage: t`Media storage`,
    jobs: t`Background work`,
  };
  return (
    <section aria-labelledby="health">
      <h2 id="health" className="d4">
        <Trans>Platform health</Trans>
      </h2>
      <p className="num mt-3 text-[2.5rem]">{percent === null ? '–' : `${percent}%`}</p>
      <p className="mt-1 text-muted text-sm">
        {percent === null ? (
          <Trans>No answers were counted in the last 24 hours.</Trans>
        ) : (
          <Trans>
            of {formatNumber(requests)} answers in 24 hours; {formatNumber(failed)} failed by our fault
          </Trans>
        )}
      </p>
      <ul className="mt-3 border-line border-t">
        {parts.map(({ name, ok, ms }) => (
          <li key={name} className="flex min-h-11 items-center gap-2.5 border-line border-b py-2 text-sm">
            {ok ? (
              <CircleCheck size={18} aria-hidden className="shrink-0 text-online" />
            ) : (
              <OctagonAlert size={18} aria-hidden className="shrink-0 text-danger" />
            )}
            <span className="min-w-0 flex-1">{names[name]}</span>
            <span className={ok ? 'text-faint tabular-nums' : 'font-semibold text-danger'}>
              {ok ? <Trans>{formatNumber(ms)} ms</Trans> : <Trans>does not answer</Trans>}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-faint text-meta">
        <Trans>Measured at {formatTime(stats.measuredAt)}</Trans>
      </p>
    </section>
  );
}
