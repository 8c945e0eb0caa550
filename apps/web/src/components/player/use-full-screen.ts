import { type RefObject, useEffect, useState } from 'react';
import { useBackCloses } from '../../lib/use-back-closes.ts';

/** Safari's own full screen of a video, which shows the element alone. */
interface NativeVideo extends HTMLVideoElement {
  webkitExitFullscreen?(): void;
}

/**
 * Full screen of the frame and not of the video, so that the rating stays over the picture. Where only a video may fill
 * the screen (iPhone), the frame fills the window instead (`isFilling`), also when the browser's own button began it.
 */
export function useFullScreen(frame: RefObject<HTMLElement | null>, media: RefObject<HTMLVideoElement | null>) {
  const [isFilling, setFilling] = useState(false);
  const leave = () => setFilling(false);
  useBackCloses(isFilling, leave);
  useEffect(() => {
    const video: NativeVideo | null = media.current;
    if (!video) return;
    const takeBack = () => {
      if (!video.webkitExitFullscreen) return;
      const wasPaused = video.paused;
      // An iPhone pauses what leaves its full screen.
      const goOn = () => void (wasPaused || video.play().catch(() => undefined));
      video.addEventListener('webkitendfullscreen', goOn, { once: true });
      video.webkitExitFullscreen();
      setFilling(true);
    };
    video.addEventListener('webkitbeginfullscreen', takeBack);
    return () => video.removeEventListener('webkitbeginfullscreen', takeBack);
  }, [media]);
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
