import { Trans, useLingui } from '@lingui/react/macro';
import { formatNumber, formatRand } from '../../../lib/format.ts';
import type { Post } from '../api.ts';
import { kindText } from '../labels.ts';
import { PostPicture } from './post-picture.tsx';
import { StateTag } from './state-tag.tsx';

/** One post as a tile; opens what one can do with it. */
export function PostTile({ post, onOpen }: { post: Post; onOpen(): void }) {
  const { t } = useLingui();
  const { item, sold, earnedCents, publishedAt } = post;
  return (
    <li className="relative isolate aspect-[4/5] min-h-[10.5rem] overflow-hidden rounded-card bg-surface-2 text-on-picture">
      <PostPicture post={post} sizes="(min-width: 1024px) 240px, calc(50vw - 20px)" />
      <span
        aria-hidden
        className="absolute inset-0 bg-linear-to-b from-[rgb(10_6_6/.34)] via-[rgb(10_6_6/.1)] to-[rgb(10_6_6/.82)]"
      />
      <span className="absolute inset-x-2.5 top-2.5 flex flex-wrap gap-1.5">
        <StateTag post={post} glass />
        <span className="inline-flex min-h-6 items-center rounded-pill bg-picture-tag px-2.5 font-semibold text-micro">
          {kindText(post)}
        </span>
      </span>
      <span className="absolute right-3 bottom-2.5 left-3 min-w-0">
        <span className="line-clamp-2 wrap-anywhere font-semibold text-sm leading-tight">{item.title}</span>
        {publishedAt === null ? null : (
          <span className="mt-1 flex flex-wrap justify-between gap-x-2 text-meta tabular-nums">
            <span className="text-on-picture-2">
              <Trans>{formatNumber(sold)} sold</Trans>
            </span>
            <span className="font-semibold">{formatRand(earnedCents / 100)}</span>
          </span>
        )}
      </span>
      <button
        type="button"
        aria-label={t`More for ${item.title}`}
        data-post={item.id}
        onClick={onOpen}
        className="absolute inset-0 rounded-card -outline-offset-2"
      />
    </li>
  );
}
