import type { ContentView } from '@vlam/contract/content';
import { clsx } from 'clsx';
import { veilSet } from '../../../lib/veil.ts';

interface PictureProps {
  item: Pick<ContentView, 'sources' | 'mediaUrl' | 'previewUrl' | 'isLocked' | 'width' | 'height'>;
  /** What a listener hears; empty where the title is beside it. */
  alt: string;
  /** The `sizes` of the slot, so that a phone asks for the small file. */
  sizes: string;
  /** The first picture of a screen is asked for at once. */
  eager?: boolean;
  className?: string;
}

/** The real picture for those who may see it, else the veil. Fills its frame. */
export function Picture({ item, alt, sizes, eager = false, className }: PictureProps) {
  const shared = {
    decoding: 'async',
    loading: eager ? 'eager' : 'lazy',
    className: clsx('absolute inset-0 h-full w-full object-cover', className),
  } as const;
  if (item.isLocked || !item.mediaUrl) {
    const veils = item.previewUrl ? veilSet(item.previewUrl) : undefined;
    return <img {...shared} alt={alt} src={item.previewUrl} srcSet={veils} sizes={sizes} />;
  }
  const set = (format: 'avif' | 'webp') =>
    item.sources.map((source) => `${source[format]} ${source.width}w`).join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={set('webp')} sizes={sizes} />
      <img {...shared} alt={alt} src={item.mediaUrl} />
    </picture>
  );
}
