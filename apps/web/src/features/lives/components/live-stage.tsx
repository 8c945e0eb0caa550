import { Trans, useLingui } from '@lingui/react/macro';
import VolumeX from 'lucide-react/icons/volume-x';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import type { LiveDetails } from '../api.ts';
import { watchLive } from '../watch.ts';
import { Poster } from './poster.tsx';
import { StageControls } from './stage-controls.tsx';

interface LiveStageProps {
  live: LiveDetails;
  /** Address of the stream. */
  src: string;
  onLoaded(bytes: number): void;
  onRefused(): void;
  /** Seconds from the server to this screen; null while not measured. */
  onDelay(seconds: number | null): void;
}

/** The picture of a show. Before the first frame, the creator's portrait. */
export default function LiveStage({ live, src, onLoaded, onRefused, onDelay }: LiveStageProps) {
  const { t } = useLingui();
  const { id, title, isDirect } = live;
  const video = useRef<HTMLVideoElement>(null);
  const [plays, setPlays] = useState(false);
  const [muted, setMuted] = useState(false);
  const [isUnsupported, setUnsupported] = useState(false);
  const latest = useRef({ onLoaded, onRefused, onDelay });
  useEffect(() => {
    latest.current = { onLoaded, onRefused, onDelay };
  });
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const show = { id, isDirect, playlistUrl: src };
    const stop = watchLive(element, show, {
      onPlaying: () => setPlays(true),
      onLoaded: (bytes) => latest.current.onLoaded(bytes),
      onRefused: () => latest.current.onRefused(),
      onDelay: (seconds) => latest.current.onDelay(seconds),
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
  }, [id, isDirect, src]);
  const unmute = () => {
    if (!video.current) return;
    video.current.muted = false;
    video.current.play().catch(() => undefined);
    setMuted(false);
  };
  return (
    <>
      <Poster live={live} />
      {/* biome-ignore lint/a11y/useMediaCaption: no one writes captions of a live show. */}
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
      <StageControls media={video} />
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
