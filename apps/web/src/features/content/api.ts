import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ContentView } from '@vlam/contract/content';
import { useEffect } from 'react';
import { type Answer, api, keyOf, queryOf } from '../../lib/api.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';
import { newPriceOf } from '../../lib/price-changed.ts';

type FeedPage = Answer<'contentFeed'>;

/** The feed, ten items at a time. */
export const feedQuery = infiniteQueryOptions({
  queryKey: keyOf('contentFeed'),
  queryFn: ({ pageParam, signal }) =>
    api.contentFeed({ query: { limit: '10', ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
  initialPageParam: '',
  getNextPageParam: (last: FeedPage) => last.nextCursor,
});

/** A creator's items; the tab's kind is filtered by the server. */
export const creatorContentQuery = (id: string, mediaType?: ContentView['mediaType']) =>
  queryOf('creatorContent', { params: { id }, ...(mediaType ? { query: { mediaType } } : {}) });

/** Replaces one item wherever it is cached, so that every screen shows the same state of it. */
export function patchItem(client: QueryClient, id: string, change: (item: ContentView) => ContentView): void {
  client.setQueryData<InfiniteData<FeedPage>>(
    keyOf('contentFeed'),
    (feed) =>
      feed && {
        ...feed,
        pages: feed.pages.map((page) => ({
          ...page,
          items: page.items.map((item) => (item.id === id ? change(item) : item)),
        })),
      },
  );
  client.setQueriesData<Answer<'creatorContent'>>({ queryKey: keyOf('creatorContent') }, (items) =>
    items?.map((item) => (item.id === id ? change(item) : item)),
  );
  client.setQueryData<ContentView>(keyOf('getContent', { params: { id } }), (item) => item && change(item));
}

const toggleLike = (item: ContentView): ContentView => ({
  ...item,
  liked: !item.liked,
  likeCount: Math.max(0, item.likeCount + (item.liked ? -1 : 1)),
});

/** Likes at once and rolls back when the server refuses; the server's state is what stays. */
export function useToggleLike(options: { onError(error: Error): void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.toggleLike({ params: { id } }),
    onMutate: (id) => patchItem(client, id, toggleLike),
    onSuccess: ({ liked, likeCount }, id) => patchItem(client, id, (item) => ({ ...item, liked, likeCount })),
    onError: (error, id) => {
      patchItem(client, id, toggleLike);
      options.onError(error);
    },
  });
}

/** Adds a tip to an item's total, wherever it is cached. `amount` in rand. */
export function useAddTip(): (id: string, amount: number) => void {
  const client = useQueryClient();
  return (id, amount) =>
    patchItem(client, id, (item) => {
      const cents = item.currentTipsCents + Math.round(amount * 100);
      return { ...item, currentTipsCents: cents, currentTips: cents / 100 };
    });
}

/** Recipient and item of a tip on an item. */
export const tipForItem = ({ id, profileId, profile, title }: ContentView) => ({
  profileId,
  name: profile.displayName,
  contentId: id,
  title,
});

/** Unlocks one item. A second tap or a lost response is the same intent and is charged once. */
export function useUnlock(options: { onSuccess(item: ContentView): void; onError(error: Error): void }) {
  const client = useQueryClient();
  return useIntent<Pick<ContentView, 'id' | 'price'>, Answer<'unlockContent'>>({
    call: ({ id, price }, idempotencyKey) =>
      api.unlockContent({ params: { id }, body: { price, startNow: true }, idempotencyKey }),
    onSuccess: ({ item, balance }) => {
      patchItem(client, item.id, () => item);
      client.setQueryData<Answer<'creditBalance'>>(keyOf('creditBalance'), (was) => ({
        balance,
        promotional: Math.min(was?.promotional ?? 0, balance),
      }));
      void client.invalidateQueries({ queryKey: keyOf('creditTransactions') });
      options.onSuccess(item);
    },
    onError: (error, { id }) => {
      const price = newPriceOf(error);
      if (price !== null) patchItem(client, id, (item) => ({ ...item, price }));
      options.onError(error);
    },
  });
}

/** An open item, refetched when the tab is focused, so its price and likes stay current. */
export function useFreshItem(item: ContentView): ContentView {
  const client = useQueryClient();
  const { data } = useQuery({
    ...queryOf('getContent', { params: { id: item.id } }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  useEffect(() => {
    if (data) patchItem(client, data.id, () => data);
  }, [client, data]);
  return data ?? item;
}

export const commentsQuery = (id: string) => queryOf('listComments', { params: { id } });

export function usePostComment(id: string, options: { onSuccess(): void; onError(error: Error): void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (comment: string) => api.postComment({ params: { id }, body: { comment } }),
    onSuccess: (comment) => {
      client.setQueryData(commentsQuery(id).queryKey, (comments: Answer<'listComments'> | undefined) => [
        ...(comments ?? []),
        comment,
      ]);
      patchItem(client, id, (item) => ({ ...item, commentCount: item.commentCount + 1 }));
      options.onSuccess();
    },
    onError: options.onError,
  });
}
