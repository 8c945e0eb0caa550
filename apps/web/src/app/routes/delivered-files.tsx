import { useLingui } from '@lingui/react/macro';
import type { RequestDelivery } from '@vlam/contract/requests';
import { ClipPlayer } from '../../components/ui/clip-player.tsx';
import { Picture } from '../../features/content/components/picture.tsx';

/** The files of a delivery, one below the other. */
export function DeliveredFiles({ delivery, title }: { delivery: RequestDelivery; title: string }) {
  const { t } = useLingui();
  const files = delivery.files ?? [{ ...delivery, id: delivery.mediaId }];
  const nameOf = (index: number) => (files.length > 1 ? t`${title}: file ${index + 1} of ${files.length}` : title);
  return (
    <ul className="grid gap-4">
      {files.map((file, index) => (
        <li
          key={file.id}
          className="relative mx-auto max-h-[62dvh] w-full overflow-hidden rounded-card bg-surface-2"
          style={file.mediaType === 'audio' ? {} : { aspectRatio: `${file.width ?? 4} / ${file.height ?? 5}` }}
        >
          {file.mediaType === 'audio' ? (
            // As high as its waveform with the controls.
            <ClipPlayer
              mediaId={file.id}
              src={file.mediaUrl ?? ''}
              label={nameOf(index)}
              className="min-h-80! w-full"
            />
          ) : file.mediaType === 'video' ? (
            <ClipPlayer
              mediaId={file.id}
              src={file.mediaUrl ?? ''}
              poster={file.sources.at(-1)?.webp}
              label={nameOf(index)}
              className="size-full object-contain"
            />
          ) : (
            <Picture
              item={{ ...file, isLocked: false, previewUrl: '' }}
              alt={nameOf(index)}
              sizes="(min-width: 768px) 464px, 100vw"
              eager={index === 0}
              className="object-contain"
            />
          )}
        </li>
      ))}
    </ul>
  );
}
