import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { type FeedFilter, newestPosts, type PostPage, postsQuery } from './api.ts';
import { type Feed, mergeNewest, prependNewest, unseenPosts } from './posts.ts';

/** Above this part of the window the list counts as being read, and nothing may push it down. */
const readingThreshold = 0.75;

/**
 * Fetches new posts. While the list is being read they are held back and counted in `count`; a list not reached yet
 * shows them at once.
 */
export function useNewPosts(filter: FeedFilter, feed: Feed | undefined, list: RefObject<Element | null>) {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<{ filter: FeedFilter; page: PostPage } | null>(null);
  const { queryKey } = postsQuery(filter);
  const page = waiting?.filter === filter ? waiting.page : null;
  const change = (update: (feed: Feed) => Feed) =>
    client.setQueryData<Feed>(queryKey, (shown) => shown && update(shown));
  return {
    count: page && feed ? unseenPosts(feed, page).length : 0,
    async check() {
      if (!feed) return;
      const newest = await newestPosts(filter).catch(() => null);
      if (!newest) return;
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const ahead = top > innerHeight * readingThreshold;
      change((shown) => (ahead ? prependNewest : mergeNewest)(shown, newest));
      setWaiting(ahead ? null : { filter, page: newest });
    },
    show() {
      if (page) change((shown) => prependNewest(shown, page));
      setWaiting(null);
    },
  };
}
