import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { queryOf } from '../../../lib/api.ts';
import { renewed, type StreamView } from '../api.ts';
import { useCaptions } from '../use-captions.ts';
import { usePlayer } from '../use-player.ts';
import { CaptionText } from './caption-text.tsx';
import { Waveform } from './waveform.tsx';

interface MediaPlayerProps {
  mediaId: string;
  title: string;
  /** Shown before it plays; the member's own player needs none. */
  poster?: string | undefined;
  /** Of a private link, for a person without an account. */
  token?: string | undefined;
}

/** A file alone, for who may see it before others: the person in it who is asked to agree. */
export function MediaPlayer({ mediaId, title, poster, token }: MediaPlayerProps) {
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
  if (data) return <Plain stream={data} poster={poster} mediaId={mediaId} title={title} onRefused={again} />;
  if (error) return <ErrorState error={error} onRetry={again} />;
  return <Skeleton className="mb-4 aspect-video rounded-card" />;
}

interface PlainProps {
  stream: StreamView;
  poster: string | undefined;
  mediaId: string;
  title: string;
  onRefused(): void;
}

function Plain({ stream, poster, mediaId, title, onRefused }: PlainProps) {
  const media = useRef<HTMLVideoElement>(null);
  const { trouble } = usePlayer(media, stream, { contentId: mediaId, onRefused });
  const captions = useCaptions(media, stream, stream.url.split('?')[0] ?? '');
  const isVideo = stream.kind === 'video';
  return (
    <div className="@container relative mb-4 overflow-hidden rounded-card bg-[#0a0706] text-on-picture">
      {isVideo ? null : <Waveform media={media} peaks={stream.peaks ?? []} duration={stream.duration} />}
      {/* biome-ignore lint/a11y/useMediaCaption: captions lie over it on their own ground, whichever player plays. */}
      <video
        ref={media}
        data-slot="stream"
        aria-label={title}
        poster={isVideo ? poster : undefined}
        controls
        controlsList="nodownload noremoteplayback"
        disablePictureInPicture
        disableRemotePlayback
        playsInline
        className={isVideo ? 'max-h-[44dvh] w-full object-contain' : 'h-16 w-full'}
      />
      <CaptionText
        lines={captions.lines}
        language={captions.language}
        className={isVideo ? 'bottom-[max(3.5rem,12%)]' : 'bottom-19'}
      />
      {trouble ? (
        <p role="status" className="p-3 text-center text-sm">
          {trouble === 'unsupported' ? (
            <Trans>This browser cannot play it. Try a newer one.</Trans>
          ) : (
            <Trans>The connection is lost. It goes on by itself.</Trans>
          )}
        </p>
      ) : null}
    </div>
  );
}
