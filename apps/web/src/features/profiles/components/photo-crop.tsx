import { Trans, useLingui } from '@lingui/react/macro';
import type { Crop } from '@vlam/contract/profiles-photos';
import { clsx } from 'clsx';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { type CropKind, type Cropping, createCropping, type View } from '../crop.ts';

interface PhotoCropProps {
  src: string;
  kind: CropKind;
  /** The crop saved before. */
  saved?: Crop | undefined;
  onChange(crop: Crop): void;
}

const zoomStep = 1.15;
/** Part of the frame that one arrow key moves; more with Shift. */
const keySteps = { plain: 0.03, shift: 0.15 };
const arrows: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Crops a picture: drag or arrow keys move it under the frame; pinch, wheel, plus and minus zoom. */
export function PhotoCrop({ src, kind, saved, onChange }: PhotoCropProps) {
  const { t } = useLingui();
  const [cropping, setCropping] = useState<Cropping | null>(null);
  const [view, setView] = useState<View>({ x: 0.5, y: 0.5, zoom: 1 });
  const frame = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLButtonElement>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());

  useEffect(() => {
    if (cropping) onChange(cropping.toCrop(view));
  }, [cropping, view, onChange]);
  // React listens passively to the wheel, so the sheet would scroll along.
  useEffect(() => {
    const element = surface.current;
    if (!element || !cropping) return;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      setView((now) => cropping.zoom(now, event.deltaY < 0 ? zoomStep : 1 / zoomStep));
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [cropping]);

  const zoomBy = (factor: number) => cropping && setView((now) => cropping.zoom(now, factor));

  const press = (event: KeyboardEvent) => {
    const [right, down] = arrows[event.key] ?? [0, 0];
    const factor = event.key === '+' || event.key === '=' ? zoomStep : event.key === '-' ? 1 / zoomStep : 1;
    if (!cropping || (right === 0 && down === 0 && factor === 1)) return;
    event.preventDefault();
    const step = event.shiftKey ? keySteps.shift : keySteps.plain;
    setView((now) => cropping.zoom(cropping.move(now, right * step, down * step), factor));
  };

  const drag = (event: PointerEvent) => {
    const before = [...pointers.current.values()];
    const last = pointers.current.get(event.pointerId);
    const { width = 1, height = 1 } = frame.current?.getBoundingClientRect() ?? {};
    if (!cropping || !last) return;
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const share = before.length;
    const factor = share === 2 ? distance([...pointers.current.values()]) / distance(before) : 1;
    const right = (event.clientX - last.x) / width / share;
    const down = (event.clientY - last.y) / height / share;
    setView((now) => cropping.zoom(cropping.move(now, right, down), factor));
  };

  const part = cropping?.frameOf(view);
  return (
    <div>
      <div className="relative grid place-items-center overflow-hidden rounded-card bg-surface-2 px-4 py-4">
        <div
          ref={frame}
          className={clsx(
            'relative',
            kind === 'photo' ? 'aspect-[3/4] h-[min(46dvh,400px)]' : 'aspect-[1176/520] w-full',
          )}
        >
          <img
            src={src}
            alt=""
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
              const loaded = createCropping(kind, { width, height });
              setCropping(loaded);
              setView(loaded.start(saved));
            }}
            className={clsx('absolute max-w-none select-none', !part && 'invisible')}
            style={
              part && {
                width: `${100 / part.width}%`,
                height: `${100 / part.height}%`,
                left: `${(0.5 - view.x / part.width) * 100}%`,
                top: `${(0.5 - view.y / part.height) * 100}%`,
              }
            }
          />
          <CropFrame />
        </div>
        <button
          ref={surface}
          type="button"
          aria-label={t`Move the picture in its frame`}
          aria-describedby="crop-help"
          onKeyDown={press}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
          }}
          onPointerMove={drag}
          onPointerUp={(event) => pointers.current.delete(event.pointerId)}
          onPointerCancel={(event) => pointers.current.delete(event.pointerId)}
          className="-outline-offset-4 absolute inset-0 cursor-grab touch-none rounded-card active:cursor-grabbing"
        />
      </div>
      <div className="mt-3 flex items-center gap-2">
        <IconButton variant="filled" label={t`Zoom out`} onClick={() => zoomBy(1 / zoomStep)}>
          <Minus size={20} />
        </IconButton>
        <input
          type="range"
          aria-label={t`Zoom`}
          aria-valuetext={`${Math.round(view.zoom * 100)}%`}
          min={1}
          max={cropping?.maxZoom ?? 2}
          step={0.01}
          value={view.zoom}
          onChange={({ currentTarget: { valueAsNumber: zoom } }) =>
            cropping && setView((now) => cropping.keepInside({ ...now, zoom }))
          }
          style={
            { '--filled': `${((view.zoom - 1) / ((cropping?.maxZoom ?? 2) - 1 || 1)) * 100}%` } as Record<
              string,
              string
            >
          }
          className="slider block h-11 min-w-0 flex-1"
        />
        <IconButton variant="filled" label={t`Zoom in`} onClick={() => zoomBy(zoomStep)}>
          <Plus size={20} />
        </IconButton>
      </div>
      <p id="crop-help" className="mt-1 text-faint text-meta">
        <span className="lg:hidden">
          <Trans>Drag to move, pinch to zoom.</Trans>
        </span>
        <span className="hidden lg:inline">
          <Trans>Drag or use the arrow keys to move. The wheel, + and − zoom.</Trans>
        </span>
      </p>
    </div>
  );
}

const distance = ([one, other]: { x: number; y: number }[]): number =>
  one && other ? Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) : 1;

const corners = [
  'top-0 left-0 border-t-3 border-l-3',
  'top-0 right-0 border-t-3 border-r-3',
  'bottom-0 left-0 border-b-3 border-l-3',
  'right-0 bottom-0 border-r-3 border-b-3',
];

/** Darkens what is outside the frame; lines mark the thirds. */
function CropFrame() {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 shadow-[0_0_0_999px_rgb(15_11_11/.6)]">
      <span className="absolute inset-y-0 left-1/3 w-1/3 border-white/45 border-x" />
      <span className="absolute inset-x-0 top-1/3 h-1/3 border-white/45 border-y" />
      {corners.map((corner) => (
        <span key={corner} className={clsx('-m-px absolute size-6 border-white', corner)} />
      ))}
    </div>
  );
}
