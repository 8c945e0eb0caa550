import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { stayInline } from '../../../components/player/stay-inline.ts';
import type { LiveView } from '../api.ts';
import { playStream } from '../stream.ts';

interface ReplayStageProps {
  live: LiveView;
  /** Address of the replay. */
  src: string;
  /** The right to it may have ended. */
  onRefused(): void;
}

/** A show that is over, with the controls of a video. It fills the window already; full screen would hide the rating. */
export default function ReplayStage({ live: { title }, src, onRefused }: ReplayStageProps) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const [isUnsupported, setUnsupported] = useState(false);
  const latest = useRef(onRefused);
  useEffect(() => {
    latest.current = onRefused;
  });
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const handlers = {
      onPlaying: () => {},
      onLoaded: () => {},
      onRefused: () => latest.current(),
      onUnsupported: () => setUnsupported(true),
    };
    const stop = playStream(element, src, handlers, 'replay');
    const endInline = stayInline(element);
    element.focus({ preventScroll: true });
    // The button that opened this was the tap that sound needs.
    const play = () => void element.play().catch(() => undefined);
    element.addEventListener('canplay', play, { once: true });
    return () => {
      element.removeEventListener('canplay', play);
      endInline();
      stop();
    };
  }, [src]);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: no one writes captions of a live show. */}
      <video
        ref={video}
        data-slot="replay-video"
        aria-label={t`Replay of ${title}`}
        controls
        controlsList="nofullscreen nodownload noremoteplayback"
        disablePictureInPicture
        disableRemotePlayback
        playsInline
        className="absolute inset-0 size-full bg-[#0a0706] object-contain pt-18 pb-[max(12px,env(safe-area-inset-bottom))] outline-none"
      />
      {isUnsupported ? (
        <p role="status" className="absolute inset-x-4 top-24 z-2 text-center">
          <Trans>This browser cannot play live shows. Try a newer one.</Trans>
        </p>
      ) : null}
    </>
  );
}
