import { useLingui } from '@lingui/react/macro';
import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { StudioList, StudioSort } from '@vlam/contract/rules/studio';
import { type Answer, api, keyOf } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import { useFailure } from '../../lib/use-failure.ts';

export type Post = Answer<'listStudioPosts'>['items'][number];

export interface PostFilter {
  list: StudioList;
  sort: StudioSort;
}

/** The creator's own posts in pages, read again on every visit. */
export const postsQuery = ({ list, sort }: PostFilter) => {
  const query = { list, sort, limit: '24' };
  return infiniteQueryOptions({
    queryKey: keyOf('listStudioPosts', { query }),
    queryFn: ({ pageParam, signal }) =>
      api.listStudioPosts({ query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Answer<'listStudioPosts'>) => last.nextCursor,
    placeholderData: (previous) => previous,
    refetchOnMount: 'always',
  });
};

/** Everything that shows a post or counts it. */
const shows = [
  'listStudioPosts',
  'creatorContent',
  'contentFeed',
  'getContent',
  'getProfile',
  'getCreator',
  'ownProfile',
] as const;

export const refetchPosts = (client: QueryClient): void => {
  for (const name of shows) void client.invalidateQueries({ queryKey: keyOf(name) });
};

const actions = {
  pin: (id: string) => api.pinPost({ params: { id } }),
  unpin: (id: string) => api.unpinPost({ params: { id } }),
  archive: (id: string) => api.archivePost({ params: { id } }),
  restore: (id: string) => api.restorePost({ params: { id } }),
  publish: (id: string) => api.publishContent({ params: { id } }),
  takeDown: (id: string) => api.removeContent({ params: { id } }),
};
export type PostAction = keyof typeof actions;

/** Does one thing to a post; every action is idempotent. */
export function usePostAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ action, id }: { action: PostAction; id: string }) => {
      const answer = await actions[action](id);
      return answer && 'state' in answer ? (answer.state ?? null) : null;
    },
    onSettled: () => refetchPosts(client),
  });
}

/** The message after a post was published again. */
export function useRestoredMessage(): (title: string, state: string | null) => void {
  const { t } = useLingui();
  return (title, state) =>
    toast(
      state === 'review'
        ? { title: t`In review`, text: t`A moderator looks at it first. Until then nobody else sees it.` }
        : { title: t`Published again`, text: title },
    );
}

/** Takes a post from the archive; no mutation, because the sheet that offered it is closed by then. */
export function useRestore(): (post: Post) => Promise<void> {
  const client = useQueryClient();
  const fail = useFailure();
  const notifyRestored = useRestoredMessage();
  return async ({ item: { id, title } }) => {
    try {
      notifyRestored(title, (await api.restorePost({ params: { id } })).state);
    } catch (error) {
      fail(error);
    }
    refetchPosts(client);
  };
}

/** Puts all pinned posts into an order. */
export function useOrderPins() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => api.orderPins({ body: { ids } }),
    onSettled: () => refetchPosts(client),
  });
}
