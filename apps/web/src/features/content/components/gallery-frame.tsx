import { Trans, useLingui } from '@lingui/react/macro';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { restoreFocus } from '../../../lib/focus.ts';
import { showModal } from '../../../lib/modals.ts';
import { useBackCloses } from '../../../lib/use-back-closes.ts';
import { useZoom } from '../use-zoom.ts';
import { GalleryControls } from './gallery-controls.tsx';
import { type GalleryPicture, GallerySlide } from './gallery-slide.tsx';

/** Zoom factor of a button or key. */
const zoomStep = 1.6;
/** Pixels an arrow key moves an enlarged picture. */
const panStep = 80;

interface GalleryFrameProps {
  /** Accessible name. */
  label: string;
  pictures: readonly GalleryPicture[];
  /** Index of the picture shown. */
  index: number;
  onShow(index: number): void;
  onClose(): void;
  /** Beside the close button. */
  badge?: ReactNode;
  /** At the right of the first line: what can be done about the picture. */
  menu?: ReactNode;
  /** At the left of the controls. */
  caption: ReactNode;
}

/** Pictures one at a time over the whole screen, by swipe, keys and zoom. */
export function GalleryFrame({ label, pictures, index, onShow, onClose, badge, menu, caption }: GalleryFrameProps) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const shown = pictures[index];
  const size = shown?.width && shown.height ? { width: shown.width, height: shown.height } : null;
  const gestures = useZoom({ frame, picture: size, onSwipe: (step) => show(index + step) });
  const { zoom, zoomBy, pan, reset } = gestures;
  const show = (next: number) => {
    if (!pictures[next] || next === index) return;
    onShow(next);
    reset();
  };
  useBackCloses(true, onClose);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    const leave = showModal(element);
    return () => {
      leave();
      element.close();
      restoreFocus(opener);
    };
  }, []);

  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Keys of a sheet or menu over the gallery are not its own.
    if ((event.target as Element).closest('dialog, [popover]') !== dialog.current) return;
    const isZoomed = zoom.scale > 1;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => (isZoomed ? pan(panStep, 0) : show(index - 1)),
      ArrowRight: () => (isZoomed ? pan(-panStep, 0) : show(index + 1)),
      ArrowUp: () => pan(0, panStep),
      ArrowDown: () => pan(0, -panStep),
      Home: () => show(0),
      End: () => show(pictures.length - 1),
      '+': () => zoomBy(zoomStep),
      '=': () => zoomBy(zoomStep),
      '-': () => zoomBy(1 / zoomStep),
      '0': reset,
    };
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const { length } = pictures;
  const place = index + 1;
  const title = shown?.title ?? '';
  return (
    <dialog
      ref={dialog}
      data-slot="gallery"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={handleKey}
      className="fixed inset-0 m-0 flex h-dvh max-h-none w-full max-w-none flex-col overflow-hidden border-0 bg-[#0a0706] p-0 text-on-picture"
    >
      <div className="flex shrink-0 items-center justify-between gap-3 px-3 pt-[max(8px,env(safe-area-inset-top))] pb-2">
        <IconButton variant="glass" label={t`Close`} onClick={onClose}>
          <ArrowLeft size={20} />
        </IconButton>
        {badge}
        {length > 1 ? (
          <span aria-hidden className="num pr-2 text-sm">
            <Trans>
              {place} of {length}
            </Trans>
          </span>
        ) : null}
        {menu}
      </div>
      <p role="status" className="sr-only">
        {length > 1 ? t`Picture ${place} of ${length}: ${title}` : title}
      </p>
      <div ref={frame} {...gestures.handlers} className="relative min-h-0 flex-1 touch-none select-none overflow-clip">
        {pictures.slice(Math.max(0, index - 1), index + 2).map((picture) => (
          <GallerySlide
            key={picture.id}
            item={picture}
            offset={pictures.indexOf(picture) - index}
            gestures={gestures}
          />
        ))}
      </div>
      <div className="shrink-0 px-4 pt-3 pb-[max(16px,env(safe-area-inset-bottom))] lg:flex lg:items-center lg:justify-between lg:gap-8 lg:px-6">
        <div className="flex min-w-0 items-center justify-between gap-3 lg:justify-start">{caption}</div>
        <GalleryControls
          index={index}
          length={length}
          scale={zoom.scale}
          onShow={show}
          onZoom={(direction) => zoomBy(direction > 0 ? zoomStep : 1 / zoomStep)}
          onReset={reset}
        />
      </div>
    </dialog>
  );
}
