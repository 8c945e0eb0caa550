import { Trans } from '@lingui/react/macro';
import { Stat, StatRow } from '../../../components/ui/stat.tsx';
import { formatCompact, formatRand } from '../../../lib/format.ts';

interface PublisherStatsProps {
  items: number | undefined;
  likes: number | undefined;
  subscribers: number;
  /** In rand; absent while loading. */
  earnings: number | null | undefined;
}

/** The creator's totals. */
export function PublisherStats({ items, likes, subscribers, earnings }: PublisherStatsProps) {
  const figure = (value: number | undefined) => (value === undefined ? '…' : formatCompact(value));
  return (
    <>
      {typeof earnings === 'number' ? (
        <p className="mb-4 text-muted">
          <span className="num text-[min(2.75rem,15vw)] text-ink">{formatRand(earnings)}</span> <Trans>earned</Trans>
        </p>
      ) : null}
      <StatRow>
        <Stat label={<Trans>Items</Trans>} value={figure(items)} />
        <Stat label={<Trans>Likes</Trans>} value={figure(likes)} />
        <Stat label={<Trans>Subscribers</Trans>} value={figure(subscribers)} />
      </StatRow>
    </>
  );
}
