import { Plural, Trans, useLingui } from '@lingui/react/macro';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Eye from 'lucide-react/icons/eye';
import Pencil from 'lucide-react/icons/pencil';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { formatCompact, formatNumber, formatRand } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';
import type { Post } from '../api.ts';
import { kindText } from '../labels.ts';
import { PostPicture } from './post-picture.tsx';
import { StateTag } from './state-tag.tsx';

/** Columns from 1024 px, of the rows and of their heading. */
export const columns = 'lg:grid-cols-[60px_minmax(0,1fr)_minmax(0,11rem)_9.5rem_4rem_4rem_6rem_88px] lg:gap-x-4';

/** Moderators decide about these, or nothing is left to change. */
export const canEdit = ({ state }: Post): boolean => state !== 'flagged' && state !== 'removed';

/** One post with its figures; a tap anywhere opens what one can do with it. */
export function PostRow({ post, onOpen }: { post: Post; onOpen(): void }) {
  const { t } = useLingui();
  const { item, sold, earnedCents, publishedAt } = post;
  const wasShown = publishedAt !== null;
  return (
    <li
      className={`relative grid grid-cols-[60px_minmax(0,1fr)_44px] items-center gap-x-3.5 border-line border-t py-3 first:border-t-0 hover:bg-surface-1 ${columns}`}
    >
      <span className="h-19 w-15 overflow-hidden rounded-sm">
        <PostPicture post={post} sizes="60px" />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-semibold">{item.title}</span>
          <span className="lg:hidden">
            <StateTag post={post} />
          </span>
        </p>
        <p className="mt-0.5 text-faint text-sm">
          <span className="lg:hidden">
            <Audience post={post} /> ·{' '}
          </span>
          {kindText(post)}
        </p>
        {wasShown ? (
          <p className="mt-1 flex flex-wrap gap-x-3.5 text-muted text-sm tabular-nums lg:hidden">
            <span className="inline-flex items-center gap-1.5">
              <Eye size={16} strokeWidth={1.75} aria-hidden />
              <span aria-hidden>{formatCompact(item.viewCount)}</span>
              <span className="sr-only">
                <Plural value={item.viewCount} one="# view" other="# views" />
              </span>
            </span>
            <span>
              <Trans>{formatNumber(sold)} sold</Trans>
            </span>
            <span className="font-semibold text-ink">{formatRand(earnedCents / 100)}</span>
          </p>
        ) : null}
      </div>
      <p className="hidden text-muted text-sm lg:block">
        <Audience post={post} />
      </p>
      <div className="hidden text-muted text-sm lg:block">
        {post.state === 'published' && post.pin === null ? <Trans>Published</Trans> : <StateTag post={post} />}
      </div>
      <Figure>{wasShown ? formatCompact(item.viewCount) : null}</Figure>
      <Figure>{wasShown ? formatNumber(sold) : null}</Figure>
      <Figure strong>{wasShown ? formatRand(earnedCents / 100) : null}</Figure>
      <div className="flex justify-end">
        {canEdit(post) ? (
          <Link
            to="/create"
            search={{ item: item.id }}
            aria-label={t`Edit ${item.title}`}
            className="press relative z-10 hidden size-11 items-center justify-center rounded-pill hover:bg-surface-2 lg:inline-flex"
          >
            <Pencil size={20} strokeWidth={1.75} />
          </Link>
        ) : null}
        {/* The button's area is the row. */}
        <IconButton
          label={t`More for ${item.title}`}
          onClick={onOpen}
          className="static! after:absolute after:inset-0"
          data-post={item.id}
        >
          <EllipsisVertical size={20} />
        </IconButton>
      </div>
    </li>
  );
}

/** Who opens a post: everybody, subscribers, or subscribers and who pays its price. */
function Audience({ post: { opensFor, item } }: { post: Post }) {
  const { price } = item;
  if (opensFor === 'free') return <Trans>Public</Trans>;
  if (opensFor === 'subscribers') return <Trans>VIP Only</Trans>;
  return (
    <Trans>
      VIP Only or <CreditPrice credits={price} size="sm" ofAnother className="align-[-0.16em]" />
    </Trans>
  );
}

function Figure({ strong = false, children }: { strong?: boolean; children: string | null }) {
  return (
    <p
      aria-hidden={children === null}
      className={`hidden text-right tabular-nums lg:block ${strong && children ? 'num text-[1.0625rem]' : 'text-muted text-sm'}`}
    >
      {children ?? '–'}
    </p>
  );
}
