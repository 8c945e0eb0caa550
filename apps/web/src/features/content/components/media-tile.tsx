import { Trans, useLingui } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import AudioLines from 'lucide-react/icons/audio-lines';
import Check from 'lucide-react/icons/check';
import Eye from 'lucide-react/icons/eye';
import Heart from 'lucide-react/icons/heart';
import Image from 'lucide-react/icons/image';
import Lock from 'lucide-react/icons/lock';
import Star from 'lucide-react/icons/star';
import Video from 'lucide-react/icons/video';
import type { ReactNode } from 'react';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { RatingTag } from '../../../components/ui/rating-tag.tsx';
import { formatCompact, formatDuration } from '../../../lib/format.ts';
import { hiddenLabel, tileLabel } from '../labels.ts';
import { HoverPreview, useHover } from './hover-preview.tsx';
import { LockPill } from './lock-pill.tsx';
import { Picture } from './picture.tsx';
import { countFiles, SetBadge } from './set-badge.tsx';

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

const kinds = {
  image: { Icon: Image, label: <Trans>Photo</Trans> },
  video: { Icon: Video, label: <Trans>Video</Trans> },
  audio: { Icon: AudioLines, label: <Trans>Sound</Trans> },
};

/** Photo, video or sound, with the length of a recording once it is known; or how many files there are. */
function KindTag({ item }: { item: ContentView }) {
  const { mediaType, duration } = item;
  if (item.holds) return <SetBadge count={countFiles(item)} />;
  const { Icon, label } = kinds[mediaType];
  return (
    <GlassTag icon={<Icon size={13} strokeWidth={2.1} />}>
      {duration === null ? label : formatDuration(duration)}
    </GlassTag>
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

/** For its creator: why others do not see the item. */
function StateTag({ item }: { item: ContentView }) {
  const { i18n } = useLingui();
  const label = hiddenLabel(item);
  if (!label) return null;
  const tone = item.rules?.problem ? 'bg-danger-fill! text-on-danger!' : 'bg-on-picture! text-[#120d0c]!';
  return <span className={`${glass} ${tone}`}>{i18n._(label)}</span>;
}

interface MediaTileProps {
  item: ContentView;
  onOpen(item: ContentView): void;
  eager?: boolean;
}

/** One item of a grid; veiled with its price until unlocked. Opens the detail sheet. */
export function MediaTile({ item, onOpen, eager = false }: MediaTileProps) {
  const hover = useHover();
  return (
    <button
      {...hover.handlers}
      type="button"
      data-content-id={item.id}
      aria-label={tileLabel(item)}
      onClick={() => onOpen(item)}
      className="press relative isolate block aspect-[4/5] min-h-[10.5rem] w-full overflow-hidden rounded-md bg-surface-2 text-left text-on-picture"
    >
      <Picture item={item} alt="" eager={eager} sizes="(min-width: 1024px) 240px, calc(50vw - 20px)" />
      {item.hoverUrl && hover.isOver ? <HoverPreview src={item.hoverUrl} /> : null}
      <span
        aria-hidden
        className="absolute inset-0 bg-linear-to-b from-[rgb(10_6_6/.34)] via-[rgb(10_6_6/.1)] to-[rgb(10_6_6/.78)]"
      />
      <span aria-hidden className="absolute inset-x-2.5 top-2.5 flex flex-wrap gap-1.5">
        <KindTag item={item} />
        {/* Exclusive is said of what one may still buy. */}
        {item.isExclusive && !item.isPurchased ? (
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
        {item.isPinned ? (
          <span className={glass}>
            <Trans>Pinned</Trans>
          </span>
        ) : null}
        <StateTag item={item} />
      </span>
      {item.isLocked ? <LockPill item={item} /> : null}
      <span aria-hidden className="absolute right-3 bottom-2.5 left-3 min-w-0">
        <span className="line-clamp-2 wrap-anywhere text-sm leading-tight font-semibold">{item.title}</span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-micro text-on-picture-2">
          <span className="inline-flex items-center gap-1">
            <Heart size={14} strokeWidth={1.75} />
            {formatCompact(item.likeCount)}
          </span>
          <span className="inline-flex items-center gap-1">
            <Eye size={14} strokeWidth={1.75} />
            {formatCompact(item.viewCount)}
          </span>
          <RatingTag item={item} className="-mr-1 ml-auto bg-picture-tag text-on-picture" />
        </span>
      </span>
    </button>
  );
}
