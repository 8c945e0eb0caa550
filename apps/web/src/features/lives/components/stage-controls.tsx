import { useLingui } from '@lingui/react/macro';
import Maximize from 'lucide-react/icons/maximize';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { type RefObject, useEffect, useState } from 'react';
import { IconButton } from '../../../components/ui/icon-button.tsx';

/** Sound and full screen beside the chat. Full screen takes the whole show, so that the rating stays. */
export function StageControls({ media }: { media: RefObject<HTMLVideoElement | null> }) {
  const { t } = useLingui();
  const [isMuted, setMuted] = useState(false);
  useEffect(() => {
    const element = media.current;
    if (!element) return;
    const read = () => setMuted(element.muted);
    element.addEventListener('volumechange', read);
    return () => element.removeEventListener('volumechange', read);
  }, [media]);
  const toggleSound = () => {
    if (media.current) media.current.muted = !isMuted;
  };
  const toggleScreen = () => {
    const show = media.current?.closest('[data-slot="live-show"]');
    void (document.fullscreenElement ? document.exitFullscreen() : show?.requestFullscreen())?.catch(() => undefined);
  };
  return (
    <div className="on-dark absolute bottom-6 left-7 z-3 hidden gap-2 lg:flex">
      <IconButton
        label={isMuted ? t`Turn the sound on` : t`Turn the sound off`}
        variant="glass"
        onClick={toggleSound}
        className="size-12!"
      >
        {isMuted ? <VolumeX size={20} /> : <Volume2 size={20} />}
      </IconButton>
      {document.fullscreenEnabled ? (
        <IconButton label={t`Full screen`} variant="glass" onClick={toggleScreen} className="size-12!">
          <Maximize size={20} />
        </IconButton>
      ) : null}
    </div>
  );
}
