import type { ContentView } from '@vlam/contract/content';
import { clsx } from 'clsx';
import { saveData } from '../../../lib/device.ts';
import type { useZoom } from '../use-zoom.ts';
import { Picture } from './picture.tsx';

/** What the gallery needs of a picture. */
export type GalleryPicture = Pick<
  ContentView,
  'id' | 'title' | 'mediaType' | 'sources' | 'mediaUrl' | 'previewUrl' | 'isLocked' | 'width' | 'height'
>;

interface GallerySlideProps {
  item: GalleryPicture;
  /** 0 for the picture shown, -1 and 1 for its neighbours. */
  offset: number;
  gestures: Pick<ReturnType<typeof useZoom>, 'zoom' | 'dragged' | 'isTouched'>;
}

/** One picture of the gallery, whole until it is enlarged. Neighbours load ahead unless data is saved. */
export function GallerySlide({ item, offset, gestures: { zoom, dragged, isTouched } }: GallerySlideProps) {
  const isShown = offset === 0;
  const { scale, x, y } = zoom;
  return (
    <div
      aria-hidden={!isShown}
      className={clsx('absolute inset-0', !isTouched && 'transition-[translate] duration-(--dur-2)')}
      style={{ translate: `calc(${offset} * (100% + 24px) + ${dragged}px)` }}
    >
      <div
        className={clsx(
          'absolute inset-0',
          !isTouched && 'transition-[translate,scale] duration-(--dur-2)',
          isShown && (scale > 1 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'),
        )}
        style={isShown ? { translate: `${x}px ${y}px`, scale: `${scale}` } : undefined}
      >
        {isShown || !saveData() ? (
          <Picture
            item={item}
            alt={item.title}
            eager
            // An enlarged picture loads with more pixels.
            sizes={isShown && scale > 1 ? '300vw' : '100vw'}
            className="pointer-events-none object-contain!"
          />
        ) : null}
      </div>
    </div>
  );
}
