import { Trans, useLingui } from '@lingui/react/macro';
import Camera from 'lucide-react/icons/camera';
import MapPin from 'lucide-react/icons/map-pin';
import Pencil from 'lucide-react/icons/pencil';
import { Portrait } from '../../../components/ui/avatar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import type { OwnProfile } from '../own-api.ts';
import { lookingForLabels, relationshipStatusLabels } from '../own-labels.ts';
import { isOwnPhoto } from '../photo-check-api.ts';

import { OwnAbout } from './own-about.tsx';
import { PhotoCheckLine } from './photo-check-line.tsx';

interface OwnHeaderProps {
  profile: OwnProfile;
  onEdit(): void;
  onPhotos(): void;
  onPhotoCheck(): void;
}

/** The own profile as others see it. */
export function OwnHeader({ profile, onEdit, onPhotos, onPhotoCheck }: OwnHeaderProps) {
  const { i18n, t } = useLingui();
  const { relationshipStatus: status, lookingFor } = profile;
  return (
    <header className="grid grid-cols-[112px_minmax(0,1fr)] items-end gap-x-4 gap-y-5 pt-3 xs:grid-cols-[136px_minmax(0,1fr)] lg:grid-cols-[196px_minmax(0,1fr)] lg:grid-rows-[1fr_auto] lg:gap-x-8 lg:pt-4">
      <button
        type="button"
        aria-label={t`Change your photos`}
        onClick={onPhotos}
        className="press relative block w-full self-end overflow-hidden rounded-[22px] lg:row-span-2"
      >
        <Portrait src={profile.portraits.card} width={328} height={438} eager className="aspect-[3/4] w-full" />
        <span className="absolute right-2 bottom-2 grid size-9 place-items-center rounded-pill bg-picture-tag text-on-picture">
          <Camera size={18} strokeWidth={1.75} aria-hidden />
        </span>
      </button>
      <div className="min-w-0 pb-1">
        <h1
          tabIndex={-1}
          className="d2 hyphens-auto break-words text-[min(2rem,8.5vw)]! xs:text-[min(2.375rem,10vw)]! lg:text-[3.25rem]!"
        >
          {profile.age === null ? profile.displayName : `${profile.displayName}, ${profile.age}`}
        </h1>
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-muted text-sm">
          <span className="inline-flex min-w-0 items-center gap-1">
            <MapPin size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
            <span className="min-w-0 wrap-anywhere">{profile.location}</span>
          </span>
          {status ? <Tag>{i18n._(relationshipStatusLabels[status])}</Tag> : null}
        </p>
      </div>
      <div className="col-span-2 self-start lg:col-span-1 lg:col-start-2">
        {profile.bio ? (
          <p className="max-w-[60ch] break-words text-muted">{profile.bio}</p>
        ) : (
          <p className="max-w-[60ch] text-muted">
            <Trans>Nobody can read about you yet. Twenty characters of bio also bring you 25 credits.</Trans>
          </p>
        )}
        {lookingFor.length > 0 ? (
          <p className="mt-3 flex flex-wrap items-center gap-1.5 text-faint text-sm">
            <Trans>Looking for</Trans>
            {[...new Set(lookingFor)].map((each) => {
              const label = lookingForLabels[each];
              return (
                <Tag key={each} tone="outline">
                  {label ? i18n._(label) : each}
                </Tag>
              );
            })}
          </p>
        ) : null}
        <div className="mt-5 flex flex-wrap gap-2">
          <Button icon={<Pencil size={18} strokeWidth={1.75} />} onClick={onEdit}>
            <Trans>Edit profile</Trans>
          </Button>
          <Button icon={<Camera size={18} strokeWidth={1.75} />} onClick={onPhotos}>
            <Trans>Photos</Trans>
          </Button>
        </div>
        {/* A creator's page does not show it. */}
        {profile.creator ? null : <OwnAbout profile={profile} />}
        {isOwnPhoto(profile.portraits.card) ? <PhotoCheckLine onOpen={onPhotoCheck} /> : null}
      </div>
    </header>
  );
}
