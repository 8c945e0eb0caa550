import { type RefObject, useEffect, useState } from 'react';
import { useBackCloses } from '../../lib/use-back-closes.ts';
import { stayInline } from './stay-inline.ts';

/**
 * Full screen of the frame and not of the video, so that the rating stays over the picture. Where only a video may fill
 * the screen (iPhone), the frame fills the window instead (`isFilling`), also when the browser's own button began it.
 */
export function useFullScreen(frame: RefObject<HTMLElement | null>, media: RefObject<HTMLVideoElement | null>) {
  const [isFilling, setFilling] = useState(false);
  const leave = () => setFilling(false);
  useBackCloses(isFilling, leave);
  useEffect(() => (media.current ? stayInline(media.current, () => setFilling(true)) : undefined), [media]);
  useEffect(() => {
    if (!isFilling) return;
    const { style } = document.documentElement;
    style.overflow = 'hidden';
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setFilling(false);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      style.overflow = '';
      document.removeEventListener('keydown', onKey);
    };
  }, [isFilling]);
  return {
    isFilling,
    leave,
    toggle() {
      if (document.fullscreenElement) void document.exitFullscreen();
      else if (frame.current?.requestFullscreen) void frame.current.requestFullscreen();
      else setFilling(!isFilling);
    },
  };
}
