import { Trans } from '@lingui/react/macro';
import { Tag } from '../../../components/ui/tag.tsx';
import { formatNumber } from '../../../lib/numbers.ts';
import type { SystemHealth } from './api.ts';
import { JobName } from './job-name.tsx';

/** Due for this long, no worker seems to run. */
const lateSeconds = 300;

/** What waits for a worker, the longest due first. */
export function Queues({ queues }: { queues: SystemHealth['queues'] }) {
  if (queues.length === 0)
    return (
      <p className="text-muted">
        <Trans>Nothing waits. Work is done as it comes.</Trans>
      </p>
    );
  return (
    <ul className="border-line border-t">
      {queues.map(({ task, waiting, oldestSeconds, running, later }) => (
        <li
          key={task}
          className="grid min-h-15 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-b py-2.5"
        >
          <div className="min-w-0">
            <JobName task={task} />
            <p className="text-muted text-sm">
              <Trans>
                {formatNumber(running)} running, {formatNumber(later)} later
              </Trans>
            </p>
          </div>
          <div className="text-right">
            {waiting > 0 ? (
              <p className="text-faint text-meta">
                <span className="num text-[1.25rem] text-ink">{formatNumber(waiting)}</span> <Trans>waiting</Trans>
              </p>
            ) : null}
            {oldestSeconds > lateSeconds ? (
              <Tag tone="danger" className="mt-1">
                <Wait seconds={oldestSeconds} />
              </Tag>
            ) : waiting > 0 ? (
              <p className="mt-1 text-faint text-meta">
                <Wait seconds={oldestSeconds} />
              </p>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Wait({ seconds }: { seconds: number }) {
  if (seconds < 60) return <Trans>{formatNumber(seconds)} s overdue</Trans>;
  if (seconds < 7_200) return <Trans>{formatNumber(seconds / 60)} min overdue</Trans>;
  return <Trans>{formatNumber(seconds / 3_600)} h overdue</Trans>;
}
