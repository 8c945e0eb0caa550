import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { maxPhotos, type OwnPhoto } from '@vlam/contract/profiles-photos';
import Camera from 'lucide-react/icons/camera';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useLiveEvent } from '../../../lib/realtime.ts';
import { ownPhotosQuery } from '../photos-api.ts';
import { moved, usePhotoEditing } from '../use-photo-editing.ts';
import { CoverSection } from './cover-section.tsx';
import { CropStep } from './crop-step.tsx';
import { PhotoInput, PhotoTile } from './photo-tile.tsx';
import { PhotoTools } from './photo-tools.tsx';

interface PhotoSheetProps {
  /** Only creators have a cover. */
  isCreator: boolean;
  onClose(): void;
}

/** The own photos: add, crop, order, remove. */
export function PhotoSheet({ isCreator, onClose }: PhotoSheetProps) {
  const { data, error, refetch } = useQuery(ownPhotosQuery);
  const editing = usePhotoEditing(data?.photos ?? []);
  // Also sent when a moderator has decided.
  useLiveEvent('media.updated', () => void refetch());
  const { openCrop } = editing;
  if (openCrop)
    return (
      <CropStep
        key={openCrop.src}
        kind={openCrop.kind}
        src={openCrop.src}
        saved={openCrop.saved}
        sent={openCrop.sent}
        busy={editing.isSaving}
        onBack={editing.leave}
        onUse={editing.use}
      />
    );
  return (
    <Sheet
      open
      onClose={onClose}
      title={<Trans>Your photos</Trans>}
      intro={
        <Trans>
          Up to six. The first one is your picture everywhere; without one you keep the portrait drawn for you.
        </Trans>
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-80 rounded-card" />
      ) : (
        <>
          <PhotoList photos={data.photos} editing={editing} />
          {isCreator ? <CoverSection cover={data.cover} editing={editing} /> : null}
        </>
      )}
    </Sheet>
  );
}

type Editing = ReturnType<typeof usePhotoEditing>;

function PhotoList({ photos, editing }: { photos: readonly OwnPhoto[]; editing: Editing }) {
  const { t } = useLingui();
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const ids = photos.map(({ mediaId }) => mediaId);
  const place = selectedId === null ? -1 : ids.indexOf(selectedId);
  const selected = photos[place];
  const isFull = photos.length >= maxPhotos;
  return (
    <>
      <ol className="grid grid-cols-3 gap-2 p-1">
        {photos.map((photo, index) => (
          <li key={photo.mediaId}>
            <PhotoTile
              photo={photo}
              place={index + 1}
              selected={index === place}
              onSelect={() => setSelectedId(index === place ? null : photo.mediaId)}
              onDragStart={() => setDraggedId(photo.mediaId)}
              onDrop={() => draggedId !== null && editing.order(moved(ids, ids.indexOf(draggedId), index))}
            />
          </li>
        ))}
        {isFull ? null : (
          <li>
            <PhotoInput
              label={t`Add a photo`}
              onFile={(file) => editing.pick('photo', file)}
              className="grid aspect-[3/4] w-full place-items-center rounded-card bg-surface-2 hover:bg-surface-3"
            >
              <Plus size={24} aria-hidden />
            </PhotoInput>
          </li>
        )}
      </ol>
      {editing.problem ? (
        <p role="alert" className="mt-3 text-danger text-sm">
          {editing.problem}
        </p>
      ) : null}
      {selected ? (
        <div className="mt-4">
          <PhotoTools
            key={selected.mediaId}
            photo={selected}
            order={{
              isFirst: place === 0,
              isLast: place === photos.length - 1,
              onMove: (by) => editing.order(moved(ids, place, place + by)),
            }}
            onCrop={() => editing.crop('photo', selected)}
            onRemove={() => editing.order(ids.filter((id) => id !== selected.mediaId))}
          />
          <p role="status" className="sr-only">
            {t`Photo ${place + 1} of ${photos.length}`}
          </p>
        </div>
      ) : isFull ? null : (
        <PhotoInput
          camera
          label={t`Take a photo`}
          onFile={(file) => editing.pick('photo', file)}
          className={buttonStyle({ className: 'mt-4 pointer-fine:hidden' })}
        >
          <Camera size={18} aria-hidden />
          <Trans>Take a photo</Trans>
        </PhotoInput>
      )}
    </>
  );
}
