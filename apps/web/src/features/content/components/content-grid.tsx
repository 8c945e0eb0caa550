import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { creatorContentQuery } from '../api.ts';
import { useNewItems } from '../use-new-items.ts';
import { MediaTile } from './media-tile.tsx';

interface ContentGridProps {
  creatorId: string;
  /** Creator's name for the empty state. */
  name: string;
  mediaType: ContentView['mediaType'] | undefined;
  onOpen(item: ContentView): void;
}

const grid = 'grid grid-cols-2 gap-2 sm:grid-cols-3 lg:gap-3.5';

/** A creator's items as tiles, of one kind or all. */
export function ContentGrid({ creatorId, name, mediaType, onOpen }: ContentGridProps) {
  const { t } = useLingui();
  useNewItems(creatorId);
  const { data, error, refetch } = useQuery(creatorContentQuery(creatorId, mediaType));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading content`} className={grid}>
        {['a', 'b', 'c', 'd'].map((box) => (
          <Skeleton key={box} className="aspect-[4/5] rounded-md" />
        ))}
      </Loading>
    );
  if (data.length === 0)
    return (
      <EmptyState
        title={<Trans>No content available yet</Trans>}
        text={
          mediaType === 'video'
            ? t`${name} hasn't posted a video.`
            : t`${name} hasn't posted. Follow and you'll know when they do.`
        }
      />
    );
  return (
    <ul className={`${grid} rise`}>
      {data.map((item, index) => (
        <li key={item.id}>
          <MediaTile item={item} onOpen={onOpen} eager={index < 2} />
        </li>
      ))}
    </ul>
  );
}
