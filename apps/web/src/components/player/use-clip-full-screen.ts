import { type RefObject, useEffect, useState } from 'react';

interface NativeVideo extends HTMLVideoElement {
  webkitEnterFullscreen?(): void;
}

/** Full screen of a clip in its frame or, on an iPhone, which lets only videos fill the screen, of the video alone. */
export function useClipFullScreen(
  frame: RefObject<HTMLElement | null>,
  media: RefObject<HTMLVideoElement | null>,
): { isFull: boolean; toggle(): void } {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const read = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', read);
    return () => document.removeEventListener('fullscreenchange', read);
  }, [frame]);
  return {
    isFull,
    toggle() {
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
      else if (frame.current?.requestFullscreen) frame.current.requestFullscreen().catch(() => undefined);
      else (media.current as NativeVideo | null)?.webkitEnterFullscreen?.();
    },
  };
}
