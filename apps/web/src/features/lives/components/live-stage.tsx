import { Trans, useLingui } from '@lingui/react/macro';
import VolumeX from 'lucide-react/icons/volume-x';
import { useEffect, useRef, useState } from 'react';
import { Portrait } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import type { LiveView } from '../api.ts';
import { playStream } from '../stream.ts';

interface LiveStageProps {
  live: LiveView;
  /** Address of the stream. */
  src: string;
  onLoaded(bytes: number): void;
  onRefused(): void;
}

/** The picture of a show. Before the first frame, the creator's portrait. */
export default function LiveStage({ live, src, onLoaded, onRefused }: LiveStageProps) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const [plays, setPlays] = useState(false);
  const [muted, setMuted] = useState(false);
  const [isUnsupported, setUnsupported] = useState(false);
  const latest = useRef({ onLoaded, onRefused });
  useEffect(() => {
    latest.current = { onLoaded, onRefused };
  });
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const stop = playStream(element, src, {
      onPlaying: () => setPlays(true),
      onLoaded: (bytes) => latest.current.onLoaded(bytes),
      onRefused: () => latest.current.onRefused(),
      onUnsupported: () => setUnsupported(true),
    });
    const play = () =>
      void element.play().catch((error: DOMException) => {
        // Sound needs a tap first; the picture does not.
        if (error.name !== 'NotAllowedError') return;
        element.muted = true;
        setMuted(true);
        element.play().catch(() => undefined);
      });
    element.addEventListener('canplay', play);
    return () => {
      element.removeEventListener('canplay', play);
      stop();
    };
  }, [src]);
  const unmute = () => {
    if (!video.current) return;
    video.current.muted = false;
    video.current.play().catch(() => undefined);
    setMuted(false);
  };
  const { title, creator } = live;
  return (
    <>
      <Portrait
        src={creator.portraitUrl}
        width={3}
        height={4}
        eager
        className="absolute inset-0 size-full bg-transparent!"
      />
      {/* biome-ignore lint/a11y/useMediaCaption: nobody writes captions of a live show. */}
      <video
        ref={video}
        data-slot="live-video"
        data-plays={plays}
        aria-label={t`Picture of the show ${title}`}
        playsInline
        disableRemotePlayback
        className={plays ? 'absolute inset-0 size-full object-cover' : 'absolute inset-0 size-full opacity-0'}
      />
      {isUnsupported ? (
        <p role="status" className="absolute inset-x-4 top-24 z-2 text-center">
          <Trans>This browser cannot play live shows. Try a newer one.</Trans>
        </p>
      ) : null}
      {muted ? (
        <Button
          size="sm"
          icon={<VolumeX size={18} />}
          onClick={unmute}
          className="absolute! top-20 left-1/2 z-3 -translate-x-1/2"
        >
          <Trans>Turn the sound on</Trans>
        </Button>
      ) : null}
    </>
  );
}
