import { Trans, useLingui } from '@lingui/react/macro';
import type { ProfileView } from '@vlam/contract/profiles';
import { clsx } from 'clsx';
import MapPin from 'lucide-react/icons/map-pin';
import { useDistance, useLastActive } from '../../../components/ui/person-labels.tsx';
import { PresenceDot, Tag } from '../../../components/ui/tag.tsx';
import { PhotoVerifiedTag, VerifiedTag } from '../../../components/ui/verified-badge.tsx';
import { relationshipStatusLabels } from '../own-labels.ts';

interface PersonTagsProps {
  person: ProfileView;
  /** `glass` is for the picture and includes the distance, which the figures show otherwise. */
  variant: 'glass' | 'plain';
  className?: string;
}

/** Presence, verification, relationship status and location. */
export function PersonTags({ person, variant, className }: PersonTagsProps) {
  const { i18n } = useLingui();
  const distance = useDistance()(person);
  const lastActive = useLastActive()(person);
  const isGlass = variant === 'glass';
  const isHere = person.isOnline || person.isAvailable;
  const status = person.relationshipStatus;
  return (
    <div className={clsx('flex flex-wrap items-center gap-2', className)}>
      {isHere ? (
        <Tag
          tone={isGlass ? 'glass' : 'online'}
          icon={<PresenceDot className={clsx('size-[7px]!', isGlass && 'bg-[#52d69d]!')} />}
        >
          {person.isAvailable ? <Trans>Available now</Trans> : <Trans>Online</Trans>}
        </Tag>
      ) : person.lastActive === 'earlier' || person.isOwn ? null : (
        <Tag tone={isGlass ? 'glass' : 'neutral'}>{lastActive}</Tag>
      )}
      {person.isVerified ? <VerifiedTag tone={isGlass ? 'glass' : 'info'} /> : null}
      {person.isPhotoChecked ? <PhotoVerifiedTag tone={isGlass ? 'glass' : 'info'} /> : null}
      {status && !isGlass ? <Tag>{i18n._(relationshipStatusLabels[status])}</Tag> : null}
      <span className={clsx('inline-flex items-center gap-1 text-sm', isGlass ? 'text-on-picture-2' : 'text-muted')}>
        {isGlass ? <MapPin size={16} strokeWidth={1.75} aria-hidden /> : null}
        {isGlass && distance ? `${distance} · ${person.location}` : person.location}
      </span>
    </div>
  );
}
