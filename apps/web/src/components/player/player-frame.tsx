import { clsx } from 'clsx';
import { type ReactNode, type RefObject, useRef } from 'react';
import { PlayerBar } from './player-bar.tsx';
import { useClipFullScreen } from './use-clip-full-screen.ts';

interface PlayerFrameProps {
  media: RefObject<HTMLVideoElement | null>;
  label: string;
  isSound?: boolean;
  takesFocus?: boolean | undefined;
  /** Of its box. */
  className: string;
  /** The element with `media`, and what lies over its picture. */
  children: ReactNode;
}

/** Of the element in a frame: fills it, whole, and is no higher than the frame may be. */
export const framed = 'block size-full max-h-[inherit] object-contain';

/** A clip or a sound with our own controls. */
export function PlayerFrame({ media, label, isSound = false, takesFocus, className, children }: PlayerFrameProps) {
  const frame = useRef<HTMLElement>(null);
  const fullScreen = useClipFullScreen(frame, media);
  return (
    <section
      ref={frame}
      aria-label={label}
      data-slot="player-frame"
      className={clsx(
        '@container relative overflow-hidden bg-[#0a0706] text-on-picture [--focus:var(--color-on-picture)]',
        className,
      )}
    >
      {children}
      <PlayerBar
        media={media}
        frame={frame}
        isSound={isSound}
        takesFocus={takesFocus}
        fullScreen={isSound ? null : fullScreen}
      />
    </section>
  );
}
