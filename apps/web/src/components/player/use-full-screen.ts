import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { restoreFocus } from '../../lib/focus.ts';
import { useBackCloses } from '../../lib/use-back-closes.ts';
import { stayInline } from './stay-inline.ts';

/** Makes what lies behind `element` in the page inert; dialogs and toasts stay usable. Returns what undoes it. */
function holdPage(element: Element | null): () => void {
  const held: Element[] = [];
  for (let each = element; each?.parentElement && each.parentElement !== document.body; each = each.parentElement)
    for (const other of each.parentElement.children)
      if (other !== each && !other.matches('[inert], dialog')) held.push(other);
  for (const each of held) each.toggleAttribute('inert', true);
  return () => {
    for (const each of held) each.toggleAttribute('inert', false);
  };
}

/**
 * Full screen of the frame and not of the video, so that the rating stays over the picture. Where only a video may fill
 * the screen (iPhone), the frame fills the window instead (`isFilling`), also when the browser's own button began it.
 * Focus returns to where it was, else to `button`.
 */
export function useFullScreen(
  frame: RefObject<HTMLElement | null>,
  media: RefObject<HTMLVideoElement | null>,
  button: RefObject<HTMLElement | null>,
) {
  const [isFilling, setFilling] = useState(false);
  const opener = useRef<Element | null>(null);
  const fill = () => {
    const { activeElement, body } = document;
    opener.current = activeElement === body ? button.current : activeElement;
    setFilling(true);
  };
  const begin = useEffectEvent(fill);
  const leave = () => setFilling(false);
  useBackCloses(isFilling, leave);
  useEffect(() => (media.current ? stayInline(media.current, () => begin()) : undefined), [media]);
  useEffect(() => {
    if (!isFilling) return;
    const { style } = document.documentElement;
    style.overflow = 'hidden';
    const release = holdPage(frame.current);
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setFilling(false);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      style.overflow = '';
      document.removeEventListener('keydown', onKey);
      release();
      restoreFocus(opener.current);
    };
  }, [isFilling, frame]);
  return {
    isFilling,
    leave,
    toggle() {
      if (document.fullscreenElement) void document.exitFullscreen();
      else if (frame.current?.requestFullscreen) void frame.current.requestFullscreen();
      else if (isFilling) leave();
      else fill();
    },
  };
}
