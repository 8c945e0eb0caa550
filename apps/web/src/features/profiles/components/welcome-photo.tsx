import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { maxPhotos } from '@vlam/contract/profiles-photos';
import Camera from 'lucide-react/icons/camera';
import { Portrait } from '../../../components/ui/avatar.tsx';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { useLiveEvent } from '../../../lib/realtime.ts';
import type { OwnProfile } from '../own-api.ts';
import { ownPhotosQuery } from '../photos-api.ts';
import { usePhotoEditing } from '../use-photo-editing.ts';
import { CropStep } from './crop-step.tsx';
import { PhotoInput, PhotoStateTag } from './photo-tile.tsx';

/** The first photo, or the drawn portrait. */
export function WelcomePhoto({ profile }: { profile: OwnProfile }) {
  const { t } = useLingui();
  const { data, refetch } = useQuery(ownPhotosQuery);
  const photos = data?.photos ?? [];
  const { openCrop, problem, isSaving, pick, use, leave } = usePhotoEditing(photos);
  useLiveEvent('media.updated', () => void refetch());
  const [first] = photos;
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-[132px_minmax(0,1fr)] items-center gap-5 lg:grid-cols-[200px_minmax(0,1fr)]">
        <span className="relative block overflow-hidden rounded-card">
          <Portrait src={first?.url ?? profile.portraits.card} width={328} height={438} eager className="w-full" />
          {first ? <PhotoStateTag state={first.state} className="absolute bottom-2 left-2" /> : null}
        </span>
        <p className="text-muted text-sm">
          {first ? (
            <Trans>A moderator looks at each photo before others see it. Until then this light stands for you.</Trans>
          ) : (
            <Trans>
              This light is yours, drawn from your account. A photo is optional, and you can remove it again.
            </Trans>
          )}
        </p>
      </div>
      {photos.length < maxPhotos ? (
        <PhotoInput
          label={t`Add a photo`}
          onFile={(file) => pick('photo', file)}
          className={buttonStyle({ className: 'justify-self-start' })}
        >
          <Camera size={18} strokeWidth={1.75} aria-hidden />
          {first ? <Trans>Add another photo</Trans> : <Trans>Add a photo</Trans>}
        </PhotoInput>
      ) : null}
      {problem ? (
        <p role="alert" className="text-danger text-sm">
          {problem}
        </p>
      ) : null}
      {openCrop ? (
        <CropStep
          key={openCrop.src}
          kind={openCrop.kind}
          src={openCrop.src}
          saved={openCrop.saved}
          sent={openCrop.sent}
          busy={isSaving}
          onBack={leave}
          onUse={use}
        />
      ) : null}
    </div>
  );
}
