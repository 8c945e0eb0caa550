import { Trans } from '@lingui/react/macro';
import { formatTime } from '../../../lib/format.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import type { PlatformStats } from './figures.ts';
import { PartList } from './part-list.tsx';

/** Measured health: answers that did not fail, and whether each part of the program works now. */
export function PlatformHealth({ stats }: { stats: PlatformStats }) {
  const { percent, requests, failed, parts } = stats.health;
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
      <PartList parts={parts} />
      <p className="mt-2 text-faint text-meta">
        <Trans>Measured at {formatTime(stats.measuredAt)}</Trans>
      </p>
    </section>
  );
}
