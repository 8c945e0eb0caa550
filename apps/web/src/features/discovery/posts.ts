import { useLingui } from '@lingui/react/macro';
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InterestPost } from '@vlam/contract/discovery-activity';
import { api, keyOf, messageOf } from '../../lib/api.ts';
import { later } from '../../lib/deferred.ts';
import { toast, toastError } from '../../lib/toast.ts';
import { type PostPage, refetchPosts } from './api.ts';
import { toggled, undoMs } from './liked.ts';

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

/** Likes at once and rolls back when the server refuses; the server's state replaces it. */
export function useLikePost() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.likeInterestPost({ params: { id } }),
    onMutate: (id) => changeOne(client, id, toggled),
    onSuccess: (answer, id) => changeOne(client, id, (post) => ({ ...post, ...answer })),
    onError: (_error, id) => {
      changeOne(client, id, toggled);
      toastError(t`Error`, t`Failed to update like`);
    },
  });
}

/** Removes the own post from the screen at once, and on the server after the time for Undo. */
export function useRemovePost() {
  const { t } = useLingui();
  const client = useQueryClient();
  return (post: InterestPost) => {
    changePosts(client, (posts) => posts.filter(({ id }) => id !== post.id));
    const refetch = () => void refetchPosts(client);
    const pending = later(undoMs, () => {
      api.deleteInterestPost({ params: { id: post.id } }).then(refetch, (error: unknown) => {
        refetch();
        toastError(t`Your post is still there`, messageOf(error));
      });
    });
    toast({
      title: t`Your post is taken down`,
      stayMs: undoMs - 500,
      action: {
        label: t`Undo`,
        act: () => {
          pending.cancel();
          refetch();
        },
      },
    });
  };
}

/** Merges the newest page into the posts on the screen: counts update, and deleted posts are removed. */
export function refreshed(feed: Feed, newest: PostPage): Feed {
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
export function unseen(feed: Feed, newest: PostPage): InterestPost[] {
  const known = new Set(feed.pages.flatMap((page) => page.items.map(({ id }) => id)));
  return newest.items.filter(({ id }) => !known.has(id));
}

/** The feed with the new posts at the top. */
export function withNew(feed: Feed, newest: PostPage): Feed {
  const fresh = unseen(feed, newest);
  const next = refreshed(feed, newest);
  return {
    ...next,
    pages: next.pages.map((page, index) => (index === 0 ? { ...page, items: [...fresh, ...page.items] } : page)),
  };
}
