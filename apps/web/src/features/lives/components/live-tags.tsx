import { Trans, useLingui } from '@lingui/react/macro';
import Eye from 'lucide-react/icons/eye';
import { PresenceDot, Tag } from '../../../components/ui/tag.tsx';
import { formatDuration } from '../../../lib/format.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import type { LiveView } from '../api.ts';
import { usePlannedTime } from '../planned-time.ts';
import { useElapsed } from '../use-elapsed.ts';

/** Live with its running time, or what else a show is. */
export function StateTag({ live, timed = false }: { live: LiveView; timed?: boolean }) {
  if (live.isSample)
    return (
      <Tag tone="glass">
        <Trans>Sample, no picture</Trans>
      </Tag>
    );
  if (live.plannedFor) return <PlannedTag at={live.plannedFor} />;
  if (live.state === 'interrupted')
    return (
      <Tag tone="glass">
        <Trans>Picture interrupted</Trans>
      </Tag>
    );
  if (live.state === 'waiting')
    return (
      <Tag tone="glass">
        <Trans>About to begin</Trans>
      </Tag>
    );
  if (live.state === 'over')
    return (
      <Tag tone="glass">
        <Trans>Over</Trans>
      </Tag>
    );
  return (
    <Tag tone="glass" icon={<PresenceDot className="bg-[#52d69d]!" />}>
      <Trans>Live</Trans>
      {timed ? <RunningTime since={live.startedAt} /> : null}
    </Tag>
  );
}

function PlannedTag({ at }: { at: string }) {
  const { day, time } = usePlannedTime()(at);
  return (
    <Tag tone="glass">
      {day} {time}
    </Tag>
  );
}

function RunningTime({ since }: { since: string }) {
  return <span className="tabular-nums">{formatDuration(useElapsed(since))}</span>;
}

export function WatchingTag({ watching }: { watching: number }) {
  const { t } = useLingui();
  return (
    <Tag tone="glass" icon={<Eye aria-hidden />}>
      <span className="sr-only">{t`Watching:`}</span> {formatNumber(watching)}
    </Tag>
  );
}

/** The film-board class, shown as long as the picture. */
export function RatingTag({ live }: { live: LiveView }) {
  const { t } = useLingui();
  const { classification } = live;
  return (
    <Tag tone="glass">
      <span className="sr-only">{t`Rated`}</span> {classification}
    </Tag>
  );
}
