import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import MessageCircle from 'lucide-react/icons/message-circle';
import Mic from 'lucide-react/icons/mic';
import MicOff from 'lucide-react/icons/mic-off';
import PhoneOff from 'lucide-react/icons/phone-off';
import Settings2 from 'lucide-react/icons/settings-2';
import Video from 'lucide-react/icons/video';
import VideoOff from 'lucide-react/icons/video-off';
import { useState } from 'react';
import type { OwnMedia } from '../../../lib/own-media.ts';
import { useStore } from '../../../lib/store.ts';

const disc =
  'press flex h-14 items-center justify-center rounded-pill bg-[rgb(46_37_34/.86)] text-on-picture hover:bg-[rgb(60_49_45/.92)] max-xs:h-12 aria-pressed:bg-on-picture aria-pressed:text-[#0f0b0b] disabled:text-on-picture-2';

interface CallControlsProps {
  media: OwnMedia;
  otherId: string;
  soundOnly: boolean;
  onSettings(): void;
  onEnd(): Promise<void>;
}

/** Microphone, camera, devices, chat and hang-up. */
export function CallControls({ media, otherId, soundOnly, onSettings, onEnd }: CallControlsProps) {
  const { t } = useLingui();
  const { microphone, camera, audioProblem } = useStore(media);
  const [ending, setEnding] = useState(false);
  const end = async () => {
    setEnding(true);
    await onEnd();
    setEnding(false);
  };
  return (
    <div className="mt-3.5 grid grid-cols-[repeat(4,56px)_1fr] gap-2 max-xs:grid-cols-[repeat(4,48px)_1fr] max-xs:gap-1.5 lg:mt-0 lg:grid-cols-[repeat(4,56px)_168px]">
      <button
        type="button"
        aria-pressed={!microphone}
        aria-label={microphone ? t`Mute microphone` : t`Unmute microphone`}
        disabled={audioProblem !== null && !microphone}
        onClick={() => media.setMicrophone(!microphone)}
        className={disc}
      >
        {microphone ? <Mic size={22} /> : <MicOff size={22} />}
      </button>
      <button
        type="button"
        aria-pressed={!camera}
        aria-label={camera ? t`Turn camera off` : t`Turn camera on`}
        disabled={soundOnly}
        onClick={() => void media.setCamera(!camera)}
        className={disc}
      >
        {camera && !soundOnly ? <Video size={22} /> : <VideoOff size={22} />}
      </button>
      <button type="button" aria-label={t`Devices and data`} onClick={onSettings} className={disc}>
        <Settings2 size={22} />
      </button>
      <a
        href={`/chat/${otherId}`}
        target="_blank"
        rel="noreferrer"
        aria-label={t`Messages, in another tab`}
        className={disc}
      >
        <MessageCircle size={22} />
      </a>
      <button
        type="button"
        aria-busy={ending || undefined}
        disabled={ending}
        onClick={() => void end()}
        className={clsx(disc, 'gap-2 bg-danger-fill! font-semibold text-on-danger! text-sm hover:bg-[#a3163a]!')}
      >
        <PhoneOff size={22} />
        {ending ? <Trans>Ending</Trans> : <Trans comment="Ends a call">End</Trans>}
      </button>
    </div>
  );
}
