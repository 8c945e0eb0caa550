import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ContentFile, ContentView } from '@vlam/contract/content';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Check from 'lucide-react/icons/check';
import { type ReactNode, useEffect } from 'react';
import { type StreamView, useStream } from '../../components/player/api.ts';
import { formatMegabytes } from '../../components/player/labels.ts';
import { Player } from '../../components/player/player.tsx';
import { buttonStyle } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { LevelNote } from '../../components/ui/level-note.tsx';
import { PostedAge } from '../../components/ui/posted-age.tsx';
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx';
import { Tag } from '../../components/ui/tag.tsx';
import { WifiGate } from '../../components/ui/wifi-gate.tsx';
import { ItemMenu } from '../../features/content/components/item-menu.tsx';
import { LikeButton } from '../../features/content/components/like-button.tsx';
import { Picture } from '../../features/content/components/picture.tsx';
import { ApiError, queryOf } from '../../lib/api.ts';
import { go, Link, useParams, useSearchParam } from '../../lib/router.tsx';

/** A video or sound, whole or its free start. */
export function Route() {
  const { t } = useLingui();
  const { id } = useParams('/watch/:id');
  // One of several files of an item that is open.
  const fileId = useSearchParam('file');
  const { data: item, error, refetch } = useQuery(queryOf('getContent', { params: { id } }));
  if (error instanceof ApiError && error.status === 404) return <NotPlayable />;
  if (error && !item) return <ErrorState heading="h1" error={error} onRetry={() => void refetch()} />;
  if (!item)
    return (
      <Loading label={t`Loading the video`} className="lg:pt-4">
        <Skeleton className="-mx-4 aspect-video lg:mx-0 lg:rounded-card" />
      </Loading>
    );
  const file = item.files?.find((each) => each.id === fileId);
  if (fileId ? file?.mediaType !== 'video' : item.mediaType === 'image') return <NotPlayable />;
  return <Watch key={fileId ?? item.id} item={item} file={file} onChanged={() => void refetch()} />;
}

function NotPlayable() {
  return (
    <EmptyState
      heading="h1"
      title={<Trans>Nothing to watch here</Trans>}
      text={<Trans>It was removed, or isn't shown to you.</Trans>}
      action={
        <Link to="/" className={buttonStyle({ variant: 'bone' })}>
          <Trans>Go to Feed</Trans>
        </Link>
      }
    />
  );
}

const toItem = (item: ContentView) =>
  ({ to: '/profile/:id', params: { id: item.profileId }, search: { item: item.id } }) as const;

interface WatchProps {
  item: ContentView;
  file: ContentFile | undefined;
  onChanged(): void;
}

function Watch({ item, file, onChanged }: WatchProps) {
  const { t } = useLingui();
  const { data: stream, error, refetch } = useStream(item.id, file?.id);
  // Bought, or taken away: the item's state shows it.
  useEffect(() => {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) onChanged();
  }, [error, onChanged]);
  const isRefused = error instanceof ApiError && error.status === 403;
  const owned = item.isPurchased ? (
    <Tag tone="online" icon={<Check />}>
      <Trans>Owned</Trans>
    </Tag>
  ) : null;
  const below = (
    <>
      {stream && stream.freeSeconds !== null ? <FreeStart item={item} seconds={stream.freeSeconds} /> : null}
      <About item={item}>{owned}</About>
    </>
  );
  return (
    <article className="relative lg:pt-4">
      <IconButton
        label={t`Back`}
        variant="glass"
        onClick={() => (history.length > 1 ? history.back() : go(toItem(item)))}
        className="absolute! top-3 left-0 z-3 lg:hidden"
      >
        <ArrowLeft size={20} />
      </IconButton>
      {stream && !isRefused ? (
        <Gate item={item} stream={stream} after={below}>
          <Player
            item={file ? { ...item, ...file } : item}
            stream={stream}
            onRefused={() => void refetch()}
            aside={owned}
          >
            {below}
          </Player>
        </Gate>
      ) : isRefused ? (
        <Locked item={item} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="-mx-4 aspect-video lg:mx-0 lg:rounded-card" />
      )}
    </article>
  );
}

interface GateProps {
  item: ContentView;
  stream: StreamView;
  after: ReactNode;
  children: ReactNode;
}

/** A sound is small: it never asks. */
function Gate({ item, stream: { kind, qualities }, after, children }: GateProps) {
  if (kind !== 'video') return children;
  const costs = qualities.map(({ megabytesPerMinute }) => megabytesPerMinute);
  const [least, most] = [formatMegabytes(Math.min(...costs)), formatMegabytes(Math.max(...costs))];
  return (
    <WifiGate
      className="relative isolate -mx-4 min-h-56 lg:mx-0 lg:aspect-video lg:rounded-card"
      poster={<Picture item={item} alt="" sizes="100vw" eager />}
      cost={
        least === most ? (
          <Trans>about {most} MB a minute</Trans>
        ) : (
          <Trans>
            {least} to {most} MB a minute
          </Trans>
        )
      }
      after={after}
    >
      {children}
    </WifiGate>
  );
}

function About({ item, children }: { item: ContentView; children: ReactNode }) {
  return (
    <div className="mt-5 flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1">
        <h1 tabIndex={-1} className="d3 wrap-anywhere outline-none">
          {item.title}
        </h1>
        <p className="mt-1 text-muted text-sm">
          <Link to="/profile/:id" params={{ id: item.profileId }} className="font-semibold hover:underline">
            {item.profile.displayName}
          </Link>
          {', '}
          <PostedAge at={item.createdAt} />
        </p>
        {item.description ? <p className="mt-3 text-muted">{item.description}</p> : null}
      </div>
      <span className="lg:hidden">{children}</span>
      <LikeButton
        item={item}
        className="press inline-flex min-h-11 items-center gap-1.5 rounded-pill bg-surface-2 px-4 font-semibold text-sm"
      />
      {item.isOwn ? null : <ItemMenu item={item} />}
    </div>
  );
}

function FreeStart({ item, seconds }: { item: ContentView; seconds: number }) {
  const free = Math.round(seconds);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3 rounded-card bg-surface-2 p-4">
      <p className="min-w-0 flex-1">
        <Trans>The first {free} seconds are free.</Trans>
      </p>
      <Link {...toItem(item)} className={buttonStyle({ variant: 'primary' })}>
        {item.price > 0 ? <Trans>Unlock for {item.price} credits</Trans> : <Trans>See the subscription</Trans>}
      </Link>
    </div>
  );
}

/** The veil, and the way to open it. */
function Locked({ item }: { item: ContentView }) {
  return (
    <>
      <div className="relative -mx-4 aspect-video overflow-hidden bg-surface-2 lg:mx-0 lg:rounded-card">
        <Picture item={item} alt="" sizes="100vw" eager />
      </div>
      {item.needsLevel ? (
        <LevelNote isPurchased={item.isPurchased} isSold={item.isPremium} />
      ) : (
        <div className="mt-4">
          <Link {...toItem(item)} className={buttonStyle({ variant: 'primary', full: true })}>
            {item.price > 0 ? <Trans>Unlock for {item.price} credits</Trans> : <Trans>See the subscription</Trans>}
          </Link>
        </div>
      )}
      <About item={item}>{null}</About>
    </>
  );
}
