import { useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ComponentProps, ReactNode } from 'react';
import { type Choice, ChoiceBox } from '../../../components/staff-lists/choice-box.tsx';
import { queueRow } from '../../../components/staff-lists/queue-list.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { RatingTag } from '../../../components/ui/rating-tag.tsx';

export interface ContentRowProps {
  item: ComponentProps<typeof RatingTag>['item'] & {
    title: string;
    createdAt: string;
    profile: { displayName: string };
  };
  onOpen(): void;
  /** While rows are chosen. */
  choice?: Choice;
  /** Below title and creator. */
  children?: ReactNode;
}

/** An item in a list of staff: title, creator, age and rating, without its picture. */
export function ContentRow({ item, onOpen, choice, children }: ContentRowProps) {
  const { t } = useLingui();
  return (
    <li className={clsx('flex items-center border-line border-t first:border-t-0', choice?.isChosen && 'bg-surface-1')}>
      {choice ? <ChoiceBox choice={choice} label={t`Choose ${item.title}`} /> : null}
      <button
        type="button"
        onClick={onOpen}
        className={`${queueRow} flex min-h-16 min-w-0 flex-1 flex-wrap items-center gap-3 py-2.5 text-left`}
      >
        <span className="min-w-[8rem] flex-1">
          <span className="block wrap-anywhere font-semibold">{item.title}</span>
          <span className="block wrap-anywhere text-muted text-sm">
            {item.profile.displayName} · <PostedAge at={item.createdAt} />
          </span>
          {children}
        </span>
        <RatingTag item={item} />
        <ChevronRight size={18} aria-hidden className="shrink-0 text-faint" />
      </button>
    </li>
  );
}
