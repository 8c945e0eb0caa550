import { useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import { ClipPlayer } from '../../components/ui/clip-player.tsx';
import { SoftenedButtons, softClass, useSoftened } from '../../components/ui/soft-picture.tsx';
import { Picture } from '../../features/content/components/picture.tsx';
import type { ReportedMessage } from '../../features/moderation/api.ts';
import { gentleViewStore } from '../../lib/gentle-view.ts';

/** Photos or video of a reported message, in their own aspect ratio. */
export function ReportFiles({ message }: { message: ReportedMessage }) {
  const { t } = useLingui();
  const soft = useSoftened();
  const { media, mediaUrl, mediaType } = message;
  if (!media || !mediaUrl) return null;
  if (mediaType === 'video')
    return (
      <ClipPlayer
        mediaId={media.id}
        src={mediaUrl}
        label={t`Video`}
        muted={gentleViewStore.get().muted}
        className="mt-2 max-h-[50dvh] w-full rounded-md"
      />
    );
  const pictures = media.album?.pictures ?? [{ ...media, url: mediaUrl }];
  return (
    <div className="mt-2 grid w-64 max-w-full gap-2">
      {pictures.map(({ id, url, width, height, sources }) => (
        <div
          key={id}
          className="relative overflow-hidden rounded-md bg-surface-1"
          style={{ aspectRatio: `${width ?? 4} / ${height ?? 5}` }}
        >
          <Picture
            item={{ sources, mediaUrl: url, previewUrl: '', mediaType: 'image', isLocked: false, width, height }}
            alt=""
            sizes="256px"
            className={clsx('object-contain', softClass(soft))}
          />
        </div>
      ))}
      <SoftenedButtons soft={soft} count={pictures.length} />
    </div>
  );
}
