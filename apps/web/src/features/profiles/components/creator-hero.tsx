import { Trans } from '@lingui/react/macro';
import type { CreatorView } from '@vlam/contract/profiles';
import BadgeCheck from 'lucide-react/icons/badge-check';
import type { ReactNode } from 'react';
import { Tag } from '../../../components/ui/tag.tsx';

/** The creator's light across the top, with their name on it; `bar` lies over it on phones. */
export function CreatorHero({ creator, bar }: { creator: CreatorView; bar: ReactNode }) {
  return (
    <header className="relative -mx-(--gutter) h-[440px] overflow-hidden text-on-picture lg:mx-0 lg:h-[260px] lg:rounded-sheet">
      <picture>
        <source media="(min-width: 1024px)" srcSet={creator.portraits.wide} />
        <img
          src={creator.portraits.slab}
          alt=""
          fetchPriority="high"
          className="absolute inset-0 size-full bg-surface-2 object-cover object-[50%_20%]"
        />
      </picture>
      <div className="absolute inset-0 bg-linear-to-b from-[rgb(15_11_11/.3)] via-transparent via-30% to-[rgb(15_11_11/.92)] lg:bg-linear-to-r lg:from-[rgb(15_11_11/.72)] lg:via-[rgb(15_11_11/.1)] lg:via-62% lg:to-transparent" />
      <div className="absolute inset-x-4 top-0">{bar}</div>
      <div className="absolute inset-x-4 bottom-4 lg:inset-x-8 lg:bottom-7">
        <h1 tabIndex={-1} className="d2 max-w-[330px] text-[44px]! leading-[.94]! lg:max-w-[360px] lg:text-[52px]!">
          {creator.displayName}
        </h1>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {creator.isVerified ? (
            <Tag tone="glass" icon={<BadgeCheck />}>
              <Trans>Verified</Trans>
            </Tag>
          ) : null}
          <span className="text-sm text-on-picture-2">
            {creator.category} · {creator.location}
          </span>
        </div>
      </div>
    </header>
  );
}
