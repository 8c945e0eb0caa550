import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { framed, PlayerFrame } from './player-frame.tsx';

interface ClipFileProps {
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

/**
 * Plays a file after a press. When its URL expires, it renews the URL and continues at the same position. A new URL for
 * the same file from a list does not interrupt it.
 */
export function ClipFile({ mediaId, src, poster, label, muted = false, className }: ClipFileProps) {
  const element = useRef<HTMLVideoElement>(null);
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
    <PlayerFrame media={element} label={label} takesFocus className={className}>
      <video
        ref={element}
        src={now.src}
        poster={poster}
        disablePictureInPicture
        disableRemotePlayback
        playsInline
        preload="auto"
        autoPlay
        muted={muted}
        onError={(event) => void renew(event.currentTarget)}
        onLoadedMetadata={({ currentTarget: video }) => {
          const target = resumeAt.current;
          if (!target) return;
          resumeAt.current = null;
          video.currentTime = target.at;
          if (target.play) video.play().catch(() => undefined);
          else video.pause();
        }}
        className={framed}
      />
    </PlayerFrame>
  );
}
