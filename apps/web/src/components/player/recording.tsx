import { type SyntheticEvent, useRef } from 'react';
import { framed, PlayerFrame } from './player-frame.tsx';

/** Far behind every end. */
const pastEnd = 1e9;

/** Browsers write recordings without their length: it is known once the end was looked for. */
function findLength({ currentTarget: media }: SyntheticEvent<HTMLMediaElement>): void {
  if (Number.isFinite(media.duration)) return;
  media.addEventListener('durationchange', () => (media.currentTime = 0), { once: true });
  media.currentTime = pastEnd;
}

/** One's own recording of a moment ago, before it is sent. */
export function Recording({ src, label, isSound }: { src: string; label: string; isSound: boolean }) {
  const element = useRef<HTMLVideoElement>(null);
  return (
    <PlayerFrame media={element} label={label} isSound={isSound} className={isSound ? 'w-full' : 'size-full'}>
      {/* biome-ignore lint/a11y/useMediaCaption: one's own recording of a moment ago. */}
      <video
        ref={element}
        src={src}
        playsInline
        onLoadedMetadata={findLength}
        className={isSound ? 'hidden' : framed}
      />
    </PlayerFrame>
  );
}
