import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { RatingTag } from '../../../components/ui/rating-tag.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { Link } from '../../../lib/router.tsx';
import { creatorContentQuery, useFreshItem } from '../api.ts';
import { GalleryFrame } from './gallery-frame.tsx';
import { ItemMenu } from './item-menu.tsx';

interface GalleryProps {
  /** The picture to begin with. */
  item: ContentView;
  /** The file to begin with, of an item of several. */
  fileId?: string | undefined;
  /** Called with the picture shown last. */
  onClose(item: ContentView, fileId?: string): void;
}

/** The files of an item of several, or else a creator's pictures that are open to the viewer. */
export function Gallery(props: GalleryProps) {
  return props.fileId ? <SetGallery {...props} /> : <Pictures {...props} />;
}

function SetGallery({ item: given, fileId, onClose }: GalleryProps) {
  const { t } = useLingui();
  const item = useFreshItem(given);
  const [shownId, setShownId] = useState(fileId);
  const files = item.files ?? [];
  const pictures = files.map((file) => ({
    ...file,
    title: item.title,
    previewUrl: item.previewUrl,
    isLocked: false,
  }));
  // A file that its creator takes out while the gallery is open leads back to the first.
  const index = Math.max(
    0,
    files.findIndex(({ id }) => id === shownId),
  );
  const shown = files[index];
  const close = () => onClose(item, shown?.id);
  return (
    <GalleryFrame
      label={t`Files of ${item.title}`}
      pictures={pictures}
      index={index}
      onShow={(next) => setShownId(files[next]?.id)}
      onClose={close}
      badge={<RatingTag item={item} className="mr-auto bg-picture-tag text-on-picture" />}
      menu={item.isOwn ? null : <ItemMenu item={item} variant="glass" />}
      caption={
        <>
          <Caption item={item} />
          {shown && shown.mediaType !== 'image' ? (
            <Link
              to="/watch/:id"
              params={{ id: item.id }}
              search={{ file: shown.id }}
              className={buttonStyle({ variant: 'primary', size: 'sm' })}
            >
              <Trans>Play the video</Trans>
            </Link>
          ) : null}
        </>
      }
    />
  );
}

function Caption({ item }: { item: ContentView }) {
  return (
    <>
      <div className="min-w-0">
        <p className="wrap-anywhere line-clamp-2 font-semibold">{item.title}</p>
        <p className="truncate text-meta text-on-picture-2">{item.profile.displayName}</p>
      </div>
      {item.isPurchased ? (
        <Tag tone="glass" icon={<Check />} className="text-picture-green!">
          <Trans>Owned</Trans>
        </Tag>
      ) : null}
    </>
  );
}

function Pictures({ item: first, onClose }: GalleryProps) {
  const { t } = useLingui();
  const { data = [] } = useQuery(creatorContentQuery(first.profileId));
  const listed = data.filter(({ mediaType, isLocked, mediaUrl }) => mediaType === 'image' && !isLocked && mediaUrl);
  const pictures = listed.some(({ id }) => id === first.id) ? listed : [first];
  const [shownId, setShownId] = useState(first.id);
  // A picture that its creator removes while the gallery is open leads back to the first.
  const index = Math.max(
    0,
    pictures.findIndex(({ id }) => id === shownId),
  );
  const shown = pictures[index] ?? first;
  // Counts the viewer, and renews addresses that expire.
  const item = useFreshItem(shown);
  return (
    <GalleryFrame
      label={t`Pictures by ${item.profile.displayName}`}
      pictures={pictures}
      index={index}
      onShow={(next) => setShownId(pictures[next]?.id ?? first.id)}
      onClose={() => onClose(item)}
      badge={<RatingTag item={item} className="mr-auto bg-picture-tag text-on-picture" />}
      menu={item.isOwn ? null : <ItemMenu item={item} variant="glass" />}
      caption={<Caption item={item} />}
    />
  );
}
