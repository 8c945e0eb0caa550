import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type StudioList, type StudioSort, studioLists, studioSorts } from '@vlam/contract/rules/studio';
import ArrowDownWideNarrow from 'lucide-react/icons/arrow-down-wide-narrow';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import List from 'lucide-react/icons/list';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { Segment } from '../../../components/ui/choice.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PageTitle } from '../../../components/ui/page-title.tsx';
import { NextPageError, ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Link } from '../../../lib/router.tsx';
import { type Post, postsQuery } from '../api.ts';
import { listLabels, sortLabels } from '../labels.ts';
import { type PostsView, usePostsView } from '../view-choice.ts';
import { columns, PostRow } from './post-row.tsx';
import { PostTile } from './post-tile.tsx';
import { StudioParts } from './studio-parts.tsx';

interface StudioPostsProps {
  list: StudioList;
  onList(list: StudioList): void;
  onOpen(post: Post): void;
}

const tiles = 'grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3 xl:grid-cols-4';

/** The chips scroll on phones: the chosen one is in view, also when an address chose it. */
const scrollToChip = (chip: HTMLButtonElement | null): void =>
  chip?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** All posts of a creator, as rows or tiles, by state. */
export function StudioPosts({ list, onList, onOpen }: StudioPostsProps) {
  const { t, i18n } = useLingui();
  const [sort, setSort] = useState<StudioSort>('newest');
  const [view, setView] = usePostsView();
  const posts = useInfiniteQuery(postsQuery({ list, sort }));
  const { data, error, refetch, fetchNextPage } = posts;
  const counts = data?.pages[0]?.counts;
  const ids = new Set<string>();
  // A post whose figures changed between two pages may be in both.
  const items = data?.pages
    .flatMap((page) => page.items)
    .filter(({ item: { id } }) => !ids.has(id) && Boolean(ids.add(id)));
  const isEmpty = counts && Object.values(counts).every((count) => count === 0);
  const total = counts ? formatNumber(counts.all) : null;
  return (
    <>
      <StudioParts here="/studio" />
      <PageTitle
        size="d3"
        className="items-center! pt-1!"
        aside={
          isEmpty ? null : (
            <div className="flex flex-wrap items-center gap-2">
              <SortChoice sort={sort} onChange={setSort} />
              <Segment<PostsView>
                label={t`How posts are shown`}
                value={view}
                onChange={setView}
                options={[
                  { value: 'list', label: <Shown icon={<List size={20} />} label={t`Rows`} /> },
                  { value: 'grid', label: <Shown icon={<LayoutGrid size={20} />} label={t`Tiles`} /> },
                ]}
              />
              <Link to="/create" className={buttonStyle({ variant: 'primary', className: 'max-lg:hidden!' })}>
                <Plus size={18} />
                <Trans>New post</Trans>
              </Link>
            </div>
          )
        }
      >
        {total === null ? (
          <Trans>Posts</Trans>
        ) : (
          <>
            <span className="num text-[2.75rem] lg:text-[3.5rem]">{total}</span>{' '}
            <Plural value={counts?.all ?? 0} one="post" other="posts" />
          </>
        )}
      </PageTitle>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !items ? (
        <PostsLoading view={view} />
      ) : isEmpty ? (
        <EmptyState
          title={<Trans>Your first post goes here</Trans>}
          text={<Trans>A picture, a set, a film or a sound. Free, for subscribers or for credits.</Trans>}
          action={
            <Link to="/create" className={buttonStyle({ variant: 'primary' })}>
              <Plus size={18} />
              <Trans>New post</Trans>
            </Link>
          }
        />
      ) : (
        <div aria-busy={posts.isPlaceholderData}>
          <ChipRow label={t`Posts by state`} className="mt-3 lg:mt-5">
            {studioLists.map((each) =>
              each === 'removed' && counts?.removed === 0 && list !== 'removed' ? null : (
                <Chip
                  key={each}
                  ref={each === list ? scrollToChip : undefined}
                  pressed={each === list}
                  count={counts ? formatNumber(counts[each]) : undefined}
                  onClick={() => onList(each)}
                >
                  {i18n._(listLabels[each])}
                </Chip>
              ),
            )}
          </ChipRow>
          {items.length === 0 ? (
            <NothingHere list={list} onAll={() => onList('all')} />
          ) : view === 'grid' ? (
            <ul aria-label={t`Posts`} className={`${tiles} mt-4`}>
              {items.map((post) => (
                <PostTile key={post.item.id} post={post} onOpen={() => onOpen(post)} />
              ))}
            </ul>
          ) : (
            <>
              <div
                aria-hidden
                className={`mt-5 hidden items-center border-line-strong border-b pb-2 font-semibold text-meta text-muted lg:grid ${columns}`}
              >
                <span className="col-span-2">
                  <Trans>Post</Trans>
                </span>
                <span>
                  <Trans>Opens for</Trans>
                </span>
                <span>
                  <Trans>State</Trans>
                </span>
                <span className="text-right">
                  <Trans>Views</Trans>
                </span>
                <span className="text-right">
                  <Trans>Sold</Trans>
                </span>
                <span className="text-right">
                  <Trans>Earned</Trans>
                </span>
              </div>
              <ul aria-label={t`Posts`} className="mt-2 lg:mt-0">
                {items.map((post) => (
                  <PostRow key={post.item.id} post={post} onOpen={() => onOpen(post)} />
                ))}
              </ul>
            </>
          )}
          {posts.isFetchNextPageError ? (
            <NextPageError error={error} onRetry={() => void fetchNextPage()} />
          ) : (
            <ShowMore list={posts} full className="mt-6" />
          )}
        </div>
      )}
    </>
  );
}

function Shown({ icon, label }: { icon: React.ReactNode; label: string }) {
  return (
    <>
      {icon}
      <span className="sr-only">{label}</span>
    </>
  );
}

/** The native select under one icon on phones, and with its text from 600 px. */
function SortChoice({ sort, onChange }: { sort: StudioSort; onChange(sort: StudioSort): void }) {
  const { t, i18n } = useLingui();
  return (
    <label className="press relative inline-flex h-11 min-w-11 items-center justify-center gap-2 rounded-pill px-3 font-semibold text-muted text-sm has-focus-visible:outline-2 has-focus-visible:outline-(--focus) hover:bg-surface-2">
      <ArrowDownWideNarrow size={20} strokeWidth={1.75} aria-hidden />
      <span aria-hidden className="hidden sm:inline">
        {i18n._(sortLabels[sort])}
      </span>
      <select
        aria-label={t`Order of the posts`}
        value={sort}
        onChange={(event) => onChange(event.currentTarget.value as StudioSort)}
        className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
      >
        {studioSorts.map((each) => (
          <option key={each} value={each}>
            {i18n._(sortLabels[each])}
          </option>
        ))}
      </select>
    </label>
  );
}

function NothingHere({ list, onAll }: { list: StudioList; onAll(): void }) {
  return (
    <EmptyState
      title={
        list === 'scheduled' ? (
          <Trans>Nothing is scheduled</Trans>
        ) : list === 'drafts' ? (
          <Trans>No drafts</Trans>
        ) : list === 'review' ? (
          <Trans>Nothing waits for a moderator</Trans>
        ) : list === 'archived' ? (
          <Trans>The archive is empty</Trans>
        ) : list === 'removed' ? (
          <Trans>Nothing was taken down</Trans>
        ) : (
          <Trans>Nothing is published</Trans>
        )
      }
      text={
        list === 'archived' ? (
          <Trans>What you archive leaves your page and stays with those who bought it.</Trans>
        ) : undefined
      }
      action={
        list === 'all' ? undefined : (
          <button type="button" onClick={onAll} className={buttonStyle({ variant: 'bone' })}>
            <Trans>Show all posts</Trans>
          </button>
        )
      }
    />
  );
}

function PostsLoading({ view }: { view: PostsView }) {
  const { t } = useLingui();
  const boxes = ['a', 'b', 'c', 'd', 'e', 'f'];
  return (
    <Loading label={t`Loading your posts`} className="mt-3">
      <div className="flex gap-2 overflow-hidden">
        {boxes.slice(0, 4).map((box) => (
          <Skeleton key={box} className="h-11 w-28 shrink-0 rounded-pill" />
        ))}
      </div>
      {view === 'grid' ? (
        <div className={`${tiles} mt-5`}>
          {boxes.map((box) => (
            <Skeleton key={box} className="aspect-[4/5] rounded-card" />
          ))}
        </div>
      ) : (
        boxes.map((box) => (
          <div key={box} className="mt-6 flex items-center gap-3.5">
            <Skeleton className="h-19 w-15 shrink-0 rounded-sm" />
            <div className="flex flex-1 flex-col gap-2.5">
              <Skeleton className="h-4 w-3/5 rounded-[7px]" />
              <Skeleton className="h-3 w-2/5 rounded-[6px]" />
              <Skeleton className="h-3 w-1/2 rounded-[6px]" />
            </div>
          </div>
        ))
      )}
    </Loading>
  );
}
