import type { ContentView } from '@vlam/contract/content';
import { clsx } from 'clsx';
import Images from 'lucide-react/icons/images';

/** How many files an item of several holds; with `place`, which of them is shown. */
export function SetBadge({ count, place, className }: { count: number; place?: number; className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'num inline-flex h-6 items-center gap-1 rounded-pill bg-picture-tag px-2 font-semibold text-micro text-on-picture',
        className,
      )}
    >
      {place === undefined ? <Images size={13} strokeWidth={2.1} /> : null}
      {place === undefined ? count : `${place}/${count}`}
    </span>
  );
}

/** Files of an item; 1 unless it holds several. */
export const countFiles = ({ holds }: Pick<ContentView, 'holds'>): number =>
  holds ? holds.pictures + holds.videos : 1;
