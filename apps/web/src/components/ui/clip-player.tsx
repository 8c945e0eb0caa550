import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';

interface ClipPlayerProps {
  /** Media id, to renew an expired URL. */
  mediaId: string;
  src: string;
  poster?: string | undefined;
  label: string;
  /** Loads nothing before it is played, by default. */
  preload?: 'none' | 'metadata';
  className: string;
}

/** Minimum time between two renewals, in milliseconds, in case a new URL fails too. */
const minRenewIntervalMs = 10_000;

/**
 * Plays a clip. When its URL expires, it renews the URL and continues at the same position. A new URL for the same file
 * from a list does not interrupt it.
 */
export function ClipPlayer({ mediaId, src, poster, label, preload = 'none', className }: ClipPlayerProps) {
  const [now, setNow] = useState<{ mediaId: string; src: string; preload?: 'auto' }>({ mediaId, src });
  if (now.mediaId !== mediaId) setNow({ mediaId, src });
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  const resumeAt = useRef<{ at: number; play: boolean } | null>(null);

  async function renew(video: HTMLVideoElement): Promise<void> {
    if (performance.now() - renewedAt.current < minRenewIntervalMs) return;
    renewedAt.current = performance.now();
    resumeAt.current = { at: video.currentTime, play: !video.paused };
    const media = await api.getMedia({ params: { id: mediaId } }).catch(() => null);
    // Seeking works only once metadata has loaded.
    if (media?.url) setNow({ mediaId, src: media.url, preload: 'auto' });
  }

  return (
    // biome-ignore lint/a11y/useMediaCaption: clips sent between members have no captions.
    <video
      src={now.src}
      poster={poster}
      controls
      controlsList="nodownload noremoteplayback"
      disablePictureInPicture
      playsInline
      preload={now.preload ?? preload}
      aria-label={label}
      onError={(event) => void renew(event.currentTarget)}
      onLoadedMetadata={({ currentTarget: video }) => {
        const target = resumeAt.current;
        if (!target) return;
        resumeAt.current = null;
        video.currentTime = target.at;
        if (target.play) video.play().catch(() => undefined);
      }}
      className={className}
    />
  );
}
