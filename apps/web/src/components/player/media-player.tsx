import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useRef } from 'react';
import { queryOf } from '../../lib/api.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { WifiGate } from '../ui/wifi-gate.tsx';
import { renewed, type StreamView } from './api.ts';
import { CaptionText } from './caption-text.tsx';
import { framed, PlayerFrame } from './player-frame.tsx';
import { useCaptions } from './use-captions.ts';
import { usePlayer } from './use-player.ts';
import { Waveform } from './waveform.tsx';

interface MediaPlayerProps {
  mediaId: string;
  title: string;
  /** Shown before it plays; the member's own player needs none. */
  poster?: string | undefined;
  /** Of a private link, for a person without an account. */
  token?: string | undefined;
  /** Of the picture, beside those of its frame. */
  className?: string | undefined;
  /** After a press on "Play": it begins by itself and takes the focus. */
  playAtOnce?: boolean | undefined;
  muted?: boolean | undefined;
}

/** A file alone: for the person in it who is asked to agree, and for the buyer of a clip. */
export function MediaPlayer({ token, ...shown }: MediaPlayerProps) {
  const { mediaId } = shown;
  const member = useQuery({
    ...queryOf('getStream', { params: { id: mediaId } }),
    ...renewed,
    enabled: token === undefined,
  });
  const link = useQuery({
    ...queryOf('streamByLink', { params: { token: token ?? '', id: mediaId } }),
    ...renewed,
    enabled: token !== undefined,
  });
  const { data, error, refetch } = token === undefined ? member : link;
  const again = () => void refetch();
  if (data) {
    const plain = <Plain stream={data} {...shown} onRefused={again} />;
    // A parent that shows it after a press has asked already.
    return shown.playAtOnce || data.kind !== 'video' ? (
      plain
    ) : (
      <WifiGate className="relative mb-4 min-h-56 rounded-card">{plain}</WifiGate>
    );
  }
  if (error) return <ErrorState error={error} onRetry={again} />;
  return <Skeleton className="mb-4 aspect-video rounded-card" />;
}

interface PlainProps extends Omit<MediaPlayerProps, 'token'> {
  stream: StreamView;
  onRefused(): void;
}

function Plain({
  stream,
  poster,
  mediaId,
  title,
  className,
  playAtOnce = false,
  muted = false,
  onRefused,
}: PlainProps) {
  const media = useRef<HTMLVideoElement>(null);
  const { trouble } = usePlayer(media, stream, { contentId: mediaId, onRefused });
  const captions = useCaptions(media, stream, stream.url.split('?')[0] ?? '');
  const isVideo = stream.kind === 'video';
  return (
    <PlayerFrame
      media={media}
      label={title}
      isSound={!isVideo}
      takesFocus={playAtOnce}
      className={clsx(isVideo && 'min-h-40', className ?? 'mb-4 max-h-[44dvh] rounded-card')}
    >
      {isVideo ? null : <Waveform media={media} peaks={stream.peaks ?? []} duration={stream.duration} />}
      <video
        ref={media}
        data-slot="stream"
        poster={isVideo ? poster : undefined}
        disablePictureInPicture
        disableRemotePlayback
        playsInline
        autoPlay={playAtOnce}
        muted={muted}
        className={isVideo ? framed : 'hidden'}
      />
      <CaptionText
        lines={captions.lines}
        language={captions.language}
        className={isVideo ? 'bottom-[max(5.5rem,12%)]' : 'bottom-24'}
      />
      {trouble ? (
        <p
          role="status"
          className={clsx('p-3 text-center text-sm', isVideo && 'absolute inset-x-0 top-0 bg-picture-lock')}
        >
          {trouble === 'unsupported' ? (
            <Trans>This browser cannot play it. Try a newer one.</Trans>
          ) : (
            <Trans>The connection is lost. It goes on by itself.</Trans>
          )}
        </p>
      ) : null}
    </PlayerFrame>
  );
}
