import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Play from 'lucide-react/icons/play';
import { Suspense, useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { lazyPart } from '../../lib/styles.ts';
import { Skeleton } from './skeleton.tsx';
import { WifiGate } from './wifi-gate.tsx';

const MediaPlayer = lazyPart(() => import('../player/media-player.tsx').then((module) => module.MediaPlayer));

interface ClipPlayerProps {
  /** Media id, to renew an expired URL. */
  mediaId: string;
  src: string;
  poster?: string | undefined;
  label: string;
  muted?: boolean;
  className: string;
}

/** Minimum time between two renewals, in milliseconds, in case a new URL fails too. */
const minRenewIntervalMs = 10_000;

/** Plays a clip after a press: one file, or a stream when this viewer gets a copy that is marked for them. */
export function ClipPlayer(props: ClipPlayerProps) {
  const { className, poster, mediaId } = props;
  return (
    <WifiGate
      key={mediaId}
      className={clsx('relative min-h-40', className)}
      poster={poster ? <img src={poster} alt="" loading="lazy" className="absolute inset-0 size-full" /> : null}
    >
      {(isAllowed) => <Clip {...props} playAtOnce={isAllowed} />}
    </WifiGate>
  );
}

/** Loads neither a player nor the clip before it is played. */
function Clip({ playAtOnce, ...clip }: ClipPlayerProps & { playAtOnce: boolean }) {
  const { mediaId, src, poster, label, muted = false, className } = clip;
  const { t } = useLingui();
  const [isPlaying, setPlaying] = useState(playAtOnce);
  if (!isPlaying)
    return (
      <button
        type="button"
        onClick={() => setPlaying(true)}
        aria-label={t`Play: ${label}`}
        className={clsx('press relative block min-h-40 overflow-hidden bg-[#0a0706]', className)}
      >
        {poster ? (
          <img src={poster} alt="" loading="lazy" className="absolute inset-0 size-full object-contain" />
        ) : null}
        <span className="absolute inset-0 grid place-items-center">
          <span className="inline-flex min-h-12 items-center gap-2 rounded-pill bg-picture-tag px-5 font-semibold text-on-picture">
            <Play size={20} />
            <Trans>Play</Trans>
          </span>
        </span>
      </button>
    );
  if (!src.includes('/index.m3u8')) return <ClipFile {...clip} />;
  return (
    <Suspense fallback={<Skeleton className={className} />}>
      <MediaPlayer mediaId={mediaId} title={label} poster={poster} className={className} muted={muted} playAtOnce />
    </Suspense>
  );
}

/**
 * Plays a file. When its URL expires, it renews the URL and continues at the same position. A new URL for the same file
 * from a list does not interrupt it.
 */
function ClipFile({ mediaId, src, poster, label, muted = false, className }: ClipPlayerProps) {
  const element = useRef<HTMLVideoElement>(null);
  // It takes the place of the button that was pressed.
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  const [now, setNow] = useState({ mediaId, src });
  if (now.mediaId !== mediaId) setNow({ mediaId, src });
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  const resumeAt = useRef<{ at: number; play: boolean } | null>(null);

  async function renew(video: HTMLVideoElement): Promise<void> {
    if (performance.now() - renewedAt.current < minRenewIntervalMs) return;
    renewedAt.current = performance.now();
    resumeAt.current = { at: video.currentTime, play: !video.paused };
    const media = await api.getMedia({ params: { id: mediaId } }).catch(() => null);
    // Seeking works only once metadata has loaded.
    if (media?.url) setNow({ mediaId, src: media.url });
  }

  return (
    <video
      ref={element}
      src={now.src}
      poster={poster}
      controls
      controlsList="nodownload noremoteplayback"
      disablePictureInPicture
      playsInline
      preload="auto"
      autoPlay
      muted={muted}
      aria-label={label}
      onError={(event) => void renew(event.currentTarget)}
      onLoadedMetadata={({ currentTarget: video }) => {
        const target = resumeAt.current;
        if (!target) return;
        resumeAt.current = null;
        video.currentTime = target.at;
        if (target.play) video.play().catch(() => undefined);
        else video.pause();
      }}
      className={className}
    />
  );
}
