import { useLingui } from '@lingui/react/macro';
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { InterestPost } from '@vlam/contract/discovery-activity';
import { api, keyOf } from '../../lib/api.ts';
import { type PostPage, refetchPosts } from './api.ts';
import { useLike, useUndoableRemoval } from './changes.ts';

export type Feed = InfiniteData<PostPage, unknown>;

/** Changes the posts of every cached list. */
export function changePosts(client: QueryClient, change: (posts: InterestPost[]) => InterestPost[]): void {
  client.setQueriesData<Feed>(
    { queryKey: keyOf('interestPosts') },
    (feed) => feed && { ...feed, pages: feed.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );
}

const changeOne = (client: QueryClient, id: string, change: (post: InterestPost) => InterestPost) =>
  changePosts(client, (posts) => posts.map((post) => (post.id === id ? change(post) : post)));

export const useLikePost = () => useLike(changeOne, (id) => api.likeInterestPost({ params: { id } }));

export function useRemovePost() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useUndoableRemoval<InterestPost>({
    hide: ({ id }) => changePosts(client, (posts) => posts.filter((post) => post.id !== id)),
    refetch: () => void refetchPosts(client),
    remove: ({ id }) => api.deleteInterestPost({ params: { id } }),
    done: t`Your post is taken down`,
    failed: t`Your post is still there`,
  });
}

/** Merges the newest page into the posts on the screen: counts update, and deleted posts are removed. */
export function mergeNewest(feed: Feed, newest: PostPage): Feed {
  const byId = new Map(newest.items.map((post) => [post.id, post]));
  const oldest = newest.nextCursor === null ? '' : (newest.items.at(-1)?.createdAt ?? '');
  const isDeleted = (post: InterestPost) => post.createdAt > oldest && !byId.has(post.id);
  return {
    ...feed,
    pages: feed.pages.map((page, index) => ({
      ...page,
      ...(index === 0 ? { counts: newest.counts } : {}),
      items: page.items.flatMap((post) => byId.get(post.id) ?? (isDeleted(post) ? [] : post)),
    })),
  };
}

/** Posts of the newest page that are not on the screen. */
export function unseenPosts(feed: Feed, newest: PostPage): InterestPost[] {
  const known = new Set(feed.pages.flatMap((page) => page.items.map(({ id }) => id)));
  return newest.items.filter(({ id }) => !known.has(id));
}

/** The feed with the new posts at the top. */
export function prependNewest(feed: Feed, newest: PostPage): Feed {
  const fresh = unseenPosts(feed, newest);
  const next = mergeNewest(feed, newest);
  return {
    ...next,
    pages: next.pages.map((page, index) => (index === 0 ? { ...page, items: [...fresh, ...page.items] } : page)),
  };
}
