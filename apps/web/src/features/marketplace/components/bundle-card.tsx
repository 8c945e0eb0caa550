import { Plural, Trans } from '@lingui/react/macro';
import Check from 'lucide-react/icons/check';
import Images from 'lucide-react/icons/images';
import Star from 'lucide-react/icons/star';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { VerifiedBadge } from '../../../components/ui/verified-badge.tsx';
import type { BundleView } from '../api.ts';
import { Rating } from './rating.tsx';

interface BundleCardProps {
  bundle: BundleView;
  eager: boolean;
  onOpen(bundle: BundleView): void;
}

/** A bundle with its picture, creator and price; opens its sheet. */
export function BundleCard({ bundle, eager, onOpen }: BundleCardProps) {
  const { title, creatorName, creatorVerified, mediaCount, price, originalPrice } = bundle;
  return (
    <button type="button" onClick={() => onOpen(bundle)} className="press group block w-full text-left">
      <span className="relative block aspect-[4/3] overflow-hidden rounded-card bg-surface-2">
        <img
          src={bundle.previewImage}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          className="absolute inset-0 size-full object-cover"
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
        </span>
        {bundle.isPurchased ? (
          <span className="absolute top-3 right-3">
            <Tag tone="glass" icon={<Check />} className="text-picture-green!">
              <Trans>Owned</Trans>
            </Tag>
          </span>
        ) : null}
      </span>
      <span className="mt-3 block px-0.5">
        <span className="d4 line-clamp-2">{title}</span>
        <span className="mt-1 flex items-center gap-1.5 text-meta text-muted">
          <span className="wrap-anywhere">{creatorName}</span>
          {creatorVerified ? <VerifiedBadge className="text-info" /> : null}
          <Rating rating={bundle.rating} reviews={bundle.reviews} className="ml-auto shrink-0" />
        </span>
        <CreditPrice credits={price} instead={originalPrice} className="mt-2.5" />
      </span>
    </button>
  );
}
