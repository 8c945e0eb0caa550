import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { PlayerBar } from '../../../components/player/player-bar.tsx';
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

/** A show that is over, with our controls. It fills the window already; full screen would hide the rating. */
export default function ReplayStage({ live: { title }, src, onRefused }: ReplayStageProps) {
  const { t } = useLingui();
  const frame = useRef<HTMLElement>(null);
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
    <section
      ref={frame}
      aria-label={t`Replay of ${title}`}
      className="absolute inset-0 bg-[#0a0706] pt-18 pb-[max(12px,env(safe-area-inset-bottom))]"
    >
      {/* biome-ignore lint/a11y/useMediaCaption: no one writes captions of a live show. */}
      <video
        ref={video}
        data-slot="replay-video"
        disablePictureInPicture
        disableRemotePlayback
        playsInline
        className="size-full object-contain"
      />
      <PlayerBar
        media={video}
        frame={frame}
        takesFocus
        fullScreen={null}
        className="pb-[max(12px,env(safe-area-inset-bottom))] lg:px-6"
      />
      {isUnsupported ? (
        <p role="status" className="absolute inset-x-4 top-24 z-2 text-center">
          <Trans>This browser cannot play live shows. Try a newer one.</Trans>
        </p>
      ) : null}
    </section>
  );
}
