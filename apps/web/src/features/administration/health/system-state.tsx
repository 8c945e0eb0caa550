import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatTime } from '../../../lib/format.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { PartList } from '../figures/part-list.tsx';
import type { SystemHealth } from './api.ts';

const gigabytes = (bytes: number) => Math.round(bytes / 1e8) / 10;

/** Answers that did not fail, the parts, the disk, and when they were asked. */
export function SystemState({ health }: { health: SystemHealth }) {
  const { answers, disk, parts } = health;
  const isLow = disk !== null && disk.freeBytes < disk.sizeBytes * 0.1;
  return (
    <section aria-labelledby="state">
      <h2 id="state" className="d4">
        <Trans>Now</Trans>
      </h2>
      <p className="num mt-3 text-[3.5rem]">{answers.percent === null ? '–' : `${answers.percent}%`}</p>
      <p className="mt-1 text-muted text-sm">
        {answers.percent === null ? (
          <Trans>No answers were counted in the last 24 hours.</Trans>
        ) : (
          <Trans>
            of {formatNumber(answers.requests)} answers in 24 hours; {formatNumber(answers.failed)} failed by our fault
          </Trans>
        )}
      </p>
      <PartList parts={parts} />
      <dl className="text-sm">
        {disk ? (
          <Row label={<Trans>Disk free</Trans>} isBad={isLow}>
            <Trans>
              {gigabytes(disk.freeBytes)} of {gigabytes(disk.sizeBytes)} GB
            </Trans>
          </Row>
        ) : null}
        <Row label={<Trans>Version</Trans>}>{health.version}</Row>
        <Row label={<Trans>Asked at</Trans>}>{formatTime(health.checkedAt)}</Row>
      </dl>
    </section>
  );
}

function Row({ label, isBad = false, children }: { label: ReactNode; isBad?: boolean; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 border-line border-b py-2">
      <dt>{label}</dt>
      <dd className={isBad ? 'font-semibold text-danger' : 'text-faint tabular-nums'}>
        {children}
        {isBad ? `, ${t`nearly full`}` : ''}
      </dd>
    </div>
  );
}
