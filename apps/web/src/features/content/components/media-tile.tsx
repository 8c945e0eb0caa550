import { Trans } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import Check from 'lucide-react/icons/check';
import Eye from 'lucide-react/icons/eye';
import Heart from 'lucide-react/icons/heart';
import Image from 'lucide-react/icons/image';
import Lock from 'lucide-react/icons/lock';
import Star from 'lucide-react/icons/star';
import Video from 'lucide-react/icons/video';
import type { ReactNode } from 'react';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { formatCompact, formatDuration } from '../../../lib/format.ts';
import { tileLabel } from '../labels.ts';
import { LockPill } from './lock-pill.tsx';
import { Picture } from './picture.tsx';

const glass =
  'inline-flex h-6 items-center gap-1 rounded-pill bg-picture-tag px-2 text-micro font-semibold text-on-picture';

function GlassTag({ icon, children, className = '' }: { icon: ReactNode; children: ReactNode; className?: string }) {
  return (
    <span className={`${glass} ${className}`}>
      {icon}
      {children}
    </span>
  );
}

/** Shown to the creator only: the price for others. */
const OwnPrice = ({ price }: { price: number }) =>
  price > 0 ? (
    <GlassTag icon={<CreditToken />} className="num ml-auto text-picture-gold!">
      {price}
    </GlassTag>
  ) : (
    <GlassTag icon={<Lock size={13} strokeWidth={2.1} />} className="ml-auto">
      <Trans>Subscribers</Trans>
    </GlassTag>
  );

interface MediaTileProps {
  item: ContentView;
  onOpen(item: ContentView): void;
  eager?: boolean;
}

/** One item of a grid; veiled with its price until unlocked. Opens the detail sheet. */
export function MediaTile({ item, onOpen, eager = false }: MediaTileProps) {
  const isVideo = item.mediaType === 'video';
  return (
    <button
      type="button"
      data-content-id={item.id}
      aria-label={tileLabel(item)}
      onClick={() => onOpen(item)}
      className="press relative isolate block aspect-[4/5] min-h-[10.5rem] w-full overflow-hidden rounded-md bg-surface-2 text-left text-on-picture"
    >
      <Picture item={item} alt="" eager={eager} sizes="(min-width: 1024px) 240px, calc(50vw - 20px)" />
      <span
        aria-hidden
        className="absolute inset-0 bg-linear-to-b from-[rgb(10_6_6/.34)] via-[rgb(10_6_6/.1)] to-[rgb(10_6_6/.78)]"
      />
      <span aria-hidden className="absolute inset-x-2.5 top-2.5 flex flex-wrap gap-1.5">
        <GlassTag icon={isVideo ? <Video size={13} strokeWidth={2.1} /> : <Image size={13} strokeWidth={2.1} />}>
          {isVideo && item.duration !== null ? (
            formatDuration(item.duration)
          ) : isVideo ? (
            <Trans>Video</Trans>
          ) : (
            <Trans>Photo</Trans>
          )}
        </GlassTag>
        {item.isExclusive ? (
          <GlassTag icon={<Star size={13} strokeWidth={2.1} />}>
            <Trans>Exclusive</Trans>
          </GlassTag>
        ) : null}
        {item.isPurchased ? (
          <GlassTag icon={<Check size={13} strokeWidth={2.1} />} className="ml-auto text-picture-green!">
            <Trans>Owned</Trans>
          </GlassTag>
        ) : null}
        {item.isOwn && item.isPremium ? <OwnPrice price={item.price} /> : null}
      </span>
      {item.isLocked ? <LockPill price={item.price} /> : null}
      <span aria-hidden className="absolute right-3 bottom-2.5 left-3 min-w-0">
        <span className="line-clamp-2 wrap-anywhere text-sm leading-tight font-semibold">{item.title}</span>
        <span className="mt-0.5 flex items-center gap-2.5 text-micro text-on-picture-2">
          <span className="inline-flex items-center gap-1">
            <Heart size={14} strokeWidth={1.75} />
            {formatCompact(item.likeCount)}
          </span>
          <span className="inline-flex items-center gap-1">
            <Eye size={14} strokeWidth={1.75} />
            {formatCompact(item.viewCount)}
          </span>
        </span>
      </span>
    </button>
  );
}
