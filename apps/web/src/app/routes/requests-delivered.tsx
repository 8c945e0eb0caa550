import { Trans } from '@lingui/react/macro';
import { ClipPlayer } from '../../components/ui/clip-player.tsx';
import { Sheet } from '../../components/ui/sheet.tsx';
import { Picture } from '../../features/content/components/picture.tsx';
import type { ContentRequestView } from '../../features/requests/api.ts';

/** What was delivered, for the two it is between. */
export function Delivered({ request, onClose }: { request: ContentRequestView; onClose(): void }) {
  const { title, creator, delivery } = request;
  if (!delivery) return null;
  return (
    <Sheet open onClose={onClose} title={title} intro={<Trans>By {creator.displayName}</Trans>}>
      <div
        className="relative mx-auto max-h-[62dvh] w-full overflow-hidden rounded-card bg-surface-2"
        style={{ aspectRatio: `${delivery.width ?? 4} / ${delivery.height ?? 5}` }}
      >
        {delivery.mediaType === 'video' ? (
          <ClipPlayer
            mediaId={delivery.mediaId}
            src={delivery.mediaUrl ?? ''}
            poster={delivery.sources.at(-1)?.webp}
            label={title}
            preload="metadata"
            className="size-full object-contain"
          />
        ) : (
          <Picture
            item={{ ...delivery, isLocked: false, previewUrl: '' }}
            alt={title}
            sizes="(min-width: 768px) 464px, 100vw"
            eager
            className="object-contain"
          />
        )}
      </div>
      {delivery.message ? <p className="mt-4 text-muted">“{delivery.message}”</p> : null}
    </Sheet>
  );
}
