import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import type { MessageView } from '../types.ts';
import { useFreshMedia, useRenewal } from './parts/renew-media.ts';

type Sources = NonNullable<MessageView['media']>['sources'];

interface Picture {
  id: string;
  url: string;
  width: number | null;
  height: number | null;
  sources: Sources;
}

interface ViewSheetProps {
  message: MessageView;
  /** Profile id of the other member. */
  profileId: string;
  onClose(): void;
}

/** Pictures of a message at full size. */
export function ViewSheet({ message, profileId, onClose }: ViewSheetProps) {
  const { t } = useLingui();
  const { media, mediaUrl } = message;
  const isAsking = useFreshMedia(profileId, message);
  const one = media && mediaUrl ? [{ ...media, url: mediaUrl }] : [];
  const pictures: readonly Picture[] = media?.album?.pictures ?? one;
  const count = pictures.length;
  return (
    <Sheet open onClose={onClose} title={count > 1 ? <Trans>{count} photos</Trans> : <Trans>Photo</Trans>}>
      <div className="flex flex-col gap-3">
        {pictures.map((picture, index) => (
          <OnePicture
            key={picture.id}
            picture={picture}
            alt={t`${index + 1} of ${count}`}
            message={message}
            profileId={profileId}
            isAsking={isAsking}
          />
        ))}
      </div>
    </Sheet>
  );
}

interface OnePictureProps {
  picture: Picture;
  alt: string;
  message: MessageView;
  profileId: string;
  isAsking: boolean;
}

const onPress = 'mx-auto max-h-[66dvh] w-full rounded-card bg-surface-2';

function OnePicture({ picture: { url, width, height, sources }, alt, message, profileId, isAsking }: OnePictureProps) {
  const { isBroken, round, came, failed, retry } = useRenewal(profileId, message, url);
  const [isBusy, setIsBusy] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const sizes = '(min-width: 768px) 464px, 100vw';
  const aspectRatio = `${width ?? 4} / ${height ?? 5}`;
  const press = async () => {
    setIsBusy(true);
    // The button disappears once the picture loads.
    place.current?.focus();
    await retry();
    setIsBusy(false);
  };
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {isBroken ? (
        <div
          className={`${onPress} flex min-h-44 flex-col items-center justify-center gap-3 p-4`}
          style={{ aspectRatio }}
        >
          <p role="status" className="text-muted text-sm">
            <Trans>The photo didn't load</Trans>
          </p>
          <Button
            size="sm"
            variant="outline"
            busy={isBusy}
            busyLabel={<Trans>Loading</Trans>}
            onClick={() => void press()}
          >
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : isAsking ? (
        <div className={onPress} style={{ aspectRatio }} />
      ) : (
        <picture key={round}>
          <source type="image/avif" srcSet={srcSet(sources, 'avif')} sizes={sizes} />
          <img
            src={url}
            srcSet={srcSet(sources, 'webp')}
            sizes={sizes}
            alt={alt}
            onLoad={came}
            onError={failed}
            style={{ aspectRatio }}
            className={`${onPress} object-contain`}
          />
        </picture>
      )}
    </div>
  );
}

const srcSet = (sources: Sources, type: 'webp' | 'avif') =>
  sources.map((each) => `${each[type]} ${each.width}w`).join(', ');
