import { Plural, Trans, useLingui } from '@lingui/react/macro';
import Check from 'lucide-react/icons/check';
import Images from 'lucide-react/icons/images';
import Star from 'lucide-react/icons/star';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { PaidRand } from '../../../components/ui/paid-rand.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { VerifiedBadge } from '../../../components/ui/verified-badge.tsx';
import { formatNumber } from '../../../lib/numbers.ts';
import type { BundleView } from '../api.ts';
import { Rating } from './rating.tsx';

interface BundleCardProps {
  bundle: BundleView;
  eager: boolean;
  onOpen(bundle: BundleView): void;
}

/** A bundle with its title, creator, rating and price; opens its sheet. */
export function BundleCard({ bundle, eager, onOpen }: BundleCardProps) {
  const { t } = useLingui();
  const { title, creatorName, creatorVerified, mediaCount, price, originalPrice } = bundle;
  const isOpen = bundle.isPurchased || bundle.isOwn;
  return (
    <button type="button" onClick={() => onOpen(bundle)} className="press group flex h-full w-full flex-col text-left">
      <span className="relative isolate flex aspect-[4/3] w-full flex-col justify-end overflow-clip rounded-card bg-[#221b19] p-4 pt-12 text-on-picture">
        <img
          src={bundle.previewImage}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          className="absolute inset-0 -z-1 size-full object-cover"
        />
        <span
          aria-hidden
          className="absolute inset-0 -z-1 bg-linear-to-b from-[rgb(10_6_6/.1)] from-25% to-[rgb(10_6_6/.86)]"
        />
        <span className="absolute top-3 left-3 flex flex-wrap gap-1.5 pr-3">
          <Tag tone="glass" icon={<Images />}>
            <Plural value={mediaCount} one="# item" other="# items" />
          </Tag>
          {bundle.isExclusive ? (
            <Tag tone="glass" icon={<Star />}>
              <Trans>Exclusive</Trans>
            </Tag>
          ) : null}
          {bundle.isPurchased ? (
            <Tag tone="glass" icon={<Check />} className="text-picture-green!">
              <Trans>Owned</Trans>
            </Tag>
          ) : null}
        </span>
        <span className="d3 line-clamp-3">{title}</span>
        <span className="mt-2.5 flex items-center gap-2 text-on-picture-2 text-sm">
          <Avatar src={bundle.creatorImage} size={32} />
          <span className="wrap-anywhere min-w-0">{creatorName}</span>
          {creatorVerified ? <VerifiedBadge className="shrink-0 text-[#86b6ff]" /> : null}
          <Rating
            rating={bundle.rating}
            reviews={bundle.reviews}
            isOnPicture
            className="ml-auto shrink-0 font-semibold text-on-picture"
          />
        </span>
      </span>
      <span className="mt-2 flex min-h-12 w-full flex-wrap items-center justify-center gap-x-2 rounded-[24px] bg-surface-2 px-4 py-2 font-semibold text-button leading-tight group-hover:bg-surface-3">
        {isOpen ? (
          <Trans>Open it</Trans>
        ) : (
          <>
            <span className="inline-flex items-center gap-1.5">
              <Trans comment="Before a price in credits">Buy for</Trans>
              <span className="num inline-flex items-center gap-1.5 text-[1.0625rem] text-gold">
                <CreditToken />
                <span aria-hidden>{formatNumber(price)}</span>
                <span className="sr-only">{t`${price} credits`}</span>
              </span>
            </span>
            {originalPrice !== null && originalPrice > price ? (
              <del className="font-normal text-faint text-meta tabular-nums">
                <span className="sr-only">
                  <Trans>instead of</Trans>{' '}
                </span>
                {formatNumber(originalPrice)}
              </del>
            ) : null}
            <PaidRand
              credits={price}
              className="basis-full text-center font-normal text-faint text-meta tabular-nums"
            />
          </>
        )}
      </span>
    </button>
  );
}
