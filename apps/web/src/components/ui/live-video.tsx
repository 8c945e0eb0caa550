import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';

interface LiveVideoProps {
  stream: MediaStream | null;
  label: string;
  muted?: boolean;
  /** Mirrors the own picture. */
  mirrored?: boolean;
  className?: string;
}

/** Plays a media stream. */
export function LiveVideo({ stream, label, muted = false, mirrored = false, className }: LiveVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    // A browser may refuse to play sound before a tap; the call's buttons are such taps.
    if (stream) element.play().catch(() => undefined);
  }, [stream]);
  return (
    <video
      ref={video}
      aria-label={label}
      autoPlay
      playsInline
      muted={muted}
      className={clsx('object-cover', mirrored && '-scale-x-100', className)}
    />
  );
}
