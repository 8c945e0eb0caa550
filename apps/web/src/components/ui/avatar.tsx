import { clsx } from 'clsx';
import { useShownPicture } from '../../lib/removed-photos.ts';

export interface AvatarProps {
  src: string | null | undefined;
  /** Width and height in pixels. */
  size?: 24 | 32 | 44 | 48 | 56 | 72 | 96;
  online?: boolean;
  /** Empty when the name is beside it. */
  alt?: string;
  className?: string;
}

/** A round avatar; the server gives its URL. */
export function Avatar({ src: address, size = 44, online = false, alt = '', className }: AvatarProps) {
  const { src, onError } = useShownPicture(address);
  return (
    <span className={clsx('relative block shrink-0', className)} style={{ width: size, height: size }}>
      {src ? (
        <img
          src={src}
          onError={onError}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          className="size-full rounded-pill bg-surface-3 object-cover"
        />
      ) : (
        <span className="block size-full rounded-pill bg-surface-3" />
      )}
      {online ? (
        <span
          aria-hidden
          className="absolute right-0 bottom-0 size-3 rounded-pill border-2 border-bg bg-online box-content"
        />
      ) : null}
    </span>
  );
}

export interface PortraitProps {
  src: string | null | undefined;
  alt?: string;
  width: number;
  height: number;
  /** Above the fold: loads first. */
  eager?: boolean;
  className?: string;
}

/** A portrait with a fixed aspect ratio and its space reserved. */
export function Portrait({ src: address, alt = '', width, height, eager = false, className }: PortraitProps) {
  const { src, onError } = useShownPicture(address);
  const imageClass = clsx('block bg-surface-2 object-cover', className);
  if (!src) return <span className={imageClass} style={{ aspectRatio: `${width}/${height}` }} />;
  return (
    <img
      src={src}
      onError={onError}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      className={imageClass}
    />
  );
}
