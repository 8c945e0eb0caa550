import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Play from 'lucide-react/icons/play';
import { type ReactNode, useState } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { ClipPlayer } from '../../../components/ui/clip-player.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PageTitle } from '../../../components/ui/page-title.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { codeOf, keyOf, queryOf } from '../../../lib/api.ts';
import { useLiveOrPoll } from '../../../lib/realtime.ts';
import { Link } from '../../../lib/router.tsx';
import type { Album } from '../api.ts';
import { FilePicture } from './file-picture.tsx';

export type AlbumPicture = Album['pictures'][number];

/** Addresses of pictures are valid for three minutes at least. */
const renewMs = 150_000;
const pollMs = 15_000;
const grid = 'grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3 xl:grid-cols-4';

interface AlbumPageProps {
  id: string;
  /** Buttons of its owner. */
  renderActions(album: Album): ReactNode;
  /** Pictures one at a time over the whole screen, beginning with this one. */
  renderViewer(album: Album, first: AlbumPicture, onClose: () => void): ReactNode;
}

/** An album of the member, or one that is shared with them. Everything is gone as soon as it is taken back. */
export function AlbumPage({ id, renderActions, renderViewer }: AlbumPageProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const query = queryOf('getAlbum', { params: { id } });
  const { data: album, error, refetch } = useQuery({ ...query, refetchInterval: renewMs, retry: false });
  useLiveOrPoll({ event: 'album.changed', everyMs: pollMs }, () =>
    client.invalidateQueries({ queryKey: keyOf('getAlbum', { params: { id } }) }),
  );
  const [openId, setOpenId] = useState<string | null>(null);
  if (codeOf(error) === 'NOT_FOUND') return <NotShared />;
  if (error && !album) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!album)
    return (
      <Loading label={t`Loading the album`} className="pt-4">
        <Skeleton className="mb-6 h-9 w-52 rounded-md" />
        <div className={grid}>
          {['a', 'b', 'c', 'd'].map((box) => (
            <Skeleton key={box} className="aspect-[4/5] rounded-md" />
          ))}
        </div>
      </Loading>
    );
  const open = album.pictures.find((picture) => picture.id === openId);
  const close = () => setOpenId(null);
  return (
    <>
      <PageTitle
        lead={album.isOwn ? <SharedWith album={album} /> : null}
        aside={album.isOwn ? renderActions(album) : null}
      >
        {album.title}
      </PageTitle>
      {album.isOwn ? null : (
        <Link
          to="/profile/:id"
          params={{ id: album.owner.id }}
          className="mt-3 inline-flex min-h-11 items-center gap-3 font-semibold hover:underline"
        >
          <Avatar src={album.owner.avatar} size={32} />
          {album.owner.displayName}
        </Link>
      )}
      {album.pictures.length === 0 ? (
        <EmptyState title={<Trans>Nothing in it</Trans>} />
      ) : (
        <ul aria-label={t`Pictures and clips`} className={`${grid} rise mt-4`}>
          {album.pictures.map((picture, index) => (
            <li key={picture.id}>
              <button
                type="button"
                data-album-picture={picture.id}
                aria-label={picture.kind === 'video' ? t`Play clip ${index + 1}` : t`Open picture ${index + 1}`}
                onClick={() => setOpenId(picture.id)}
                className="press relative block aspect-[4/5] w-full overflow-hidden rounded-md bg-surface-2"
              >
                <FilePicture file={picture} isSmall />
                {picture.kind === 'video' ? (
                  <span className="absolute inset-0 grid place-items-center">
                    <span className="grid size-14 place-items-center rounded-pill bg-picture-tag text-on-picture">
                      <Play size={22} />
                    </span>
                  </span>
                ) : null}
              </button>
            </li>
          ))}
        </ul>
      )}
      {open?.kind === 'image' ? renderViewer(album, open, close) : null}
      {open?.kind === 'video' && open.url ? (
        <Sheet open onClose={close} title={<Trans>Clip</Trans>}>
          <ClipPlayer
            mediaId={open.id}
            src={open.url}
            poster={open.previewUrl ?? undefined}
            label={t`Clip of ${album.owner.displayName}`}
            className="max-h-[66dvh] w-full rounded-card bg-surface-2"
          />
        </Sheet>
      ) : null}
    </>
  );
}

function SharedWith({ album: { sharedWith, files } }: { album: Album }) {
  const people = sharedWith ?? [];
  const names = people
    .slice(0, 3)
    .map(({ displayName }) => displayName)
    .join(', ');
  const more = people.length - 3;
  return (
    <>
      <Plural value={files} _0="Empty" one="# file" other="# files" />
      {', '}
      {people.length === 0 ? (
        <Trans>only you see it</Trans>
      ) : more > 0 ? (
        <Trans>
          shared with {names} and {more} more
        </Trans>
      ) : (
        <Trans>shared with {names}</Trans>
      )}
    </>
  );
}

const NotShared = () => (
  <EmptyState
    heading="h1"
    title={<Trans>This album is not shared with you</Trans>}
    text={<Trans>Whoever shared it can take it back at any time.</Trans>}
    action={
      <Link to="/library" search={{ show: 'shared' }} className={buttonStyle({ variant: 'bone' })}>
        <Trans>Albums shared with you</Trans>
      </Link>
    }
  />
);
