import type { ContentView } from '@vlam/contract/content';
import { clsx } from 'clsx';
import { useEffect } from 'react';
import { saveData } from '../../../lib/device.ts';
import { veilSet } from '../../../lib/helpers/veil.ts';
import { joinTopic } from '../../../lib/realtime.ts';

interface PictureProps {
  item: Pick<ContentView, 'mediaType' | 'sources' | 'mediaUrl' | 'previewUrl' | 'isLocked' | 'width' | 'height'>;
  /** Accessible name; empty when the title is beside it. */
  alt: string;
  /** The slot's `sizes`, so that a phone downloads the small file. */
  sizes: string;
  /** Loads at once: for the first picture of a screen. */
  eager?: boolean;
  className?: string;
}

/** The picture or poster for viewers with access, else the veil, which sound always has. Fills its frame. */
export function Picture({ item, alt, sizes, eager = false, className }: PictureProps) {
  // Its removal is published on this topic.
  useEffect(() => joinTopic('content'), []);
  const shared = {
    decoding: 'async',
    loading: eager ? 'eager' : 'lazy',
    className: clsx('absolute inset-0 h-full w-full object-cover', className),
  } as const;
  // To save data, the smaller half of its sizes.
  const sources = saveData() ? item.sources.slice(0, Math.ceil(item.sources.length / 2)) : item.sources;
  const largest = sources.at(-1);
  if (item.isLocked || !item.mediaUrl || (!largest && item.mediaType === 'audio')) {
    const veils = item.previewUrl ? veilSet(item.previewUrl) : undefined;
    return <img {...shared} alt={alt} src={item.previewUrl} srcSet={veils} sizes={sizes} />;
  }
  const set = (format: 'avif' | 'webp') => sources.map((source) => `${source[format]} ${source.width}w`).join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={set('webp')} sizes={sizes} />
      <img {...shared} alt={alt} src={largest?.webp ?? item.mediaUrl} />
    </picture>
  );
}
