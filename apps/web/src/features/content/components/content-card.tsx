import { Trans, useLingui } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import { clsx } from 'clsx';
import HandCoins from 'lucide-react/icons/hand-coins';
import MessageCircle from 'lucide-react/icons/message-circle';
import { Suspense, useState } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { PostedAge } from '../../../components/ui/posted-age.tsx';
import { RatingTag } from '../../../components/ui/rating-tag.tsx';
import { formatCompact } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';
import { lazyPart } from '../../../lib/styles.ts';
import { tileLabel } from '../labels.ts';
import { useNear } from '../use-near.ts';
import { AudienceTag } from './audience-tag.tsx';
import { ItemMenu } from './item-menu.tsx';
import { LikeButton } from './like-button.tsx';
import { LockPill } from './lock-pill.tsx';
import { Picture } from './picture.tsx';
import { countFiles, SetBadge } from './set-badge.tsx';
import { TipGoal } from './tip-goal.tsx';
import { VipNote } from './vip-note.tsx';

const Comments = lazyPart(() => import('./comments.tsx').then((module) => module.Comments));

const action =
  'press inline-flex min-h-11 items-center gap-1.5 rounded-pill px-3 text-sm font-semibold text-muted hover:bg-surface-2';

interface ContentCardProps {
  item: ContentView;
  onOpen(item: ContentView): void;
  onTip(item: ContentView): void;
  eager?: boolean;
}

/** One item in the feed or on a creator's page. */
export function ContentCard({ item, onOpen, onTip, eager = false }: ContentCardProps) {
  const { t } = useLingui();
  const [commenting, setCommenting] = useState(false);
  const [ref, isNear] = useNear<HTMLElement>();
  const near = eager || isNear;
  const { profile } = item;
  return (
    <article ref={ref} data-content-id={item.id} className="border-line border-t py-[18px] first:border-t-0 first:pt-2">
      <header className="flex items-center gap-3">
        <Avatar src={near ? profile.avatar : null} size={44} />
        <div className="min-w-0 flex-1">
          <Link
            to="/profile/:id"
            params={{ id: profile.id }}
            className="wrap-anywhere block font-semibold hover:underline"
          >
            {profile.displayName}
          </Link>
          <p className="text-meta text-faint">
            <PostedAge at={item.createdAt} />
          </p>
        </div>
        <AudienceTag item={item} />
        {item.isOwn ? null : <ItemMenu item={item} />}
      </header>
      <button
        type="button"
        aria-label={tileLabel(item)}
        onClick={() => onOpen(item)}
        className="relative isolate mt-3.5 block aspect-[4/3.4] w-full overflow-hidden rounded-card bg-surface-2 lg:aspect-[16/11]"
      >
        {near ? (
          <Picture item={item} alt="" eager={eager} sizes="(min-width: 1024px) 640px, calc(100vw - 32px)" />
        ) : null}
        {item.isLocked ? <LockPill item={item} /> : null}
        <RatingTag item={item} className="absolute top-2.5 left-2.5 bg-picture-tag text-on-picture" />
        {item.holds ? <SetBadge count={countFiles(item)} className="absolute top-2.5 right-2.5" /> : null}
      </button>
      <h3 className="d4 mt-3">{item.title}</h3>
      {item.description ? <p className="mt-1 text-muted">{item.description}</p> : null}
      <VipNote item={item} className="mt-1 text-faint text-meta" />
      <TipGoal item={item} />
      <footer className="-ml-3 mt-1 flex items-center">
        <LikeButton item={item} className={action} />
        <button
          type="button"
          aria-expanded={commenting}
          aria-label={t`Comments on ${item.title}`}
          disabled={item.isLocked}
          onClick={() => setCommenting((open) => !open)}
          className={clsx(action, 'disabled:text-faint')}
        >
          <MessageCircle size={18} strokeWidth={1.75} />
          {formatCompact(item.commentCount)}
        </button>
        <span className="flex-1" />
        {item.isOwn ? null : (
          <button
            type="button"
            onClick={() => onTip(item)}
            className="press inline-flex min-h-11 items-center gap-1.5 rounded-pill bg-gold-soft px-4 text-sm font-semibold text-gold"
          >
            <HandCoins size={18} strokeWidth={1.75} />
            <Trans>Tip</Trans>
          </button>
        )}
      </footer>
      {commenting ? (
        <Suspense fallback={null}>
          <Comments contentId={item.id} />
        </Suspense>
      ) : null}
    </article>
  );
}
