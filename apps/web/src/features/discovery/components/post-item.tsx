import { Trans, useLingui } from '@lingui/react/macro';
import type { InterestPost } from '@vlam/contract/discovery-activity';
import { clsx } from 'clsx';
import Flame from 'lucide-react/icons/flame';
import Heart from 'lucide-react/icons/heart';
import Trash from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { ShortAge } from '../../../components/ui/short-age.tsx';
import { Tag } from '../../../components/ui/tag.tsx';
import { formatCompact } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';
import { kindNames } from '../labels.ts';

export const textAction =
  'press inline-flex min-h-11 items-center gap-1.5 rounded-pill px-3 font-semibold text-muted text-sm hover:bg-surface-2 disabled:text-faint';

interface PostItemProps {
  post: InterestPost;
  flamed: boolean;
  onLike(): void;
  onConnect(): void;
  onRemove(): void;
  /** Menu: report, block. */
  menu?: ReactNode;
  pictured: boolean;
}

/** One interest post. */
export function PostItem({ post, flamed, onLike, onConnect, onRemove, menu, pictured }: PostItemProps) {
  const { t, i18n } = useLingui();
  const { person, isOwn, liked, likeCount } = post;
  const name = person.displayName;
  return (
    <article
      aria-label={t`Post by ${name}`}
      data-post-id={post.id}
      className="grid grid-cols-[48px_minmax(0,1fr)] gap-x-3 border-line border-t pt-3.5 pb-1.5"
    >
      <Avatar src={pictured ? person.avatarUrl : null} size={48} online={person.isOnline} />
      <div>
        <header className="flex flex-wrap items-start gap-x-2">
          <div className="flex min-w-0 flex-[1_1_8em] flex-wrap items-baseline gap-x-2">
            <Link
              to="/profile/:id"
              params={{ id: person.id }}
              className="-my-2.5 wrap-anywhere min-w-0 py-2.5 font-semibold hover:underline"
            >
              {isOwn ? <Trans>You</Trans> : person.age === null ? name : `${name}, ${person.age}`}
            </Link>
            <p className="wrap-anywhere min-w-0 text-faint text-meta">
              {person.location}{' '}
              <span className="whitespace-nowrap">
                · <ShortAge at={post.createdAt} />
              </span>
            </p>
          </div>
          <Tag tone="outline">{i18n._(kindNames[post.kind])}</Tag>
        </header>
        <p className="wrap-anywhere mt-1 text-button text-muted leading-[1.45]!">{post.text}</p>
        <footer className="-ml-3 flex items-center gap-1">
          <button
            type="button"
            aria-pressed={liked}
            aria-label={t`Like, ${likeCount}`}
            onClick={onLike}
            className={clsx(textAction, liked && 'text-ember-text!')}
          >
            <Heart size={18} fill={liked ? 'currentColor' : 'none'} />
            {formatCompact(likeCount)}
          </button>
          {isOwn ? (
            <button type="button" onClick={onRemove} className={textAction}>
              <Trash size={18} />
              <Trans>Take down</Trans>
            </button>
          ) : (
            <button type="button" aria-pressed={flamed} disabled={flamed} onClick={onConnect} className={textAction}>
              <Flame size={18} className={flamed ? 'text-ember-line' : undefined} />
              {flamed ? <Trans>Flame sent</Trans> : <Trans>Connect</Trans>}
            </button>
          )}
          <span className="ml-auto">{menu}</span>
        </footer>
      </div>
    </article>
  );
}
