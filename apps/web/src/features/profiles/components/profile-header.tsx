import { Trans, useLingui } from '@lingui/react/macro';
import type { ProfileView } from '@vlam/contract/profiles';
import BadgeCheck from 'lucide-react/icons/badge-check';
import MapPin from 'lucide-react/icons/map-pin';
import type { ReactNode } from 'react';
import { Portrait } from '../../../components/ui/avatar.tsx';
import { PresenceDot, Tag } from '../../../components/ui/tag.tsx';
import { formatCompact } from '../../../lib/format.ts';

interface ProfileHeaderProps {
  profile: ProfileView;
  /** Over the cover on phones. */
  bar: ReactNode;
  /** Message, Subscribe and what else one can do here. */
  actions: ReactNode;
}

/** Cover, portrait, name and figures of a person. */
export function ProfileHeader({ profile, bar, actions }: ProfileHeaderProps) {
  const { t } = useLingui();
  const { stats, portraits } = profile;
  const name = profile.age === null ? profile.displayName : `${profile.displayName}, ${profile.age}`;
  const figures = [
    [formatCompact(stats.totalContent), t`items`],
    [formatCompact(stats.totalLikes), t`likes`],
    ...(stats.rating === null ? [] : [[stats.rating.toFixed(1), t`rating`]]),
    ...(stats.responseRate === null ? [] : [[`${stats.responseRate}%`, t`replies`]]),
  ];
  return (
    <header className="lg:pt-2">
      <div className="relative">
        {bar}
        <div className="relative -mx-(--gutter) h-[326px] overflow-hidden lg:mx-0 lg:h-[250px] lg:rounded-sheet">
          <img
            src={portraits.cover}
            alt=""
            className="absolute inset-0 size-full bg-surface-2 object-cover brightness-[.62] saturate-90"
          />
          <div className="absolute inset-0 bg-linear-to-b from-[rgb(15_11_11/.45)] via-transparent via-26% to-bg lg:to-[rgb(15_11_11/.5)]" />
        </div>
        <Portrait
          src={portraits.card}
          width={328}
          height={438}
          eager
          className="absolute right-0 -bottom-1.5 aspect-[3/4] w-32 rounded-[22px] shadow-pop ring-4 ring-[rgb(15_11_11/.55)] min-[360px]:w-43 lg:top-25 lg:right-auto lg:bottom-auto lg:left-7 lg:w-49 lg:ring-[6px] lg:ring-bg lg:shadow-none"
        />
      </div>
      <div className="relative -mt-24 in-data-[theme=light]:max-lg:mt-5 lg:mt-0 lg:ml-63 lg:grid lg:min-h-35 lg:grid-cols-[1fr_auto] lg:gap-x-8 lg:pt-5">
        <div>
          <h1
            tabIndex={-1}
            className="d2 max-w-60 text-[38px]! leading-[.96]! text-shadow-[0_2px_24px_var(--bg)] min-[360px]:text-[44px]! lg:max-w-none lg:whitespace-nowrap lg:text-[40px]! lg:text-shadow-none"
          >
            {name}
          </h1>
          <div className="mt-4 flex flex-wrap items-center gap-2">
            {profile.isOnline ? (
              <Tag tone="online" icon={<PresenceDot className="size-[7px]!" />}>
                <Trans>Online</Trans>
              </Tag>
            ) : null}
            {profile.isVerified ? (
              <Tag tone="info" icon={<BadgeCheck />}>
                <Trans>Verified</Trans>
              </Tag>
            ) : null}
            <span className="inline-flex items-center gap-1 text-sm text-muted">
              <MapPin size={16} strokeWidth={1.75} />
              {profile.location}
            </span>
          </div>
        </div>
        <p className="mt-4 max-w-[520px] text-muted lg:col-start-1 lg:row-start-2">{profile.bio}</p>
        <dl className="mt-5 flex gap-8 lg:col-start-2 lg:row-start-2 lg:self-end lg:justify-self-end lg:text-right">
          {figures.map(([value, label]) => (
            <div key={label} className="flex flex-col-reverse">
              <dt className="mt-1 text-meta text-faint">{label}</dt>
              <dd className="num text-[22px]">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-5 flex flex-wrap gap-2 lg:col-start-2 lg:row-start-1 lg:mt-0 lg:justify-end lg:self-start">
          {actions}
        </div>
      </div>
    </header>
  );
}
