import type { ContentView } from '@vlam/contract/content';
import AudioLines from 'lucide-react/icons/audio-lines';
import Image from 'lucide-react/icons/image';
import Video from 'lucide-react/icons/video';
import { formatDuration } from '../../../lib/format.ts';
import { tileLabel } from '../labels.ts';
import { LockPill } from './lock-pill.tsx';
import { Picture } from './picture.tsx';

const icons = { image: Image, video: Video, audio: AudioLines };

interface KeptTileProps {
  item: ContentView;
  onOpen(item: ContentView): void;
  eager: boolean;
}

/** One of the viewer's own things: names its creator, and not that it is owned. */
export function KeptTile({ item, onOpen, eager }: KeptTileProps) {
  const Icon = icons[item.mediaType];
  return (
    <button
      type="button"
      data-content-id={item.id}
      aria-label={`${tileLabel(item)}. ${item.profile.displayName}`}
      onClick={() => onOpen(item)}
      className="press relative isolate block aspect-[4/5] min-h-[10.5rem] w-full overflow-hidden rounded-md bg-surface-2 text-left text-on-picture"
    >
      <Picture item={item} alt="" eager={eager} sizes="(min-width: 1024px) 240px, calc(50vw - 20px)" />
      <span
        aria-hidden
        className="absolute inset-0 bg-linear-to-b from-[rgb(10_6_6/.34)] via-[rgb(10_6_6/.1)] to-[rgb(10_6_6/.78)]"
      />
      <span
        aria-hidden
        className="absolute top-2.5 left-2.5 inline-flex h-6 items-center gap-1 rounded-pill bg-picture-tag px-2 font-semibold text-micro text-on-picture"
      >
        <Icon size={13} strokeWidth={2.1} />
        {item.duration === null ? null : formatDuration(item.duration)}
      </span>
      {item.isLocked ? <LockPill item={item} /> : null}
      <span aria-hidden className="absolute right-3 bottom-2.5 left-3 min-w-0">
        <span className="line-clamp-2 wrap-anywhere font-semibold text-sm leading-tight">{item.title}</span>
        <span className="mt-0.5 block truncate text-micro text-on-picture-2">{item.profile.displayName}</span>
      </span>
    </button>
  );
}
