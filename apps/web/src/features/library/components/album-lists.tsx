import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { keyOf, queryOf } from '../../../lib/api.ts';
import { useLiveEvent } from '../../../lib/realtime.ts';
import { AlbumCards } from './album-cards.tsx';

/** The creator's own albums. */
export function OwnAlbums({ onMake }: { onMake(): void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('listAlbums'));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <AlbumsLoading />;
  const make = (
    <Button variant="bone" onClick={onMake}>
      <Trans>New album</Trans>
    </Button>
  );
  if (data.length === 0)
    return (
      <EmptyState
        title={<Trans>No albums yet</Trans>}
        text={<Trans>Put pictures together and choose who sees them. Take them back whenever you like.</Trans>}
        action={make}
      />
    );
  return (
    <>
      <AlbumCards albums={data} label={t`Your albums`} />
      <div className="mt-8">{make}</div>
    </>
  );
}

/** Albums that others share with the member. */
export function SharedAlbums() {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(queryOf('listSharedAlbums'));
  useLiveEvent('album.changed', () => void client.invalidateQueries({ queryKey: keyOf('listSharedAlbums') }));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <AlbumsLoading />;
  if (data.length === 0)
    return (
      <EmptyState
        title={<Trans>Nothing shared with you</Trans>}
        text={<Trans>When a creator shares an album with you, it is here for as long as they like.</Trans>}
      />
    );
  return <AlbumCards albums={data} label={t`Shared with you`} />;
}

function AlbumsLoading() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading albums`} className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4">
      {['a', 'b', 'c', 'd'].map((box) => (
        <Skeleton key={box} className="mt-3 aspect-[4/3] rounded-card" />
      ))}
    </Loading>
  );
}
