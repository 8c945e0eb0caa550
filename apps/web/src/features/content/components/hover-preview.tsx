import { useState } from 'react';
import { prefersReducedMotion, saveData } from '../../../lib/device.ts';
import { asksBeforePlaying } from '../../../lib/wifi-only.ts';

/** Only for a mouse, and never against a wish for less motion or less data, or where a video has to ask first. */
const isWelcome = (): boolean =>
  matchMedia('(hover: hover) and (pointer: fine)').matches &&
  !prefersReducedMotion() &&
  !saveData() &&
  !asksBeforePlaying();

/** Handlers of the tile, and whether its preview plays. */
export function useHover() {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    handlers: {
      onPointerEnter: () => setIsOver(isWelcome()),
      onPointerLeave: () => setIsOver(false),
    },
  };
}

/** The first seconds of a video, without sound. */
export const HoverPreview = ({ src }: { src: string }) => (
  <video
    data-slot="hover-preview"
    aria-hidden
    tabIndex={-1}
    src={src}
    muted
    autoPlay
    loop
    playsInline
    disablePictureInPicture
    className="absolute inset-0 size-full object-cover"
  />
);
