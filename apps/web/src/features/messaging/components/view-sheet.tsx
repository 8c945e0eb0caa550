import { Trans, useLingui } from '@lingui/react/macro';
import { Sheet } from '../../../components/ui/sheet.tsx';
import type { MessageView } from '../types.ts';

type Sources = NonNullable<MessageView['media']>['sources'];

interface Picture {
  id: string;
  url: string;
  width: number | null;
  height: number | null;
  sources: Sources;
}

/** The pictures of a message, as large as the screen allows. */
export function ViewSheet({ message, onClose }: { message: MessageView; onClose(): void }) {
  const { t } = useLingui();
  const { media, mediaUrl } = message;
  const one = media && mediaUrl ? [{ ...media, url: mediaUrl }] : [];
  const pictures: readonly Picture[] = media?.album?.pictures ?? one;
  const count = pictures.length;
  return (
    <Sheet open onClose={onClose} title={count > 1 ? <Trans>{count} photos</Trans> : <Trans>Photo</Trans>}>
      <div className="flex flex-col gap-3">
        {pictures.map(({ id, url, width, height, sources }, index) => (
          <picture key={id}>
            <source type="image/avif" srcSet={srcSet(sources, 'avif')} sizes="(min-width: 768px) 464px, 100vw" />
            <img
              src={url}
              srcSet={srcSet(sources, 'webp')}
              sizes="(min-width: 768px) 464px, 100vw"
              alt={t`${index + 1} of ${count}`}
              style={{ aspectRatio: `${width ?? 4} / ${height ?? 5}` }}
              className="mx-auto max-h-[66dvh] w-full rounded-card bg-surface-2 object-contain"
            />
          </picture>
        ))}
      </div>
    </Sheet>
  );
}

const srcSet = (sources: Sources, type: 'webp' | 'avif') =>
  sources.map((each) => `${each[type]} ${each.width}w`).join(', ');
