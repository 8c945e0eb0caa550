import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { GalleryFrame } from '../../features/content/components/gallery-frame.tsx';
import type { Album } from '../../features/library/api.ts';
import type { AlbumPicture } from '../../features/library/components/album-page.tsx';

interface AlbumGalleryProps {
  album: Album;
  first: AlbumPicture;
  onClose(): void;
}

/** The pictures of an album, one at a time. */
export function AlbumGallery({ album, first, onClose }: AlbumGalleryProps) {
  const { t } = useLingui();
  const [shownId, setShownId] = useState(first.id);
  const pictures = album.pictures
    .filter(({ kind, url }) => kind === 'image' && url)
    .map(({ id, url, sources, width, height }) => ({
      ...{ id, sources, width, height },
      title: album.title,
      mediaType: 'image' as const,
      mediaUrl: url,
      previewUrl: '',
      isLocked: false,
    }));
  const index = Math.max(
    0,
    pictures.findIndex(({ id }) => id === shownId),
  );
  return (
    <GalleryFrame
      label={t`Pictures of the album ${album.title}`}
      pictures={pictures}
      index={index}
      onShow={(next) => setShownId(pictures[next]?.id ?? first.id)}
      onClose={onClose}
      caption={
        <div className="min-w-0">
          <p className="wrap-anywhere line-clamp-2 font-semibold">{album.title}</p>
          <p className="truncate text-meta text-on-picture-2">{album.owner.displayName}</p>
        </div>
      }
    />
  );
}
