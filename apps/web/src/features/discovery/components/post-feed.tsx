import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { InterestPost } from '@vlam/contract/discovery-activity';
import { interestKinds } from '@vlam/contract/rules/discovery';
import ArrowUp from 'lucide-react/icons/arrow-up';
import X from 'lucide-react/icons/x';
import { type ReactNode, useRef } from 'react';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { Chip, ChipRow } from '../../../components/ui/chip.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { ShowMore } from '../../../components/ui/show-more.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import type { Flames } from '../../../lib/flames.ts';
import { interestNames } from '../../../lib/interest-names.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import { feedFilter, postsQuery } from '../api.ts';
import { kindNames } from '../labels.ts';
import { useRefetchOnChange } from '../live.ts';
import { useLikePost, useRemovePost } from '../posts.ts';
import { useNewPosts } from '../use-new-posts.ts';
import { PostItem } from './post-item.tsx';

interface PostFeedProps {
  flames: Flames;
  menuOf(post: InterestPost): ReactNode;
  pictured: boolean;
}

/** The live feed: chips with counts, ten posts, and newer ones on request. */
export function PostFeed({ flames: { isFlamed, send }, menuOf, pictured }: PostFeedProps) {
  const { t, i18n } = useLingui();
  const filter = useStore(feedFilter);
  const list = useRef<HTMLDivElement>(null);
  const posts = useInfiniteQuery({ ...postsQuery(filter), placeholderData: keepPreviousData });
  const fresh = useNewPosts(filter, posts.data, list);
  useRefetchOnChange('posts', 'feed', () => void fresh.check());
  const like = useLikePost();
  const remove = useRemovePost();
  const items = posts.data?.pages.flatMap((page) => page.items) ?? [];
  const counts = posts.data?.pages[0]?.counts;
  const showNew = () => {
    fresh.show();
    list.current?.scrollIntoView({ block: 'start' });
    list.current?.focus({ preventScroll: true });
  };
  return (
    <div>
      <ChipRow label={t`What to show`}>
        {interestKinds.map((kind) => (
          <Chip
            key={kind}
            pressed={filter.kind === kind && !filter.category}
            count={counts?.[kind]}
            onClick={() => feedFilter.set({ kind, category: null })}
          >
            {i18n._(kindNames[kind])}
          </Chip>
        ))}
      </ChipRow>
      {filter.category ? (
        <p className="mt-3 flex items-center justify-between gap-3">
          <span className="font-semibold text-sm">
            <Trans>Only {i18n._(interestNames[filter.category])}</Trans>
          </span>
          <Button size="sm" icon={<X size={16} />} onClick={() => feedFilter.set({ kind: 'all', category: null })}>
            <Trans>Show all</Trans>
          </Button>
        </p>
      ) : null}
      <div ref={list} tabIndex={-1} className="relative mt-3 scroll-mt-36 outline-none">
        <div role="status" className="sticky top-[calc(var(--bar-top)+8px)] z-10 flex h-0 justify-center">
          {fresh.count > 0 ? (
            <button
              type="button"
              onClick={showNew}
              className={buttonStyle({ variant: 'bone', size: 'sm', className: 'rise h-11 shrink-0 shadow-pop' })}
            >
              <ArrowUp size={16} />
              {t`${plural(fresh.count, { one: '# new post', other: '# new posts' })}`}
            </button>
          ) : null}
        </div>
        {posts.data ? (
          items.length === 0 ? (
            <EmptyState
              heading="h3"
              title={<Trans>Quiet just now</Trans>}
              text={t`Nobody has posted about this today. Say what you are in the mood for.`}
              action={
                <Link to="/create-interest" className={buttonStyle({ variant: 'bone' })}>
                  <Trans>Post Your Interest</Trans>
                </Link>
              }
            />
          ) : (
            <div className="*:first:border-t-0" aria-busy={posts.isPlaceholderData}>
              {items.map((post) => (
                <PostItem
                  key={post.id}
                  post={post}
                  pictured={pictured}
                  flamed={isFlamed(post.person)}
                  onLike={() => like.mutate(post.id)}
                  onConnect={() => send(post.person)}
                  onRemove={() => remove(post)}
                  menu={post.isOwn ? null : menuOf(post)}
                />
              ))}
            </div>
          )
        ) : posts.error ? (
          <ErrorState error={posts.error} onRetry={() => void posts.refetch()} />
        ) : (
          <Loading label={t`Loading posts`}>
            <SkeletonRows count={8} />
          </Loading>
        )}
      </div>
      <ShowMore list={posts} full className="mt-4" />
    </div>
  );
}
