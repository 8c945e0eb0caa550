import { useLingui } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import { clsx } from 'clsx';
import Heart from 'lucide-react/icons/heart';
import { formatCompact } from '../../../lib/format.ts';
import { toastError } from '../../../lib/toast.ts';
import { useToggleLike } from '../api.ts';

/** Likes of an item: a button for viewers with access, else only the number. */
export function LikeButton({ item, className }: { item: ContentView; className: string }) {
  const { t } = useLingui();
  const like = useToggleLike({ onError: () => toastError(t`Error`, t`Failed to update like`) });
  const likes = formatCompact(item.likeCount);
  if (item.isLocked)
    return (
      <span role="img" aria-label={t`${likes} likes`} className={clsx(className, 'text-faint! hover:bg-transparent!')}>
        <Heart size={18} strokeWidth={1.75} aria-hidden />
        {likes}
      </span>
    );
  return (
    <button
      type="button"
      aria-pressed={item.liked}
      aria-label={t`Like ${item.title}`}
      onClick={() => like.mutate(item.id)}
      className={clsx(className, item.liked && 'text-ember-text!')}
    >
      <Heart size={18} strokeWidth={1.75} fill={item.liked ? 'currentColor' : 'none'} />
      {likes}
    </button>
  );
}
